/// An address to listen on: `HOST:PORT`, or `PORT` for the loopback address.
struct ListenAddress: Sendable, Equatable {
  /// A name or an address; IPv6 in brackets when written.
  var host: String
  /// The port, 0 for any that is free.
  var port: Int

  /// A port of the loopback address.
  init(loopback port: Int) {
    host = "127.0.0.1"
    self.port = port
  }

  /// Reads `8080`, `127.0.0.1:8080`, `[::1]:8080`.
  init?(_ text: String) {
    let host: Substring
    if let colon = text.lastIndex(of: ":") {
      host = text[..<colon]
      guard let port = Self.port(text[text.index(after: colon)...]) else { return nil }
      self.port = port
    } else {
      guard let port = Self.port(text[...]) else { return nil }
      self.port = port
      host = "127.0.0.1"
    }
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
    let bare = isBracketed ? host.dropFirst().dropLast() : host
    guard !bare.isEmpty, isBracketed || !bare.contains(":") else { return nil }
    self.host = String(bare)
  }

  private static func port(_ text: Substring) -> Int? {
    guard text.utf8.count <= 5, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let port = Int(text),
      port <= 65_535
    else { return nil }
    return port
  }
}
