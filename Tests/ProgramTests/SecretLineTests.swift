import Platform
import TestKit
import Testing

/// A password that is typed in a line, in whatever spelling: it is refused, and nothing keeps it.
@Suite(.blocking) struct SecretLineTests {
  private static let secret = "hunter2"

  /// Lines with the secret, typed while a game that is played elsewhere is open.
  static let lines = [
    "login me \(secret)", "LOGIN me \(secret)", "Login me \(secret)", "\"login\" me \(secret)",
    "12 login me \(secret)", "12 LOGIN me \(secret)", "  login me \(secret)",
    "login  me\t\(secret)",
    "login me \"\(secret)\"", "login me \(secret) # \(secret)",
    "echo x; login me \(secret)", "echo x; LOGIN me \(secret)", "login me \(secret); echo x",
    "> login me \(secret)", "> LOGIN me \(secret)", "parlor> login me \(secret)",
    "login me my \(secret)", "login me \(secret) again", "login me pass=\(secret)",
    "login me \"\(secret)", "login me \(secret)\"",
    "loign me \(secret)", "logn me \(secret)", "lgoin me \(secret)", "LOIGN me \(secret)",
    "logim me \(secret)", "loginn me \(secret)", "x login me \(secret)", "x loign me \(secret)",
    "sudo login me \(secret)",
    "new bell key=\(secret)", "new bell KEY=\(secret)", "NEW bell key=\"\(secret)\"",
    "echo x; new bell key=\(secret)", "new bell kye=\(secret)",
    "new farkle Ann; login me \(secret)", "new farkle Ann; loign me \(secret)",
    "new farkle Ann; 3 LOGIN me \(secret); new bell",
    "login me=\(secret)", "login=me \(secret)", "help login me \(secret)",
    "amend 1 login me \(secret)", "new bell login me \(secret)",
    "new bell password=\(secret)", "new bell Ann \(secret)",
    "connect http://Ann:\(secret)@127.0.0.1:1", "connect Ann:\(secret)@host",
  ]

  /// Lines that are no `login` for the program, with the secret. A recording has the first: its command
  /// is known.
  static let otherLines = [
    "log in me \(secret)",
    "login me \(secret)", "loign me \(secret)", "LOGIN me \(secret)", "loginme \(secret)",
    "login=me \(secret)", "login,me \(secret)", "echo x; login me \(secret)",
    "> login me \(secret)", "99999999999 login me \(secret)", "login me \"x\"\(secret)",
  ]

  private static func folder() throws -> TemporaryFolder {
    let program = try #require(BuiltProgram.path(of: "remote-plugin"))
    let folder = try TemporaryFolder()
    let script = Array("#!/bin/sh\nexec '\(program)'\n".utf8)
    try FileSystem.write(script, to: folder["parlor-bell"], mode: 0o755)
    return folder
  }

  /// The history is that of a terminal; with it a recording, and all files of the profile.
  @Test func `no line of the prompt keeps a secret`() throws {
    let folder = try Self.folder()
    let profile = folder["profile"]
    let terminal = try Pseudoterminal.parlor(
      ["--seed", "0", "--color", "never", "--profile", profile],
      environment: ["PATH": "\(folder.path):/usr/bin:/bin"])
    try terminal.expect(Prompt.outside)
    for opening in ["record \(folder["a.scenario"])", "set pager off", "new bell"] {
      try terminal.send("\(opening)\r")
      try terminal.expect("> ")
    }
    for (number, line) in (Self.lines + Self.otherLines).enumerated() {
      try terminal.send("\(line.replacing("\t", with: " "))\r")
      // An open quote asks for its other end.
      if line.count(where: { $0 == "\"" }) == 1 { try terminal.send("\"\r") }
      try terminal.send("echo done \(number)\r")
      try terminal.expect("\r\ndone \(number)\r\n")
    }
    try terminal.send("record\rhistory\recho the end\r")
    let history = try terminal.expect("\r\nthe end\r\n")
    #expect(history.contains("echo done \(Self.lines.count + Self.otherLines.count - 1)"))
    #expect(!history.contains(Self.secret), "history: \(history)")
    #expect(try terminal.leave() == .exited(0))
    let kept = try Program.shell(
      "grep -rn '\(Self.secret)' '\(profile)' '\(folder["a.scenario"])' | grep -v '> log in me'; test -s '\(folder["a.scenario"])'"
    )
    #expect(kept.text == "" && kept.status == .exited(0))
  }

  /// `login` is no command yet.
  @Test func `nothing keeps a secret that is typed before its game is open`() throws {
    let folder = try TemporaryFolder()
    let terminal = try Pseudoterminal.parlor(["--color", "never", "--profile", folder["profile"]])
    try terminal.expect(Prompt.outside)
    try terminal.send("record \(folder["a.scenario"])\r")
    for (number, line) in Self.otherLines.enumerated() {
      try terminal.send("\(line)\recho done \(number)\r")
      let reply = try terminal.expect("\r\ndone \(number)\r\n")
      // Only the typed line has it.
      #expect(reply.matches(of: /hunter2/).count == 1, "\(reply)")
    }
    try terminal.send("record\rhistory\recho the end\r")
    let history = try terminal.expect("\r\nthe end\r\n")
    #expect(history.contains("echo done \(Self.otherLines.count - 1)"))
    #expect(!history.contains(Self.secret), "history: \(history)")
    // What is misspelt can be brought back and mended, until the next line.
    try terminal.send("ehco mended\r")
    try terminal.expect("error[unknown-command]: ")
    try terminal.expect(Prompt.outside)
    try terminal.send("\u{10}\u{1}\u{6}\u{6}\u{14}\r")
    try terminal.expect("\r\nmended\r\n")
    #expect(try terminal.leave() == .exited(0))
    let kept = try Program.shell(
      "grep -rn '\(Self.secret)\\|ehco' '\(folder.path)' | grep -v '> log in me'")
    #expect(kept.text == "")
  }

  /// Known commands whose words are said to be secret, look like a call with one, or are options of
  /// a game that is not installed.
  @Test func `the history keeps no line that speaks of a password`() throws {
    let folder = try Self.folder()
    let terminal = try Pseudoterminal.parlor(
      ["--color", "never", "--profile", folder["profile"]],
      environment: ["PATH": "\(folder.path):/usr/bin:/bin"])
    try terminal.expect(Prompt.outside)
    let lines = [
      "new bell", "set password \(Self.secret)", "echo my password is \(Self.secret)",
      "set api-token=\(Self.secret)", "help login me\u{A0}\(Self.secret)", "echo kept",
      "new nosuch key=\(Self.secret)", "# login me \(Self.secret)", "#log in me \(Self.secret)",
      "## # logout; connect me \(Self.secret)",
    ]
    for (number, line) in lines.enumerated() {
      try terminal.send("\(line)\recho done \(number)\r")
      try terminal.expect("\r\ndone \(number)\r\n")
    }
    #expect(try terminal.leave() == .exited(0))
    let kept = try Program.shell(
      "grep -rn '\(Self.secret)' '\(folder.path)'; grep -rqx 'echo kept' '\(folder.path)'")
    #expect(kept.text == "" && kept.status == .exited(0))
  }

  @Test(arguments: ["text", "json"])
  func `no transcript and no error repeats a secret`(format: String) throws {
    let folder = try Self.folder()
    for line in Self.lines {
      for echo in ["--echo --keep-going", "--keep-going"] {
        let outcome = try Program.shell(
          "cd \"$1\" && exec \"$0\" --no-profile \(echo) 2>&1", [folder.path],
          input: "set format \(format)\nnew bell\n\(line.replacing("; ", with: "\n"))\n".utf8,
          environment: ["PATH": "\(folder.path):/usr/bin:/bin"])
        #expect(!outcome.text.contains(Self.secret), "\(line): \(outcome.text)")
      }
    }
  }

  /// Without a game that takes secrets, and with words that are close to `login` but something else.
  @Test func `other lines are kept`() throws {
    let folder = try Self.folder()
    let terminal = try Pseudoterminal.parlor(
      environment: ["PATH": "\(folder.path):/usr/bin:/bin"])
    try terminal.expect(Prompt.outside)
    let lines = [
      "new bell", "login me @none", "log", "legal", "new farkle Ann Robin Bob", "history log",
      "new mastermind seed=4", "new minesweeper easy", "# new farkle Ann", "#",
    ]
    for (number, line) in lines.enumerated() {
      try terminal.send("\(line)\recho done \(number)\r")
      try terminal.expect("\r\ndone \(number)\r\n")
    }
    try terminal.send("history\recho the end\r")
    let history = try terminal.expect("\r\nthe end\r\n")
    for line in lines { #expect(history.contains("\r\n\(line)\r\n"), "\(line) in \(history)") }
    #expect(try terminal.leave() == .exited(0))
  }
}
