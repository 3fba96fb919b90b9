import RemoteTransport
import Testing

@Suite struct ServiceURLTests {
  @Test(arguments: [
    ("http://localhost:8080/farkle_fetch.php", "http://localhost:8080/farkle_fetch.php"),
    ("HTTPS://Example.COM:443/a/", "https://example.com/a"), ("http://[::1]:81", "http://[::1]:81"),
    ("http://127.0.0.1:80", "http://127.0.0.1"), ("https://a.b/%20x;y=1", "https://a.b/%20x;y=1"),
  ])
  func `an address is read and written`(_ text: String, _ canonical: String) {
    #expect(ServiceURL(text)?.text == canonical)
  }

  @Test(arguments: [
    "", "http://", "https:///x", "ftp://a", "localhost:8080", "http://a:0", "http://a:65536",
    "http://a:", "http://a:x", "http://user@a", "http://user:pass@a/", "http://a/?q=1",
    "http://a/#f", "http://a/ b", "http://a\n", "http://[::1", "http://[x]", "http://a_b",
    "http://é", "http://a:99999999999999999999",
  ])
  func `what is no plain address is refused`(_ text: String) {
    #expect(ServiceURL(text) == nil)
  }

  @Test(arguments: [
    ("http://localhost", true), ("http://127.0.0.1", true), ("http://127.255.0.9:1", true),
    ("http://[::1]", true), ("http://localhost.example.com", false),
    ("http://127.0.0.1.example.com", false), ("http://127.1", false), ("http://127.0.0.256", false),
    ("http://127.0.0.+1", false), ("http://10.0.0.1", false), ("https://example.com", true),
  ])
  func `only this machine and encryption are private`(_ text: String, _ isPrivate: Bool) {
    #expect((ServiceURL(text)?.isPrivate ?? false) == isPrivate)
  }
}
