import TestKit
import Testing

/// Starts `lineedit-probe` on a pseudo-terminal, and waits for its prompt.
func probe(
  _ arguments: [String] = [], environment changes: [String: String?] = [:],
  rows: UInt16 = 24, columns: UInt16 = 80
) throws -> Pseudoterminal {
  let program = try #require(BuiltProgram.path(of: "lineedit-probe"), "build lineedit-probe first")
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

/// The default prompt of the probe.
let prompt = "probe> "

/// Starts the probe in an interactive shell whose prompt is `shell$ `.
func probeInShell(environment changes: [String: String] = [:]) throws -> Pseudoterminal {
  let program = try #require(BuiltProgram.path(of: "lineedit-probe"), "build lineedit-probe first")
  var environment = Pseudoterminal.plainEnvironment.merging(changes) { $1 }
  environment["PS1"] = "shell$ "
  let terminal = try Pseudoterminal("/bin/sh", ["-i"], environment: environment)
  try terminal.expect("shell$ ")
  try terminal.send("\(program)\r")
  try terminal.expect(prompt)
  return terminal
}

/// Starts the probe with the completion, ghosts and colours of ProbeLanguage.swift.
func assistedProbe(
  environment changes: [String: String?] = [:], rows: UInt16 = 24, columns: UInt16 = 80
) throws -> Pseudoterminal {
  try probe(
    environment: changes.merging(["PROBE_ASSISTS": "1"]) { $1 }, rows: rows, columns: columns)
}

/// The sequences of keys.
enum Key {
  static let up = "\u{1B}[A"
  static let down = "\u{1B}[B"
  static let right = "\u{1B}[C"
  static let left = "\u{1B}[D"
  static let end = "\u{1B}[F"
  static let backTab = "\u{1B}[Z"
  static let escape = "\u{1B}"
  static let pasteBegin = "\u{1B}[200~"
  static let pasteEnd = "\u{1B}[201~"
}

extension Pseudoterminal {
  /// Sends keys, and waits until the cursor's row is `row`.
  func type(_ keys: String, row: String, column: Int? = nil) throws {
    try send(keys)
    try expectRow(row, column: column)
  }

  /// Sends keys, and waits for output.
  func type(_ keys: String, prints text: String) throws {
    try send(keys)
    try expect(text)
  }

  /// Stops the program with Ctrl-Z, and waits for the prompt of the shell.
  func suspend() throws {
    try type("\u{1A}", prints: "Stopped")
    try expect("shell$ ")
  }

  /// Enters lines, one after the other.
  func enter(_ lines: String...) throws {
    for line in lines {
      try type(line + "\r", prints: "got [\(line)] ")
      try expect(prompt)
    }
  }

  /// The rows from the last one that begins with `start`, without empty rows at the end.
  func rows(from start: String) -> [String] {
    let rows = screen.rows
    guard let first = rows.lastIndex(where: { $0.hasPrefix(start) }) else { return [] }
    let last = rows.lastIndex { !$0.isEmpty } ?? first
    return Array(rows[first...max(first, last)])
  }

  /// Waits until the last rows, from the one that begins with `start`, are `rows`, and the cursor is
  /// `below` the first of them and in `column` if given.
  func expectRows(
    _ rows: [String], from start: String = "probe>", below: Int? = nil, column: Int? = nil
  ) throws {
    try expectScreen("the rows \(rows)") { screen in
      let first = screen.rows.lastIndex { $0.hasPrefix(start) } ?? 0
      return self.rows(from: start) == rows && below.map { $0 == screen.row - first } ?? true
        && column.map { $0 == screen.column } ?? true
    }
  }
}
