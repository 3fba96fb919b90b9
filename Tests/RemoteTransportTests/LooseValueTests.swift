import ParlorKit
import RemoteTransport
import Testing

@Suite struct LooseValueTests {
  private func value(_ text: String) throws -> Value { try JSONReader.read(Array(text.utf8)) }

  @Test(arguments: ["null", "false", "0", "0.0", #""""#, #""0""#, "[]", "{}"])
  func `absence comes in many shapes`(_ text: String) throws {
    #expect(try value(text).isNothing)
    #expect(try value(text).something == nil)
  }

  @Test(arguments: ["true", "1", #""a""#, "[0]", #"{"a":null}"#])
  func `presence is presence`(_ text: String) throws { #expect(try !value(text).isNothing) }

  @Test(arguments: [
    ("3", 3), (#""3""#, 3), ("3.0", 3), (#""3.7""#, 3), ("true", 1), ("false", 0),
    ("-2", -2),
  ])
  func `integers come as text as well`(_ text: String, _ number: Int) throws {
    #expect(try value(text).looseInteger == number)
  }

  @Test(arguments: [
    "null", #""""#, #""x""#, "1e300", #""1e300""#, #""nan""#, #""inf""#, "[]", "{}",
  ])
  func `a value that is not an integer is nil`(_ text: String) throws {
    #expect(try value(text).looseInteger == nil)
  }

  @Test(arguments: [
    ("true", true), (#""t""#, true), ("1", true), (#""1""#, true), ("false", false),
    (#""f""#, false), ("0", false), ("null", false), ("[]", false),
  ])
  func `truth comes as letters and numbers as well`(_ text: String, _ flag: Bool) throws {
    #expect(try value(text).looseFlag == flag)
  }

  @Test func `an object can stand for an array`() throws {
    #expect(try value(#"{"0":5,"1":6,"botname":"x"}"#).element(1) == .integer(6))
    #expect(try value("[5,6]").element(1) == .integer(6))
    #expect(try value("[5,6]").element(2) == nil)
    #expect(try value("7").element(0) == nil)
  }

  @Test(arguments: [
    (" a \n\t\t b ", "a b"), ("one<br/>two<BR>three<br />", "one two three"),
    ("\u{1B}[31mred\u{1B}[0m", "[31mred[0m"), ("a\u{202E}b\u{7}", "ab"), ("👩‍🚀 é", "👩‍🚀 é"),
    ("<b>", "<b>"),
  ])
  func `untrusted text becomes plain`(_ text: String, _ plain: String) {
    #expect(PlainText.of(text) == plain)
  }

  @Test func `long untrusted text is cut`() {
    #expect(PlainText.of(String(repeating: "x", count: 10_000)).count == 400)
  }
}
