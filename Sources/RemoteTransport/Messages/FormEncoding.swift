import ParlorKit

/// The body of a form: `application/x-www-form-urlencoded`, as the URL standard serializes it.
package enum FormEncoding {
  /// The type of the body.
  package static let header = HTTPHeader("Content-Type", "application/x-www-form-urlencoded")

  /// Names and values in order.
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
