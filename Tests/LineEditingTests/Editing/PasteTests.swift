import LibC
import TestKit
import Testing

/// Much text at once: pasted, or typed ahead.
@Suite(.blocking) struct PasteTests {
  private static let begin = "\u{1B}[200~"
  private static let end = "\u{1B}[201~"

  @Test func pastedLinesArriveOneByOne() throws {
    let terminal = try probe()
    let lines = (1...300).map { "line \($0) žluťoučký" }
    try terminal.send(Self.begin + lines.joined(separator: "\r") + Self.end)
    for line in lines.dropLast() {
      try terminal.expect("got [\(line)] \(line.utf8.count)\r\n")
    }
    // The last line has no line break, so it can be edited.
    try terminal.expectRow("probe> line 300 žluťoučký")
    try terminal.send("!\r")
    try terminal.expect("got [line 300 žluťoučký!]")
  }

  @Test func noneOfManyPastedLinesIsLost() throws {
    let terminal = try assistedProbe()
    let lines = (1...5_000).map { "roll \($0)" }
    try terminal.send(Self.begin + lines.joined(separator: "\r") + "\r" + Self.end)
    for line in lines {
      try terminal.expect("got [\(line)] ")
    }
    try terminal.expectRow("probe>", column: 7)
  }

  @Test func pastedTextGoesIntoTheLine() throws {
    let terminal = try probe()
    try terminal.send("ad\u{1B}[D\(Self.begin)b\tc\u{1B}[A\u{7F}\(Self.end)\r")
    try terminal.expect("got [ab c[Ad]")
  }

  @Test func aLineBreakOfTwoCharactersIsOneEnter() throws {
    let terminal = try probe()
    try terminal.send("\(Self.begin)a\r\nb\r\n\(Self.end)")
    try terminal.expect("got [a] 1\r\n")
    try terminal.expect("got [b] 1\r\n")
    try terminal.send("\u{4}")
    try terminal.expect("<end>")
    #expect(!terminal.text.contains("got []"))
  }

  @Test func aLongPastedLineArrives() throws {
    let terminal = try probe()
    let line = String(repeating: "0123456789", count: 900)
    try terminal.send("\(Self.begin)\(line)\r\(Self.end)")
    try terminal.expect("got [\(line)] 9000\r\n")
  }

  @Test func linesArriveWithoutBracketedPaste() throws {
    let terminal = try probe()
    let lines = (1...300).map { "line \($0)" }
    try terminal.send(lines.map { $0 + "\r" }.joined())
    for line in lines {
      try terminal.expect("got [\(line)]")
    }
  }

  @Test func textCanBeTypedAhead() throws {
    let terminal = try probe()
    try terminal.send("hold\r")
    try terminal.expect("holding")
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
