import Pseudoterminal
import Testing

/// Lines come back with the arrow keys.
@Suite struct HistoryTests {
  static let up = "\u{1B}[A"
  static let down = "\u{1B}[B"

  /// The probe after these lines.
  private func probe(after lines: [String]) throws -> Pseudoterminal {
    let terminal = try LineEditingTests.probe()
    for line in lines {
      try terminal.send(line + "\r")
      try terminal.expect("got [\(line)]")
      try terminal.expect(prompt)
    }
    return terminal
  }

  @Test func upAndDownWalk() throws {
    let terminal = try probe(after: ["one", "dvě", "three"])
    try terminal.send(Self.up)
    try terminal.expectRow("probe> three")
    try terminal.send(Self.up + Self.up)
    try terminal.expectRow("probe> one")
    try terminal.send(Self.down)
    try terminal.expectRow("probe> dvě", column: 10)
    try terminal.send("!\r")
    try terminal.expect("got [dvě!] 5\r\n")
  }

  @Test func theLineUnderWayIsKept() throws {
    let terminal = try probe(after: ["one"])
    try terminal.send("on\u{1B}[D")
    try terminal.expectRow("probe> on", column: 8)
    try terminal.send(Self.up)
    try terminal.expectRow("probe> one", column: 10)
    try terminal.send(Self.down)
    try terminal.expectRow("probe> on", column: 8)
  }

  @Test func repeatsBlanksAndSecretsAreLeftOut() throws {
    let terminal = try probe(after: ["one", "two", "two", " hidden", "", "secret 1"])
    try terminal.send(Self.up + Self.up)
    try terminal.expectRow("probe> one")
  }
}
