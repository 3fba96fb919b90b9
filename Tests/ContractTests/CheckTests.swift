import GameTesting
import Testing

/// The checks of this suite themselves: they accept what is right and nothing else.
struct CheckTests {
  @Test(arguments: [
    "{}", "[]", "0", "-1.5e+3", "null", #"{"a":[1,true,{"b":"\u00e9\n"}],"c":""}"#, #""é""#, "1E2",
  ])
  func `the check accepts valid JSON`(text: String) { #expect(JSONText.isValid(Array(text.utf8))) }

  @Test(arguments: [
    "", "{", "[1,]", "{\"a\":1,}", "{\"a\"}", "{a:1}", "01", "+1", "1.", ".5", "1e", "tru", "nulll",
    "\"\n\"", #""\x""#, #""\u12""#, "\"", "[1 2]", "{} {}", " {}", #"{"a":1,"a":2}"#, "'a'", "NaN",
  ])
  func `the check refuses invalid JSON`(text: String) {
    #expect(!JSONText.isValid(Array(text.utf8)))
  }

  @Test func `JSON that is not UTF-8 is refused`() {
    #expect(!JSONText.isValid([0x22, 0xFF, 0x22]))
  }
}
