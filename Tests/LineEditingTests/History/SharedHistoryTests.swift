import LineEditing
import TestKit
import Testing

/// Sessions share entered lines by the history file.
@Suite(.blocking) struct SharedHistoryTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func probe(_ changes: [String: String?] = [:]) throws -> Pseudoterminal {
    let path = ["PROBE_HISTORY": "\(folder.path)/state/history"]
    return try LineEditingTests.probe(environment: changes.merging(path) { one, _ in one })
  }

  @Test func `the next session has the lines`() throws {
    let terminal = try probe()
    try terminal.enter("one", "žluť 漢字", "one", " hidden", "secret 1")
    try terminal.type("password\r", prints: "password: ")
    try terminal.type("pass\r", prints: "secret [pass]")
    try terminal.expect(prompt)
    try terminal.send("quit\r")
    #expect(try terminal.waitForExit() == .exited(0))
    let lines = ["one", "žluť 漢字", "one", "password", "quit"]
    #expect(try folder.lines("state/history") == lines)
    #expect(folder.mode("state") == 0o700)
    #expect(folder.mode("state/history") == 0o600)
    let next = try probe()
    for line in ["quit", "password", "one", "žluť 漢字", "žluť 漢字"] {
      try next.type(Key.up, row: "probe> \(line)")
    }
  }

  @Test func `running sessions share the history`() throws {
    let (one, other) = (try probe(), try probe())
    try one.enter("from one")
    try other.enter("from other")
    // Each prompt reads the file before its first key. Its own lines come first.
    try other.type(Key.up, row: "probe> from other")
    try one.enter("again one")
    try one.type(Key.up + Key.up + Key.up, row: "probe> from other")
    // This prompt read the file before the last line of the other session.
    try other.type(Key.up, row: "probe> from one")
    try other.type(Key.up, row: "probe> from one")
    try other.type("\u{3}", prints: "<interrupted>")
    try other.expect(prompt)
    try other.type(Key.up, row: "probe> from other")
    try other.type(Key.up, row: "probe> again one")
    #expect(
      try folder.lines("state/history") == ["from one", "from other", "again one"])
  }

  @Test func `an unusable file is reported once`() throws {
    try folder.add("state", lines: ["x"])
    let terminal = try probe()
    try terminal.enter("one", "two")
    try terminal.type(Key.up + Key.up, row: "probe> one")
    let messages = terminal.text.split(separator: "\r\n").filter { $0.hasPrefix("history: ") }
    #expect(messages.count == 1)
    #expect(
      messages.first?.hasPrefix("history: cannot write \(folder.path)/state/history: ") == true)
  }

  @Test func `a full disk is reported once and leaves no partial lines`() throws {
    // A limit of 512 bytes for files has the same effect as a full disk.
    let program = try #require(BuiltProgram.path(of: "lineedit-probe"))
    var environment = Pseudoterminal.plainEnvironment
    environment["PROBE_HISTORY"] = "\(folder.path)/history"
    try folder.add("history", lines: [String(repeating: "x", count: 505)])
    let script = "trap '' XFSZ; ulimit -f 1; exec \(program)"
    let terminal = try Pseudoterminal("/bin/sh", ["-c", script], environment: environment)
    try terminal.expect(prompt)
    try terminal.enter("one", "longer", "three")
    try terminal.type(Key.up + Key.up, row: "probe> longer")
    #expect(terminal.text.split(separator: "history: cannot write ").count == 2)
    #expect(try folder.bytes("history").count == 510)
    // Lines of other programs still arrive.
    _ = try HistoryFile("\(folder.path)/history").exchange(Array("from another".utf8))
    try terminal.type("\u{3}", prints: "<interrupted>")
    try terminal.expect(prompt)
    try terminal.type(Key.up + Key.up + Key.up + Key.up, row: "probe> from another")
  }

  @Test func `the oldest lines are removed first`() throws {
    let terminal = try probe(["PROBE_HISTORY_LIMIT": "4"])
    try terminal.enter("one", "two", "three", "four", "five")
    #expect(try folder.lines("state/history") == ["three", "four", "five"])
    try terminal.type(String(repeating: Key.up, count: 9), row: "probe> two")
  }
}
