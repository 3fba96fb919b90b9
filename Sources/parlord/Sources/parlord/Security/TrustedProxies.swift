import HTTPTypes
import LibC

/// A range of network addresses, such as `10.0.0.0/8`, `2001:db8::/32` or `192.0.2.1`.
struct AddressRange: Sendable, Equatable {
  /// The address; one of IPv4 as an IPv6 address that is mapped to it.
  private let bytes: [UInt8]
  /// The number of leading bits that count.
  private let bits: Int

  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard let first = parts.first, parts.count <= 2, let bytes = Self.bytes(of: String(first))
    else {
      return nil
    }
    let most = first.contains(":") ? 128 : 32
    var bits = most
    if parts.count == 2 {
      guard parts[1].utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(parts[1]),
        number <= most
      else { return nil }
      bits = number
    }
    self.bytes = bytes
    self.bits = bits + 128 - most
  }

  func contains(_ address: String) -> Bool {
    guard let other = Self.bytes(of: address) else { return false }
    return bytes.indices.allSatisfy { place in
      let shift = 8 - min(8, max(0, bits - 8 * place))
      return bytes[place] >> shift == other[place] >> shift
    }
  }

  /// Whether a text is an address of IPv4 or IPv6.
  static func isAddress(_ text: String) -> Bool { bytes(of: text) != nil }

  private static func bytes(of address: String) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET6, address, &bytes) == 1 { return bytes }
    var short = [UInt8](repeating: 0, count: 4)
    guard inet_pton(AF_INET, address, &short) == 1 else { return nil }
    return [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + short
  }
}

/// The proxies that are believed when they tell the address of a client.
struct TrustedProxies: Sendable, Equatable {
  /// The addresses of the proxies; `nil` if every client is one.
  var ranges: [AddressRange]? = []
  /// Whether the proxies send `Forwarded` rather than `X-Forwarded-For` and `X-Forwarded-Proto`.
  ///
  /// Only one of them is read: a proxy passes on the other one as the client wrote it.
  var sendForwarded = false

  /// No proxy.
  static let none = TrustedProxies()
  /// Every client is a proxy, because the port can be reached by nobody else.
  static let all = TrustedProxies(ranges: nil)

  /// Whether there are no proxies.
  var isEmpty: Bool { ranges?.isEmpty ?? false }

  /// Whether an address is that of a proxy.
  func contain(_ address: String) -> Bool {
    ranges?.contains { $0.contains(address) } ?? true
  }

  /// The address of the client behind a proxy.
  ///
  /// - Parameters:
  ///   - peer: the address of the proxy.
  ///   - hops: what the proxies on the way told, the one next to the server last.
  func client(peer: String, hops: [String]) -> String {
    guard ranges != nil else { return hops.last.map { String($0.prefix(45)) } ?? peer }
    var client = peer
    for hop in hops.reversed() where contain(client) {
      guard AddressRange.isAddress(hop) else { break }
      client = hop
    }
    return client
  }

  /// The values of `for` in a `Forwarded` header, without ports, and its last `proto`.
  ///
  /// Source: RFC 7239, section 4.
  static func read(forwarded: String) -> (hops: [String], proto: String?) {
    var (hops, proto) = ([String](), String?.none)
    for element in split(forwarded, at: ",") {
      proto = nil
      for pair in split(element, at: ";") {
        let parts = pair.split(separator: "=", maxSplits: 1).map { trim(String($0)) }
        guard parts.count == 2 else { continue }
        let value = parts[1].filter { $0 != "\"" && $0 != "\\" }
        switch parts[0].lowercased() {
        case "for": hops.append(withoutPort(value))
        case "proto": proto = value.lowercased()
        default: break
        }
      }
    }
    return (hops, proto)
  }

  /// The entries of an `X-Forwarded-For` header.
  static func read(forwardedFor text: String) -> [String] {
    text.split(separator: ",").map { withoutPort(trim(String($0))) }.filter { !$0.isEmpty }
  }

  /// Splits a text at a character outside of quotes.
  private static func split(_ text: String, at separator: Character) -> [String] {
    var (parts, isQuoted) = ([""], false)
    for character in text {
      if character == "\"" { isQuoted.toggle() }
      if character == separator, !isQuoted {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }

  private static func trim(_ text: String) -> String {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    return String(text.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }

  /// `192.0.2.1:80` and `[2001:db8::1]:80` as addresses.
  private static func withoutPort(_ text: String) -> String {
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      return String(text[..<end].dropFirst())
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count == 2 ? String(parts[0]) : text
  }
}

extension TrustedProxies {
  /// What proxies tell in the headers of a request: the address of the client, and whether it uses
  /// TLS. Without a proxy the headers are not read.
  func client(peer: String, headers: HTTPFields) -> (address: String, isSecure: Bool) {
    guard contain(peer) else { return (peer, false) }
    func value(_ name: String) -> String {
      HTTPField.Name(name).map { headers[values: $0].joined(separator: ",") } ?? ""
    }
    if sendForwarded {
      let (hops, proto) = Self.read(forwarded: value("Forwarded"))
      return (client(peer: peer, hops: hops), proto == "https")
    }
    let hops = Self.read(forwardedFor: value("X-Forwarded-For"))
    let proto = value("X-Forwarded-Proto").split(separator: ",").last
    return (client(peer: peer, hops: hops), proto?.filter { $0 != " " } == "https")
  }
}
