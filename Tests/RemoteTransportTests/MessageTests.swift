import ParlorKit
import RemoteTransport
import Testing

@Suite struct MessageTests {
  @Test func `forms are encoded as browsers do`() {
    let bytes = FormEncoding.bytes(of: [("name", "Jiří & co"), ("a", "1+1=2"), ("b", "*-._~")])
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "name=Ji%C5%99%C3%AD+%26+co&a=1%2B1%3D2&b=*-._%7E")
  }

  @Test(arguments: [
    "farklesession=abc", "x=1; Path=/, farklesession=abc; Max-Age=3",
    "x=1; expires=Fri, 20-Nov-2046 23:00:00 GMT,farklesession=abc",
  ])
  func `a cookie is found among others`(_ header: String) {
    let response = HTTPResponse(status: 200, headers: [HTTPHeader("set-cookie", header)])
    #expect(response.cookie("farklesession") == "abc")
  }

  @Test(arguments: ["yfarklesession=abc", "farklesession=deleted; Max-Age=0", "farklesession="])
  func `another cookie and a deleted one are none`(_ header: String) {
    let response = HTTPResponse(status: 200, headers: [HTTPHeader("Set-Cookie", header)])
    #expect(response.cookie("farklesession") == nil)
  }

  @Test func `an error is no refusal of the service and does not pass, unless that is said`() {
    let errors = [ServiceError(GameError(.remote, "x")), ServiceError(remote: "x")]
    #expect(errors.allSatisfy { !$0.isRefusal && !$0.isTransient && !$0.mayHaveArrived })
  }
}
