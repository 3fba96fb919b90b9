import ParlorKit
import TestKit
import Testing

@Suite struct JSONReaderTests {
  private func read(_ text: String) throws -> Value { try JSONReader.read(Array(text.utf8)) }

  @Test(arguments: [
    ("null", Value.null), (" true ", .bool(true)), ("false", .bool(false)),
    ("0", .integer(0)), ("-0", .integer(0)), ("-12", .integer(-12)),
    ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
    ("9223372036854775808", .number(9_223_372_036_854_775_808)),
    ("1.5", .number(1.5)), ("1e2", .number(100)), ("-2.5E-1", .number(-0.25)),
    ("1e+2", .number(100)),
    (#""""#, .string("")), (#""a\"\\\/\b\f\n\r\tz""#, .string("a\"\\/\u{8}\u{C}\n\r\tz")),
    (#""\u00e9\u20AC\ud83c\udfb2""#, .string("é€🎲")), (#""é€🎲""#, .string("é€🎲")),
    ("[]", .array([])),
    ("[1, [2],\n{}]", .array([.integer(1), .array([.integer(2)]), .object([:])])),
    (
      #"{"b":1,"a":{"b":null}}"#,
      .object([
        "b": .integer(1), "a": .object(["b": .null]),
      ])
    ),
  ])
  func `valid JSON is read`(text: String, value: Value) throws {
    #expect(try read(text) == value)
  }

  @Test(arguments: [
    ("", 0), (" ", 1), ("nul", 0), ("truth", 0), ("1 2", 2), ("01", 1), ("-", 1), ("1.", 2),
    (".5", 0), ("1e", 2), ("1e400", 0), ("+1", 0), ("NaN", 0), ("'a'", 0), ("[1,]", 3), ("[1", 2),
    ("[1 2]", 3), ("{a:1}", 1), (#"{"a" 1}"#, 5), (#"{"a":}"#, 5), (#"{"a":1,}"#, 7), (#""a"#, 2),
    ("\"a\nb\"", 2), (#""\x""#, 2), (#""\u12g4""#, 5), (#""\ud83c""#, 3), (#""\ud83c\u0041""#, 3),
    (#""\udfb2""#, 3), ("//", 0), ("]", 0), ("\u{FEFF}1", 0),
  ])
  func `what is not JSON is refused at its place`(text: String, offset: Int) {
    let fault = #expect(throws: JSONError.self) { try read(text) }
    #expect(fault?.offset == offset)
  }

  @Test func `bytes that are not text are refused`() {
    #expect(throws: JSONError(offset: 1, reason: "the string is not UTF-8")) {
      try JSONReader.read([0x22, 0xFF, 0x22])
    }
    #expect(throws: JSONError.self) { try JSONReader.read([0x22, 0x5C, 0x6E, 0xC3, 0x22]) }
  }

  @Test func `depth has a limit`() throws {
    let most = JSONReader.maxDepth
    let opened = String(repeating: "[", count: most)
    _ = try read(opened + String(repeating: "]", count: most))
    #expect(throws: JSONError(offset: most, reason: "it is nested too deeply")) {
      try read(opened + "[")
    }
    #expect(throws: JSONError.self) { try read(String(repeating: #"{"":"#, count: 100_000)) }
  }

  @Test func `members are found by their bytes`() throws {
    let value = try read(#"{"\u00e9":1,"e\u0301":2,"x":3,"x":4}"#)
    #expect(value["\u{E9}"] == .integer(1))
    #expect(value["e\u{301}"] == .integer(2))
    #expect(value["x"] == .integer(4))
    #expect(value["y"] == nil)
    #expect(Value.null["x"] == nil)
  }

  /// What the writer writes is read as what it was, for random values.
  @Test func `reading undoes writing`() throws {
    var numbers = Numbers(seed: 5)
    for _ in 0..<500 {
      let value = random(&numbers, depth: 0)
      var writer = JSONWriter()
      writer.write(value)
      #expect(try JSONReader.read(writer.bytes) == value)
    }
  }

  private func random(_ numbers: inout Numbers, depth: Int) -> Value {
    switch numbers.below(depth < 4 ? 7 : 5) {
    case 0: .null
    case 1: .bool(numbers.below(2) == 0)
    case 2: .integer(Int(truncatingIfNeeded: numbers.next()))
    case 3: .number(Double(numbers.below(1000)) / 8 + 0.0625)
    case 4: .string(text(&numbers))
    case 5: .array((0..<numbers.below(5)).map { _ in random(&numbers, depth: depth + 1) })
    default:
      .object(
        Fields(
          (0..<numbers.below(5)).map { _ in
            Fields.Field(text(&numbers), random(&numbers, depth: depth + 1))
          }))
    }
  }

  private func text(_ numbers: inout Numbers) -> String {
    let letters: [Character] = ["a", "\"", "\\", "\n", "\u{1}", "é", "🎲", "/", "\u{7F}", " "]
    return String((0..<numbers.below(8)).map { _ in letters[numbers.below(letters.count)] })
  }

  /// Random bytes are refused at one of them or at the end, or are a value that can be written.
  @Test func `random bytes are refused or a value`() throws {
    var numbers = Numbers(seed: 9)
    let alphabet = Array(#"{}[]",:\u0019eE+-. tfn"#.utf8) + [0xC3, 0xA9, 0xFF, 0x0A]
    var count = 0
    for _ in 0..<20_000 {
      let bytes = (0..<numbers.below(24)).map { _ in alphabet[numbers.below(alphabet.count)] }
      do {
        let value = try JSONReader.read(bytes)
        var writer = JSONWriter()
        writer.write(value)
        #expect(try JSONReader.read(writer.bytes) == value)
        count += 1
      } catch {
        #expect((0...bytes.count).contains(error.offset), "\(bytes)")
      }
    }
    #expect(count > 100)
  }
}
