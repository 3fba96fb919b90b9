/// The address of a remote service: `https://host:port/path`.
package struct ServiceURL: Sendable, Equatable {
  /// Whether the connection is encrypted.
  package let isEncrypted: Bool
  /// The host, in lower case; an IPv6 address stands in brackets.
  package let host: String
  /// The port, where it is not the usual one of the scheme.
  package let port: Int?
  /// The path: empty, or `/` and what follows, without a `/` at its end.
  package let path: String

  /// Reads an address.
  ///
  /// - Returns: nothing for anything but http and https, and for an address with a user, a
  ///   password, a query or a fragment, which would end up in places where they do not belong.
  package init?(_ text: String) {
    guard let scheme = ["https://", "http://"].first(where: { text.lowercased().hasPrefix($0) }),
      text.utf8.count <= 2048,
      text.utf8.allSatisfy({ 0x21...0x7E ~= $0 && !Self.excluded.contains($0) })
    else { return nil }
    isEncrypted = scheme == "https://"
    let rest = text.dropFirst(scheme.count)
    let authority = rest.prefix { $0 != "/" }
    var path = rest.dropFirst(authority.count)
    while path.hasSuffix("/") { path = path.dropLast() }
    self.path = String(path)
    guard let (host, port) = Self.split(authority) else { return nil }
    self.host = host
    self.port = port == (isEncrypted ? 443 : 80) ? nil : port
  }

  /// What no address holds that is written as it should be, `@`, `?` and `#` among them.
  private static let excluded = Array("@?#\"<>\\^`{|}".utf8)

  /// Host and port of an authority.
  private static func split(_ text: Substring) -> (host: String, port: Int?)? {
    let host: Substring
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return nil }
      host = text[...end]
      guard host.dropFirst().dropLast().allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." })
      else { return nil }
    } else {
      host = text.prefix { $0 != ":" }
      guard host.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "." }) else {
        return nil
      }
    }
    guard !host.isEmpty else { return nil }
    let rest = text.dropFirst(host.count)
    if rest.isEmpty { return (host.lowercased(), nil) }
    guard rest.first == ":", rest.dropFirst().allSatisfy(\.isNumber),
      let port = Int(rest.dropFirst()), 1...65_535 ~= port
    else { return nil }
    return (host.lowercased(), port)
  }

  /// The address as text.
  package var text: String {
    (isEncrypted ? "https://" : "http://") + host + (port.map { ":\($0)" } ?? "") + path
  }

  /// The same service at another path.
  package init(_ url: ServiceURL, path: String) {
    isEncrypted = url.isEncrypted
    host = url.host
    port = url.port
    self.path = path
  }

  /// Whether the host is this machine: `localhost`, an address 127.x.x.x, or `[::1]`.
  package var isLoopback: Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { part in UInt8(part) != nil && part.allSatisfy(\.isNumber) }
  }

  /// Whether what is sent there can be read on the way by nobody else.
  package var isPrivate: Bool { isEncrypted || isLoopback }
}
