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
    try terminal.send(keys + "\r")
    try terminal.expect("got [\(line)] \(line.utf8.count)\r\n")
  }

  @Test func `changes of the line are undone`() throws {
    let terminal = try probe()
    try terminal.send("one two")
    try terminal.expectRow("probe> one two")
    try terminal.send("\u{17}")
    try terminal.expectRow("probe> one")
    try terminal.send("\u{1F}")
    try terminal.expectRow("probe> one two", column: 14)
    try terminal.send("\u{1F}\u{1F}\u{1F}\u{1F}")
    try terminal.expectRow("probe>", column: 7)
    try terminal.send("x\r")
    try terminal.expect("got [x] 1\r\n")
  }

  @Test func `earlier lines and their words come back`() throws {
    let terminal = try probe()
    try terminal.enter("roll 5", "hold 1 2", "bank")
    try terminal.send("x \u{1B}.")
    try terminal.expectRow("probe> x bank")
    try terminal.send("\u{1B}.")
    try terminal.expectRow("probe> x 2")
    try terminal.send("\u{1B}<")
    try terminal.expectRow("probe> roll 5")
    try terminal.send("\u{1B}>")
    try terminal.expectRow("probe> x 2")
  }

  @Test func `an open quote keeps the line`() throws {
    let terminal = try assistedProbe()
    try terminal.send("a \"b")
    try terminal.expectRow("probe> a \"b")
    try terminal.send("\r")
    try terminal.expectRow("probe> a \"b{close the quote}")
    try terminal.send("\"")
    try terminal.expectRow("probe> a \"b\"")
    try terminal.send("\r")
    try terminal.expect("got [a \"b\"] ")
    // A second Enter ends the line as it is.
    try terminal.send("\"c")
    try terminal.expectRow("probe> \"c")
    try terminal.send("\r")
    try terminal.expectRow("probe> \"c{close the quote}")
    try terminal.send("\r")
    try terminal.expect("got [\"c] ")
  }

  @Test func `the cursor is behind wide characters`() throws {
    let terminal = try probe()
    try terminal.send("漢字a")
    try terminal.expectRow("probe> 漢字a", column: 12)
    try terminal.send(Self.left + Self.left)
    try terminal.expectRow("probe> 漢字a", column: 9)
    try terminal.send("\u{7F}")
    try terminal.expectRow("probe> 字a", column: 7)
    try terminal.send("\u{5}\u{7F}\u{7F}")
    try terminal.expectRow("probe>", column: 7)
  }
}
