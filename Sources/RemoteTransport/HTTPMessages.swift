import ParlorKit

/// A request to a remote service.
package struct HTTPRequest: Sendable, Equatable {
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  package var method: Method
  /// The path below the address of the service, such as `/login`; empty for the address itself.
  package var path: String
  /// The headers in order; the transport adds those of the connection.
  package var headers: [HTTPHeader]
  package var body: [UInt8]
  /// The time until the response must have arrived, in seconds.
  package var timeout: Int

  package init(
    _ method: Method, _ path: String, headers: [HTTPHeader] = [], body: [UInt8] = [],
    timeout: Int = 20
  ) {
    self.method = method
    self.path = path
    self.headers = headers
    self.body = body
    self.timeout = timeout
  }
}

/// A header of a request or a response.
package struct HTTPHeader: Sendable, Equatable {
  /// The name; HTTP ignores its case.
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// The response of a remote service.
package struct HTTPResponse: Sendable, Equatable {
  /// The maximum size of a body, in bytes.
  package static let bodyLimit = 4 << 20

  /// The status, such as 200.
  package var status: Int
  /// The headers; a repeated one may be combined, with its values separated by commas.
  package var headers: [HTTPHeader]
  package var body: [UInt8]

  package init(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The seconds for which the service asks clients to pause, at most an hour; `nil` if it does
  /// not.
  package var retryAfter: Int? {
    guard status == 429 || status == 503,
      let header = headers.first(where: { $0.name.lowercased() == "retry-after" }),
      let seconds = Int(header.value), seconds > 0
    else { return nil }
    return min(seconds, 3600)
  }

  /// The value of a cookie that the response sets; `nil` for a cookie that it deletes.
  package func cookie(_ name: String) -> String? {
    for header in headers where header.name.lowercased() == "set-cookie" {
      if let value = Self.value(of: name, in: header.value) { return value }
    }
    return nil
  }

  /// Looks for `name=value` at the start of a part. Parts end in `;` or `,`, which no value of a
  /// cookie contains (RFC 6265, section 4.1.1).
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

/// The body of a form: `application/x-www-form-urlencoded`, as the URL standard serializes it.
package enum FormEncoding {
  package static let header = HTTPHeader("Content-Type", "application/x-www-form-urlencoded")

  /// The body for names and values in order.
  package static func bytes(of fields: [(name: String, value: String)]) -> [UInt8] {
    Array(fields.map { "\(encoded($0.name))=\(encoded($0.value))" }.joined(separator: "&").utf8)
  }

  /// Letters, digits and `*-._` stay, a blank becomes `+`, any other byte `%XX`.
  private static func encoded(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2A, 0x2D, 0x2E, 0x5F:
        result.unicodeScalars.append(Unicode.Scalar(byte))
      case 0x20: result += "+"
      default:
        result += "%" + byte.padded(to: 2, radix: 16, uppercase: true)
      }
    }
    return result
  }
}
