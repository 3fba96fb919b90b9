import LibC

/// The network that a client belongs to, by which limits count.
enum ClientNetwork {
  /// The IPv4 address itself, but of an IPv6 address its first 64 bits: whoever has one has the
  /// 2^64 addresses that begin alike (RFC 4291, section 2.5.4).
  static func of(_ address: String) -> String {
    var bytes = [UInt8](repeating: 0, count: 16)
    guard inet_pton(AF_INET6, address, &bytes) == 1 else { return address }
    let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
    guard !isMapped else { return bytes[12...].map(String.init).joined(separator: ".") }
    return Hex.text(bytes[..<8]) + "/64"
  }
}
