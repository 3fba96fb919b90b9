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
    #expect(state.object("legal")?.strings("moves") == ["drop 1", "drop 2"])
    #expect(state.object("legal")?.strings("forms") == ["a\n"])
    #expect(checked.strings("n") == [])
    #expect(checked.strings("x") == nil)
    #expect(checked.strings("state") == nil)
    #expect(checked.object("n") == nil)
  }

  @Test func `the last of equal names counts`() {
    #expect(CheckedJSON(Array(#"{"a":1,"b":2,"a":3}"#.utf8))?["a"] == .integer(3))
  }

  /// What passes the check is what is read, with the same members.
  @Test func `damaged answers`() {
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
      let read = (try? JSONReader.read(damaged))?.fields
      guard let checked = CheckedJSON(damaged) else {
        // Only an escape in a name is no reason to refuse the rest.
        #expect(read == nil || damaged.contains(UInt8(ascii: "\\")))
        continue
      }
      passed += 1
      #expect(read != nil)
      for field in read ?? [:] { #expect(checked[field.name] == field.value) }
    }
    #expect(passed > 2000)
  }

  @Test(arguments: [
    "", "1", "[]", "{", "{}x", #"{"a":01}"#, #"{"a":1e999}"#, #"{"a":"\u00"}"#, #"{"\n":1}"#,
    #"{"a":1,}"#, #"{"a" 1}"#, #"{"a":tru}"#, "{\"a\":\"\u{1}\"}",
  ])
  func `what cannot be read, is no object or has an escape in a name is refused`(text: String) {
    #expect(CheckedJSON(Array(text.utf8)) == nil)
  }
}
