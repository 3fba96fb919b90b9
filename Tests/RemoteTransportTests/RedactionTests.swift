import RemoteTransport
import Testing

@Suite struct RedactionTests {
  private let redaction = Redaction(names: ["pass", "token"], headers: ["access_token"])
  private let zeros = Redaction.replacement

  private func body(_ text: String) -> String { redaction.body(Array(text.utf8)) }

  @Test func `secrets of forms are replaced`() {
    #expect(
      body("a=1&pass=x%26y&pass2=z&bypass=w&token=")
        == "a=1&pass=\(zeros)&pass2=z&bypass=w&token=\(zeros)")
  }

  @Test func `secrets of JSON are replaced byte for byte`() {
    #expect(body(#"{"pass": "a\"b", "n":1.50}"#) == #"{"pass": "\#(zeros)", "n":1.50}"#)
    #expect(
      body(#"[{"token":"x"},{"token" : "y"}]"#)
        == #"[{"token":"\#(zeros)"},{"token" : "\#(zeros)"}]"#)
    #expect(body(#"{"pass":null,"token":12}"#) == #"{"pass":null,"token":12}"#)
    #expect(body(#"{"a":"pass","b":"#) == #"{"a":"pass","b":"#)
    #expect(body(#"{"pass":"unended"#) == #"{"pass":"\#(zeros)"#)
  }

  @Test func `secrets of headers are replaced`() {
    #expect(redaction.value(of: HTTPHeader("Access_Token", "x")) == zeros)
    #expect(
      redaction.value(of: HTTPHeader("Set-Cookie", "a=1, token=x; Path=/, token=y"))
        == "a=1, token=\(zeros); Path=/, token=\(zeros)")
    #expect(redaction.value(of: HTTPHeader("Content-Type", "token=x")) == "token=x")
  }
}
