/// The address of a server, `HOST:PORT`.
struct RemoteAddress: Equatable {
  /// A host name or IP address.
  var host: String
  /// The port, 1 to 65535, in digits.
  var port: String

  /// Parses `localhost:7777`, `127.0.0.1:7777`, `[::1]:7777`.
  init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":") else { return nil }
    let host = text[..<colon]
    port = String(text[text.index(after: colon)...])
    guard port.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), 1...65_535 ~= Int(port) ?? 0 else {
      return nil
    }
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
    let bare = isBracketed ? host.dropFirst().dropLast() : host
    guard !bare.isEmpty, isBracketed || !bare.contains(":") else { return nil }
    self.host = String(bare)
  }

  /// The address as the user would type it.
  var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
