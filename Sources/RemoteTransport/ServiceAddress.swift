package import ParlorKit

/// The target of `connect`: a service, or a cassette that replays one.
package enum ServiceAddress: Sendable, Equatable {
  case service(ServiceURL)
  /// A file with recorded exchanges.
  case cassette(String)

  /// Reads the argument of `connect`.
  ///
  /// - Parameters:
  ///   - names: short names of addresses.
  ///   - isLax: whether a connection to another machine may be unencrypted.
  package init(
    _ word: String, names: [(name: String, url: String)], isLax: Bool
  ) throws(GameError) {
    let prefix = "cassette:"
    if word.hasPrefix(prefix), word.count > prefix.count {
      self = .cassette(String(word.dropFirst(prefix.count)))
      return
    }
    let text = names.first { $0.name == word }?.url ?? word
    guard let url = ServiceURL(text) else {
      // The text before an `@` may be a password, so the error does not repeat it.
      guard !text.contains("@") else {
        throw GameError(
          .badArgument, "an address cannot contain a user or a password", at: .argument(0),
          help: ["connect first, then `login`"])
      }
      let known = names.map(\.name) + ["https://HOST/…", "cassette:FILE"]
      throw GameError(
        .badArgument, "`\(word)` is not the address of a service", at: .argument(0),
        help: ["expected \(known.alternatives)"])
    }
    guard url.isPrivate || isLax else {
      throw GameError(
        .badArgument, "the connection to \(url.host) is not encrypted", at: .argument(0),
        help: ["use https://, or insecure=on to send passwords unencrypted"])
    }
    self = .service(url)
  }

  /// The preposition of the address in a sentence. `connect` sends nothing to a service.
  package var preposition: String {
    switch self {
    case .service: "The service is "
    case .cassette: "Connected to "
    }
  }

  /// The address as it is typed.
  package var text: String {
    switch self {
    case .service(let url): url.text
    case .cassette(let file): "cassette:\(file)"
    }
  }
}

/// The address of a remote service: `https://host:port/path`.
package struct ServiceURL: Sendable, Equatable {
  /// Whether the connection is encrypted.
  package let isEncrypted: Bool
  /// The host in lower case; an IPv6 address has brackets.
  package let host: String
  /// The port, unless it is the default of the scheme.
  package let port: Int?
  /// The path: empty, or starting with `/`, without a `/` at its end.
  package let path: String

  /// Reads an address.
  ///
  /// - Returns: `nil` for schemes other than http and https, and for an address with a user, a
  ///   password, a query or a fragment, since addresses are shown and saved.
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

  /// Characters that must be escaped in an address, and `@`, `?` and `#`.
  private static let excluded = Array("@?#\"<>\\^`{|}".utf8)

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

  /// Whether nobody else can read the traffic.
  package var isPrivate: Bool { isEncrypted || isLoopback }
}
