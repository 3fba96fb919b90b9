import LibC
import TestKit
import Testing

/// Much text at once: pasted, or typed ahead.
@Suite(.blocking) struct PasteTests {
  private static let begin = "\u{1B}[200~"
  private static let end = "\u{1B}[201~"

  @Test func `pasted lines wait for enter`() throws {
    let terminal = try probe()
    try terminal.send("\(Self.begin)one\rtwo\r\(Self.end)")
    try terminal.expectRows(["probe> one", "two"])
    try terminal.expectRow("two", column: 3)
    // All of them can be edited.
    try terminal.send("!\u{1}# \u{5}?")
    try terminal.expectRows(["probe> # one", "two!?"])
    #expect(!terminal.text.contains("got"))
    try terminal.type("\r", prints: "got [# one] ")
    try terminal.expect("got [two!?] ")
    // In the history they are lines of their own.
    try terminal.expect(prompt)
    try terminal.type(Key.up, row: "probe> two!?")
    try terminal.type(Key.up, row: "probe> # one")
  }

  @Test func `pasted lines go where the cursor is`() throws {
    let terminal = try probe()
    try terminal.type("AB\(Key.left)\(Self.begin)xx\ryy\(Self.end)\r", prints: "got [Axx] ")
    try terminal.expect("got [yyB] ")
  }

  @Test func `of a session only the commands are pasted`() throws {
    let terminal = try probe()
    try terminal.send("\(Self.begin)> new farkle Ann\rAnn to roll.\r> roll\r\(Self.end)")
    try terminal.expectRows(["probe> new farkle Ann", "roll"])
    try terminal.type("\u{3}", prints: "<interrupted>")
    try terminal.type("\(Self.begin)> bank\(Self.end)\r", prints: "got [bank] ")
  }

  @Test func `pasted lines arrive one by one`() throws {
    let terminal = try probe()
    let lines = (1...300).map { "line \($0) žluťoučký" }
    try terminal.type(
      Self.begin + lines.joined(separator: "\r") + Self.end, row: "line 300 žluťoučký")
    try terminal.send("\r")
    for line in lines {
      try terminal.expect("got [\(line)] \(line.utf8.count)\r\n")
    }
  }

  @Test func `none of many pasted lines is lost`() throws {
    let terminal = try assistedProbe()
    let lines = (1...5_000).map { "roll \($0)" }
    try terminal.send(Self.begin + lines.joined(separator: "\r") + Self.end + "\r")
    for line in lines {
      try terminal.expect("got [\(line)] ")
    }
    try terminal.expectRow("probe>", column: 7)
  }

  @Test func `pasted text goes into the line`() throws {
    let terminal = try probe()
    try terminal.type(
      "ad\u{1B}[D\(Self.begin)b\tc\u{1B}[A\u{7F}\(Self.end)\r", prints: "got [ab c[Ad]")
  }

  @Test func `a line break of two characters is one enter`() throws {
    let terminal = try probe()
    try terminal.type("\(Self.begin)a\r\nb\r\n\(Self.end)\r", prints: "got [a] 1\r\n")
    try terminal.expect("got [b] 1\r\n")
    try terminal.type("\u{4}", prints: "<end>")
    #expect(!terminal.text.contains("got []"))
  }

  @Test func `a long pasted line arrives`() throws {
    let terminal = try probe()
    let line = String(repeating: "0123456789", count: 900)
    try terminal.type("\(Self.begin)\(line)\(Self.end)\r", prints: "got [\(line)] 9000\r\n")
  }

  @Test func `lines arrive without bracketed paste`() throws {
    let terminal = try probe()
    let lines = (1...300).map { "line \($0)" }
    try terminal.send(lines.map { $0 + "\r" }.joined())
    for line in lines {
      try terminal.expect("got [\(line)]")
    }
  }

  @Test func `text can be typed ahead`() throws {
    let terminal = try probe()
    try terminal.type("hold\r", prints: "holding")
    // A cooked terminal would keep only 4,095 bytes of a line.
    let line = String(repeating: "x", count: 5_000)
    try terminal.send(line + "\r")
    terminal.signal(SIGUSR1)
    try terminal.expect("released")
    try terminal.expect("got [\(line)] 5000\r\n")
    // Nothing was echoed during the command.
    let typed = terminal.text.split(separator: "released").first.map(String.init) ?? ""
    #expect(!typed.contains("xx"))
  }
}
