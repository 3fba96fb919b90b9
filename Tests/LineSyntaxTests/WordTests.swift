import ParlorKit
import Testing

@testable import LineSyntax

/// What is written as a word is read as the same word.
struct WordTests {
  @Test(
    arguments: [
      ("Ann", "Ann"), ("", #""""#), ("Mary Ann", #""Mary Ann""#), ("a\tb", "\"a\tb\""),
      ("#1", ##""#1""##), ("a#1", "a#1"), ("a=b", #""a=b""#), ("a;b", #""a;b""#),
      (#"a"b"#, #""a\"b""#), (#"a\b"#, #"a\b"#), (#"a \b"#, #""a \\b""#), ("Zoë", "Zoë"),
    ] as [(String, String)])
  func `a written word is read as the same word`(text: String, word: String) {
    #expect(Word.written(text) == word)
  }

  @Test(
    arguments: [
      ("on", "k=on"), ("", #"k="""#), ("1 5", #"k="1 5""#), ("a=b", "k=a=b"), ("#", "k=#"),
      (#"""#, #"k="\"""#), (";", #"k=";""#),
    ] as [(String, String)])
  func `a written option is one word`(value: String, word: String) {
    #expect(Word.written(option: "k", value) == word)
  }

  /// Texts of scalars that mean something to the tokenizer, and of any others.
  @Test(arguments: 0..<40)
  func `every text is read back`(seed: UInt64) throws {
    var chance = Chance(seed: seed, draw: 0)
    let special = Array(" \t\"\\=#;>a-7éÀ李🎲.".unicodeScalars)
    for _ in 0..<100 {
      var text = String.UnicodeScalarView()
      for _ in 0..<chance.below(12) {
        text.append(special[Int(chance.below(UInt32(special.count)))])
      }
      let value = String(text)
      var line = Line()
      try line.read(Array("x \(Word.written(value)) \(Word.written(option: "k", value))".utf8)[...])
      #expect(line.tokens.count == 3)
      #expect(line.tokens.map { line.text($0) } == ["x", value, value])
      #expect(line.tokens.map { $0.name.map(line.name) } == [nil, nil, "k"])
    }
  }
}
