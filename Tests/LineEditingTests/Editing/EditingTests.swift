import TestKit
import Testing

/// Keys that change a line before Enter.
@Suite(.blocking) struct EditingTests {
  static let left = "\u{1B}[D"
  static let right = "\u{1B}[C"

  @Test(arguments: [
    ("middle\u{1}X", "Xmiddle"),
    ("middle\u{1}X\u{5}Y", "XmiddleY"),
    ("abcd\(left)\(left)\u{B}", "ab"),
    ("abcd\(left)\(left)\u{15}ef", "ef"),
    ("ab\(left)X\(right)Y", "aXbY"),
    ("one two\u{17}three", "one three"),
    ("abc\u{7F}\u{7F}x", "ax"),
    ("žšč\u{7F}", "žš"),
    ("漢字\u{7F}", "漢"),
    ("漢字\(left)\u{7F}", "字"),
    ("abc\u{1B}[H\u{1B}[3~", "bc"),
    ("abc\u{1B}[1~x\u{1B}[4~y\u{1B}[Fz", "xabcyz"),
    ("one two\u{1B}[1;5DX", "one Xtwo"),
    ("ab\(left)\u{4}", "a"),
    ("ab\u{4}c", "abc"),
    ("abcdef\u{1}\u{1B}3\(right)x", "abcxdef"),
    ("a b c d\u{1}\u{1B}2\u{1B}fx", "a bx c d"),
    ("ab\u{1}\u{1B}[1;5C\u{1B}[1;3Cx", "abx"),
    // Page up and down, F1, F5, F12, Insert, keys with Shift or Ctrl: nothing is inserted.
    ("a\u{1B}[5~\u{1B}[6~\u{1B}OP\u{1B}[15~\u{1B}[24~\u{1B}[2~b", "ab"),
    ("a\u{1B}[1;2A\u{1B}[1;2D\u{1B}[1;6C\u{1B}[5;5~\u{1B}[[Ab\u{13}c", "abc"),
    ("one two\u{1}\u{1B}[3;5~", " two"),
  ])
  func `keys edit the line`(_ keys: String, _ line: String) throws {
    let terminal = try probe()
    try terminal.type(keys + "\r", prints: "got [\(line)] \(line.utf8.count)\r\n")
  }

  @Test func `changes of the line are undone`() throws {
    let terminal = try probe()
    try terminal.type("one two", row: "probe> one two")
    try terminal.type("\u{17}", row: "probe> one")
    try terminal.type("\u{1F}", row: "probe> one two", column: 14)
    try terminal.type("\u{1F}\u{1F}\u{1F}\u{1F}", row: "probe>", column: 7)
    try terminal.type("x\r", prints: "got [x] 1\r\n")
  }

  @Test func `earlier lines and their words come back`() throws {
    let terminal = try probe()
    try terminal.enter("roll 5", "hold 1 2", "bank")
    try terminal.type("x \u{1B}.", row: "probe> x bank")
    try terminal.type("\u{1B}.", row: "probe> x 2")
    try terminal.type("\u{1B}<", row: "probe> roll 5")
    try terminal.type("\u{1B}>", row: "probe> x 2")
  }

  @Test func `an open quote keeps the line`() throws {
    let terminal = try assistedProbe()
    try terminal.type("a \"b", row: "probe> a \"b")
    try terminal.type("\r", row: "probe> a \"b{close the quote}")
    try terminal.type("\"", row: "probe> a \"b\"")
    try terminal.type("\r", prints: "got [a \"b\"] ")
    // A second Enter ends the line as it is.
    try terminal.type("\"c", row: "probe> \"c")
    try terminal.type("\r", row: "probe> \"c{close the quote}")
    try terminal.type("\r", prints: "got [\"c] ")
  }

  @Test func `the cursor is behind wide characters`() throws {
    let terminal = try probe()
    try terminal.type("漢字a", row: "probe> 漢字a", column: 12)
    try terminal.type(Self.left + Self.left, row: "probe> 漢字a", column: 9)
    try terminal.type("\u{7F}", row: "probe> 字a", column: 7)
    try terminal.type("\u{5}\u{7F}\u{7F}", row: "probe>", column: 7)
  }
}
