import ParlorKit
import RemoteTransport
import Testing

@Suite struct ServiceAddressTests {
  private static let names = [(name: "local", url: "http://localhost:8080/x")]

  private func text(_ word: String, isLax: Bool = false) -> String {
    do throws(GameError) {
      return try ServiceAddress(word, names: Self.names, isLax: isLax).text
    } catch {
      return "\(error.code.rawValue): \(error.message)"
    }
  }

  @Test func `a name is short for an address`() {
    #expect(text("local") == "http://localhost:8080/x")
  }

  @Test func `cassettes are files`() {
    #expect(text("cassette:a b.cassette") == "cassette:a b.cassette")
    #expect(text("cassette:") == "bad-argument: `cassette:` is not the address of a service")
  }

  @Test func `an unencrypted connection to another machine needs insecure=on`() {
    #expect(
      text("http://example.com/x")
        == "bad-argument: the connection to example.com is not encrypted")
    #expect(text("http://example.com/x", isLax: true) == "http://example.com/x")
    #expect(text("https://example.com/x") == "https://example.com/x")
  }
}
