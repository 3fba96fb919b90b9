import Testing

@testable import LineSyntax

/// What a line is before its words mean anything: its length, its end, its id.
struct LineTests {
  @Test(
    arguments: [
      ("7 roll", 7, ["roll"]),
      ("007 roll", 7, ["roll"]),
      ("0 roll", 0, ["roll"]),
      ("2147483647 roll 1", 2_147_483_647, ["roll", "1"]),
      ("7 7 7", 7, ["7", "7"]),
      ("7", nil, ["7"]),
      ("7 # comment", nil, ["7"]),
      ("+7 roll", nil, ["+7", "roll"]),
      ("-7 roll", nil, ["-7", "roll"]),
      (#""7" roll"#, nil, ["7", "roll"]),
      ("7x roll", nil, ["7x", "roll"]),
      ("١ roll", nil, ["١", "roll"]),
      ("roll 7", nil, ["roll", "7"]),
    ] as [(String, Int?, [String])])
  func `a number before the verb is an id`(line: String, id: Int?, words: [String]) throws {
    var read = Line()
    try read.read(Array(line.utf8)[...])
    #expect(read.id == id)
    #expect(read.tokens.map { read.text($0) } == words)
  }

  @Test(arguments: ["2147483648 roll", "99999999999999999999 roll", "002147483648 x"])
  func `ids that are too large are refused`(line: String) throws {
    var read = Line()
    let end = line.utf8.firstIndex(of: 0x20).map {
      line.utf8.distance(from: line.startIndex, to: $0)
    }
    let error = #expect(throws: LineError.self) { try read.read(Array(line.utf8)[...]) }
    #expect(error?.message == "an id must be below 2147483648")
    #expect(error?.range == 0..<(end ?? 0))
  }

  @Test func `one line serves many and keeps nothing`() throws {
    var line = Line()
    try line.read(Array("7 a b".utf8)[...])
    #expect(throws: LineError.self) { try line.read(Array(#"x ""#.utf8)[...]) }
    #expect(line.id == nil)
    try line.read(Array("c".utf8)[...])
    #expect(line.tokens.map { line.text($0) } == ["c"])
    #expect(line.id == nil)
    try line.read(Array("  # nothing".utf8)[...])
    #expect(line.tokens.isEmpty)
  }

  @Test(arguments: [4095, 4096])
  func `lines up to the limit are read`(length: Int) throws {
    var line = Line()
    try line.read([UInt8](repeating: 0x61, count: length)[...])
    #expect(line.tokens.map(\.range) == [0..<length])
  }

  /// Blanks, comments and the end of the line count too: what is cut off could have been anything.
  @Test(arguments: [UInt8(ascii: "a"), 0x20, 0x23, 0x00, 0xFF])
  func `longer lines are one fault`(filler: UInt8) {
    var line = Line()
    let error = #expect(throws: LineError.self) {
      try line.read([UInt8](repeating: filler, count: 4097)[...])
    }
    #expect(error?.message == "the line is longer than 4,096 bytes")
    #expect(error?.range == nil)
  }

  @Test(
    arguments: [
      ("", ""), ("a", "a"), ("a\r", "a"), ("a \t\r ", "a"), ("\r", ""), (" a", " a"),
      ("a\rb", "a\rb"),
    ] as [(String, String)])
  func `ends are trimmed`(line: String, rest: String) {
    #expect(Array(Line.trimmed(Array(line.utf8)[...])) == Array(rest.utf8))
  }

  @Test(
    arguments: [
      ("roll", true), ("  roll", true), ("", false), (" \t\r", false), ("#x", false),
      ("  # x", false), ("\"#x\"", true),
    ] as [(String, Bool)])
  func `blank lines and comments are no commands`(line: String, isCommand: Bool) {
    #expect(Line.isCommand(Array(line.utf8)[...]) == isCommand)
  }

  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("+5", 5), ("-5", -5), ("007", 7), ("9223372036854775807", Int.max),
      ("-9223372036854775808", Int.min), ("9223372036854775808", nil),
      ("-9223372036854775809", nil), ("", nil), ("+", nil), ("--1", nil), ("1.0", nil),
      ("1_000", nil), ("0x1", nil), ("١", nil), (" 1", nil),
    ] as [(String, Int?)])
  func `integers are read up to 64 bits`(text: String, number: Int?) {
    #expect(Line.integer(Array(text.utf8)[...]) == number)
  }
}
