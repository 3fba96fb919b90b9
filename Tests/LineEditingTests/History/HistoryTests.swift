import TestKit
import Testing

/// The arrow keys bring lines back.
@Suite(.blocking) struct HistoryTests {
  static let up = "\u{1B}[A"
  static let down = "\u{1B}[B"

  /// A probe after these lines.
  private func probe(after lines: [String]) throws -> Pseudoterminal {
    let terminal = try LineEditingTests.probe()
    for line in lines {
      try terminal.type(line + "\r", prints: "got [\(line)]")
      try terminal.expect(prompt)
    }
    return terminal
  }

  @Test func `up and down move through the history`() throws {
    let terminal = try probe(after: ["one", "dvě", "three"])
    try terminal.type(Self.up, row: "probe> three")
    try terminal.type(Self.up + Self.up, row: "probe> one")
    try terminal.type(Self.down, row: "probe> dvě", column: 10)
    try terminal.type("!\r", prints: "got [dvě!] 5\r\n")
  }

  @Test func `the typed line is kept`() throws {
    let terminal = try probe(after: ["one"])
    try terminal.type("on\u{1B}[D", row: "probe> on", column: 8)
    try terminal.type(Self.up, row: "probe> one", column: 10)
    try terminal.type(Self.down, row: "probe> on", column: 8)
    // An empty line too.
    try terminal.type("\u{5}\u{15}" + Self.up, row: "probe> one", column: 10)
    try terminal.type(Self.down, row: "probe>", column: 7)
    try terminal.type("\r", prints: "got [] 0\r\n")
  }

  @Test func `repeats indented lines and secrets are left out`() throws {
    let terminal = try probe(after: ["one", "two", "two", " hidden", "", "secret 1", "three"])
    try terminal.type(Self.up + Self.up + Self.up, row: "probe> one")
  }

  @Test func `a line that is not kept can be brought back until the next one`() throws {
    let terminal = try probe(after: ["one", "secret 1"])
    try terminal.type(Self.up, row: "probe> secret 1")
    try terminal.type(Self.up, row: "probe> one")
    try terminal.type("\u{15}two\r", prints: "got [two] 3\r\n")
    try terminal.type(Self.up + Self.up, row: "probe> one")
  }

  @Test func `up finds lines with the same beginning`() throws {
    let terminal = try probe(after: ["roll 1", "bank", "žluť 1", "roll 2", "held", "roll 1"])
    try terminal.type("ro", row: "probe> ro")
    for line in ["roll 1", "roll 2"] {
      try terminal.type(Self.up, row: "probe> \(line)", column: 13)
    }
    // There is no older line.
    try terminal.type(Self.up + Self.down, row: "probe> roll 1")
    try terminal.type(Self.down, row: "probe> ro", column: 9)
    try terminal.type(Self.down + "\u{15}ž" + Self.up, row: "probe> žluť 1")
    // A changed line starts a new search.
    try terminal.type("\u{15}ban" + Self.up, row: "probe> bank")
    try terminal.type("\u{7F}" + Self.up, row: "probe> bank")
    try terminal.type("\r", prints: "got [bank]")
  }

  @Test func `each line starts at the newest entry`() throws {
    let terminal = try probe(after: ["a0", "a1", "a2"])
    try terminal.type(Self.up + Self.up, row: "probe> a1")
    try terminal.type("\r", prints: "got [a1]")
    try terminal.expect(prompt)
    try terminal.type("a1\(Self.up)x", row: "probe> a1x")
  }

  @Test func `repeats move to the end`() throws {
    let terminal = try probe(after: ["one", "two", "one", "three"])
    for line in ["three", "one", "two", "two"] {
      try terminal.type(Self.up, row: "probe> \(line)")
    }
  }

  @Test func `other keys of the history work`() throws {
    let terminal = try probe(after: ["one", "two"])
    for (key, line) in [
      ("\u{10}", "two"), ("\u{1B}OA", "one"), ("\u{E}", "two"), ("\u{1B}p", "one"),
      ("\u{1B}OB", "two"), ("\u{1B}p", "one"), ("\u{1B}n", "two"),
    ] {
      try terminal.type(key, row: "probe> \(line)")
    }
  }

  @Test func `vi mode has the history`() throws {
    let settings = try TemporaryFile("bind -v\n")
    let terminal = try LineEditingTests.probe(environment: ["EDITRC": settings.path])
    try terminal.enter("one", "two")
    for (key, line) in [
      (Self.up, "two"), (Self.up, "one"), (Self.down, "two"), ("\u{1B}k", "one"), ("j", "two"),
    ] {
      try terminal.type(key, row: "probe> \(line)")
    }
    try terminal.type("xAy\r", prints: "got [twy]")
  }
}
