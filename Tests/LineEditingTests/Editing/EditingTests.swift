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
  ])
  func keysEditTheLine(_ keys: String, _ line: String) throws {
    let terminal = try probe()
    try terminal.send(keys + "\r")
    try terminal.expect("got [\(line)] \(line.utf8.count)\r\n")
  }

  @Test func theCursorIsBehindWideCharacters() throws {
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
