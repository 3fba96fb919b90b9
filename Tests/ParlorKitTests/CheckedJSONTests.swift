import ParlorKit
import Testing

/// What is checked is what the reader reads, part by part.
@Suite struct CheckedJSONTests {
  private static let answer = """
    {"line":"drop 4", "used" : 2,"draws":true,"more":null,"x":-1.25,"n":[],"o":{},
    "state":{"turn":1,"legal":{"moves":["drop 1","drop 2"],"forms":["a\\n"]},"ü":"\\"ü"}}
    """

  @Test func `members are those of the reader`() throws {
    let bytes = Array(Self.answer.utf8)
    let read = try JSONReader.read(bytes)
    let checked = try #require(CheckedJSON(bytes))
    #expect(checked.value == read)
    for field in try #require(read.fields) { #expect(checked[field.name] == field.value) }
    #expect(checked["none"] == nil)
    let state = try #require(checked.object("state"))
    #expect(state["ü"] == .string("\"ü"))
    #expect(state.object("legal")?.plainStrings("moves") == ["drop 1", "drop 2"])
    #expect(state.object("legal")?.plainStrings("forms") == nil)
    #expect(checked.plainStrings("n") == [])
    #expect(checked.plainStrings("x") == nil)
    #expect(checked.object("n") == nil)
  }

  @Test func `the last of equal names counts`() {
    #expect(CheckedJSON(Array(#"{"a":1,"b":2,"a":3}"#.utf8))?["a"] == .integer(3))
  }

  /// Whatever passes the check is read, with the same members; what is refused may still be read.
  @Test func `damaged answers are refused or read alike`() {
    let whole = Array(Self.answer.utf8)
    let bytes = Array("{}[],:\"\\ue0-.9 \u{1}".utf8) + [0xC3, 0xFF, 0x80]
    var chance = Chance(seed: 4, draw: 0)
    var passed = 0
    for _ in 0..<20_000 {
      var damaged = whole
      for _ in 0...Int(chance.below(2)) {
        let place = Int(chance.below(UInt32(damaged.count)))
        switch chance.below(3) {
        case 0: damaged[place] = bytes[Int(chance.below(UInt32(bytes.count)))]
        case 1: damaged.remove(at: place)
        default: damaged.insert(bytes[Int(chance.below(UInt32(bytes.count)))], at: place)
        }
      }
      guard let checked = CheckedJSON(damaged) else { continue }
      passed += 1
      let read = try? JSONReader.read(damaged)
      #expect(read?.fields != nil)
      for field in read?.fields ?? [:] { #expect(checked[field.name] == field.value) }
    }
    #expect(passed > 2000)
  }

  @Test(arguments: [
    "", "1", "[]", "{", "{}x", #"{"a":01}"#, #"{"a":1e5}"#, #"{"a":"\u0041"}"#, #"{"\n":1}"#,
    #"{"a":1,}"#, #"{"a" 1}"#, #"{"a":12345678901234567890}"#, "{\"a\":\"\u{1}\"}",
  ])
  func `JSON that is rare or invalid is left to the reader`(text: String) {
    #expect(CheckedJSON(Array(text.utf8)) == nil)
  }
}
