import ParlorKit
import Testing

@testable import LineSyntax

/// How a line is cut into words.
struct TokenizerTests {
  /// A line, and its words: `name=content` for an option, quoted ones in `«»`.
  @Test(
    arguments: [
      ("", []),
      ("  \t ", []),
      ("roll", ["roll"]),
      ("roll 1 5", ["roll", "1", "5"]),
      ("\t roll\t1  5  ", ["roll", "1", "5"]),
      ("# all of it", []),
      ("roll # the rest", ["roll"]),
      ("a#b #c", ["a#b"]),
      ("roll;bank", ["roll;bank"]),
      (#""a b""#, ["«a b»"]),
      (#""""#, ["«»"]),
      (##"x "#y""##, ["x", "«#y»"]),
      (#""say \"hi\" \\""#, [#"«say "hi" \»"#]),
      (#""\\\\""#, [#"«\\»"#]),
      (#"a\b"#, [#"a\b"#]),
      ("k=v", ["k=(v)"]),
      ("k=", ["k=()"]),
      ("k=v=w", ["k=(v=w)"]),
      ("hot-dice=on", ["hot-dice=(on)"]),
      ("k-=v", ["k-=(v)"]),
      ("k=#v", ["k=(#v)"]),
      (#"k="1 5 2""#, ["k=(«1 5 2»)"]),
      (#"k="""#, ["k=(«»)"]),
      (#"k="a\"b""#, [#"k=(«a"b»)"#]),
      ("=v", ["=v"]),
      ("K=v", ["K=v"]),
      ("-k=v", ["-k=v"]),
      ("k1=v", ["k1=v"]),
      ("+10 -5", ["+10", "-5"]),
      ("Zoë 李", ["Zoë", "李"]),
    ] as [(String, [String])])
  func `a line is split into words`(line: String, words: [String]) throws {
    var read = Line()
    try read.read(Array(line.utf8)[...])
    #expect(read.tokens.map { Self.described($0, in: read) } == words)
    #expect(read.tokens.isEmpty == words.isEmpty)
  }

  @Test(
    arguments: [
      (#"a"b"#, "strayQuote(at: 1)"),
      (#"ab "c"d"#, "strayQuote(at: 5)"),
      (#"k="v"w"#, "strayQuote(at: 4)"),
      (#"k=v"w"#, "strayQuote(at: 3)"),
      (#"roll ""#, "openQuote(at: 5)"),
      (#"roll "a b"#, "openQuote(at: 5)"),
      (#"k="a"#, "openQuote(at: 2)"),
      (#""a\"#, "openQuote(at: 0)"),
      (#""a\""#, "openQuote(at: 0)"),
      (#""a\n""#, "unknownEscape(at: 2)"),
      ("ab\u{0}", "notText(at: 2)"),
      ("ab\u{1B}[0m", "notText(at: 2)"),
      ("é\u{7F}", "notText(at: 2)"),
      ("a\u{85}", "notText(at: 1)"),
      ("a\rb", "notText(at: 1)"),
      ("x \u{FFFD}", "notText(at: 2)"),
    ] as [(String, String)])
  func `errors of quoting point at the quote`(line: String, code: String) throws {
    var read = Line()
    let error = try #require(
      #expect(throws: LineError.self) { try read.read(Array(line.utf8)[...]) })
    let words = [
      "strayQuote": "quotes must enclose a whole word or value",
      "openQuote": "missing closing quote",
      "unknownEscape": #"within quotes, a backslash must precede `"` or `\`"#,
      "notText": "a line must be UTF-8 text without control characters",
    ]
    let start = try #require(error.range?.lowerBound)
    let name = try #require(words.first { $0.value == error.message }?.key)
    #expect("\(name)(at: \(start))" == code)
    #expect(error.range?.isEmpty == true)
    #expect(error.code == .syntax)
  }

  @Test func `ranges cover words and contents`() throws {
    var line = Line()
    try line.read(Array(#"ab "c d" k="e""#.utf8)[...])
    #expect(line.tokens.map(\.range) == [0..<2, 3..<8, 9..<14])
    #expect(line.tokens.map(\.content) == [0..<2, 4..<7, 12..<13])
    #expect(line.tokens.map(\.name) == [nil, nil, 9..<10])
    #expect(line.tokens.map(\.isQuoted) == [false, true, true])
  }

  private static func described(_ token: Token, in line: Line) -> String {
    let text = token.isQuoted ? "«\(line.text(token))»" : line.text(token)
    return token.name.map { "\(line.name($0))=(\(text))" } ?? text
  }
}
