import Pseudoterminal
import Testing

/// `lineedit-probe` on a pseudo-terminal, ready for its first line.
func probe(
  _ arguments: [String] = [], environment changes: [String: String?] = [:],
  rows: UInt16 = 24, columns: UInt16 = 80
) throws -> Pseudoterminal {
  let program = try #require(BuiltProgram.path(of: "lineedit-probe"), "lineedit-probe is not built")
  var environment = Pseudoterminal.plainEnvironment
  for (name, value) in changes {
    environment[name] = value
  }
  let terminal = try Pseudoterminal(
    program, arguments, environment: environment, rows: rows, columns: columns)
  if arguments.isEmpty {
    try terminal.expect(prompt)
  }
  return terminal
}

/// What the probe prompts with, if it is not told otherwise.
let prompt = "probe> "

/// The same, started by an interactive shell that prompts with `shell$ `.
func probeInShell() throws -> Pseudoterminal {
  let program = try #require(BuiltProgram.path(of: "lineedit-probe"), "lineedit-probe is not built")
  var environment = Pseudoterminal.plainEnvironment
  environment["PS1"] = "shell$ "
  let terminal = try Pseudoterminal("/bin/sh", ["-i"], environment: environment)
  try terminal.expect("shell$ ")
  try terminal.send("\(program)\r")
  try terminal.expect(prompt)
  return terminal
}
