import ParlorKit
import Testing

@testable import parlord

@Suite struct WireTests {
  @Test func `forms in the encoding of browsers`() {
    let form = Form(urlEncoded: "a=1+2%203&b=%E2%9C%93&a=4&c&=5&d=%4&e=%zz&f==&g=%00".utf8)
    #expect(form["a"] == "4" && form["b"] == "✓" && form["c"] == "" && form[""] == nil)
    #expect(form["d"] == "%4" && form["e"] == "%zz" && form["f"] == "=" && form["g"] == "\0")
    #expect(Form(urlEncoded: [0xFF, 0x3D, 0xFE])["\u{FFFD}"] == "\u{FFFD}")
    let many = (0..<100).map { "f\($0)=1" }.joined(separator: "&")
    #expect(Form(urlEncoded: many.utf8)["f63"] == "1" && Form(urlEncoded: many.utf8)["f64"] == nil)
  }

  @Test(arguments: [
    ("[1,0,10]", [1, 0, 10]), (" [ 1 , null , \"3\" ] ", [1, 0, 3]), ("[]", []), ("[-1]", [-1]),
  ])
  func `lists of integers are read`(_ text: String, _ numbers: [Int]) {
    #expect(Form(["x": text]).integers("x") == numbers)
  }

  @Test(arguments: ["", "1", "[1", "[1,]", "[[1]]", "[1.5]", "[9999999999999999]", "[a]", "{}"])
  func `invalid lists of integers are refused`(_ text: String) {
    #expect(Form(["x": text]).integers("x") == nil)
  }

  @Test func `a browser finds no markup in JSON`() throws {
    let value: Value = ["name": "<script>&amp;</script>"]
    let text = String(decoding: value.bytes, as: UTF8.self)
    #expect(text == #"{"name":"\u003cscript\u003e\u0026amp;\u003c/script\u003e"}"#)
    #expect(try JSONReader.read(Array(text.utf8)) == value)
  }

  @Test func `dates have the formats of the client`() {
    let moment = Timestamp(milliseconds: 1_795_216_354_785)
    #expect(WireDate.day(moment) == "Nov 20")
    #expect(WireDate.dayOfYear(moment) == "Nov 20, 2026")
    #expect(WireDate.hour(moment) == "Nov 20 @ 11:00 PM")
    #expect(WireDate.minute(moment) == "Nov-20-2026 11:12 PM")
    #expect(WireDate.stamp(moment) == "2026-11-20 23:12:34.785")
    #expect(WireDate.stamp(moment, milliseconds: false) == "2026-11-20 23:12:34")
    #expect(WireDate.weekday(moment) == "Friday   , Nov 20")
    let noon = Timestamp(milliseconds: 1_795_176_000_000)
    #expect(WireDate.hour(noon) == "Nov 20 @ 12:00 PM")
    #expect(WireDate.duration(milliseconds: 70) == "00:00:00.070")
    #expect(WireDate.duration(milliseconds: 90_061_000) == "1 day 01:01:01")
    #expect(WireDate.duration(milliseconds: -5) == "00:00:00")
  }

  @Test(arguments: [
    ("8080", "127.0.0.1", 8080), ("0.0.0.0:0", "0.0.0.0", 0), ("[::1]:99", "::1", 99),
    ("host:65535", "host", 65_535),
  ])
  func `addresses to listen on are read`(_ text: String, _ host: String, _ port: Int) throws {
    let address = try #require(ListenAddress(text))
    #expect(address.host == host && address.port == port)
  }

  @Test(arguments: ["", ":", ":80", "a:", "a:b", "65536", "-1", "::1:80", "1e3", "a:+1"])
  func `invalid addresses are refused`(_ text: String) { #expect(ListenAddress(text) == nil) }
}
