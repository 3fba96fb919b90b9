/// What a remote service answered.
package struct HTTPResponse: Sendable, Equatable {
  /// The largest body that is taken, in bytes.
  package static let bodyLimit = 4 << 20

  /// The status, such as 200.
  package var status: Int
  /// Headers by name; where one came several times, its values may stand in one, parted by commas.
  package var headers: [HTTPHeader]
  /// The body.
  package var body: [UInt8]

  /// A response.
  package init(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The value of a cookie that the response sets, wherever it stands among others; nothing for a
  /// cookie that it deletes.
  package func cookie(_ name: String) -> String? {
    for header in headers where header.name.lowercased() == "set-cookie" {
      if let value = Self.value(of: name, in: header.value) { return value }
    }
    return nil
  }

  /// Looks for `name=value` at the beginning of a part. Parts end in `;` or `,`, and no value of a
  /// cookie holds either (RFC 6265, section 4.1.1).
  private static func value(of name: String, in text: String) -> String? {
    for part in text.split(whereSeparator: { $0 == "," || $0 == ";" }) {
      let part = part.drop { $0 == " " }
      guard part.hasPrefix(name + "=") else { continue }
      let value = part.dropFirst(name.count + 1)
      if !value.isEmpty && value != "deleted" { return String(value) }
    }
    return nil
  }
}
