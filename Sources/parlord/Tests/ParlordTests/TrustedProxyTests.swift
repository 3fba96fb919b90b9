import Testing

@testable import parlord

/// The addresses that trusted proxies tell.
@Suite struct TrustedProxyTests {
  @Test(arguments: [
    ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false),
    ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false),
    ("192.0.2.0/31", "192.0.2.1", true), ("0.0.0.0/0", "203.0.113.9", true),
    ("10.0.0.0/8", "::ffff:10.1.2.3", true), ("2001:db8::/33", "2001:db8:7fff::1", true),
    ("2001:db8::/33", "2001:db8:8000::1", false), ("::/0", "2001:db8::1", true),
    ("10.0.0.0/8", "local", false), ("10.0.0.0/8", "", false),
  ])
  func `a range has addresses`(_ range: String, _ address: String, _ isIn: Bool) throws {
    #expect(try #require(AddressRange(range)).contains(address) == isIn)
  }

  @Test(arguments: [
    "", "10.0.0.0/33", "::/129", "10.0.0.0/", "10.0.0.0/-1", "10.0.0/8", "a", "10.0.0.0/8/8",
  ])
  func `invalid ranges are refused`(_ text: String) { #expect(AddressRange(text) == nil) }

  @Test(arguments: [
    ("10.0.0.1", ["203.0.113.1"], "203.0.113.1"),
    // What the client claims stands before what the proxies add.
    ("10.0.0.1", ["198.51.100.1", "203.0.113.1"], "203.0.113.1"),
    ("10.0.0.1", ["198.51.100.1", "203.0.113.1", "10.0.0.2"], "203.0.113.1"),
    ("10.0.0.1", ["unknown", "10.0.0.2"], "10.0.0.2"), ("10.0.0.1", [], "10.0.0.1"),
    ("203.0.113.9", ["198.51.100.1"], "203.0.113.9"),
  ])
  func `the client is the last that is no proxy`(
    _ peer: String, _ hops: [String], _ client: String
  ) throws {
    let proxies = TrustedProxies(ranges: [try #require(AddressRange("10.0.0.0/8"))])
    #expect(proxies.client(peer: peer, hops: hops) == client)
  }

  @Test func `headers of proxies are read`() {
    let forwarded = TrustedProxies.read(
      forwarded: #"for="[2001:db8::1]:47011";proto=http, For=192.0.2.1:80; by="a,b" ;Proto=HTTPS"#)
    #expect(forwarded.hops == ["2001:db8::1", "192.0.2.1"] && forwarded.proto == "https")
    #expect(TrustedProxies.read(forwarded: ";=,,for=").hops.isEmpty)
    #expect(
      TrustedProxies.read(forwardedFor: " 192.0.2.1:5 ,2001:db8::1,, [2001:db8::2]:80")
        == ["192.0.2.1", "2001:db8::1", "2001:db8::2"])
  }
}
