/// Writes JSON (RFC 8259) as UTF-8 bytes on one line, without blanks.
package struct JSONWriter: Sendable {
  /// The bytes written so far.
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// An empty writer.
  package init() {}

  /// Writes a null.
  package mutating func writeNull() { writeScalar("null") }

  /// Writes a truth value.
  package mutating func write(_ flag: Bool) { writeScalar(flag ? "true" : "false") }

  /// Writes an integer.
  package mutating func write(_ number: Int) { writeScalar(String(number)) }

  /// Writes a finite number; anything else becomes null, as JSON has no word for it.
  package mutating func write(_ number: Double) {
    writeScalar(number.isFinite ? "\(number)" : "null")
  }

  /// Writes a string.
  package mutating func write(_ string: String) {
    separate()
    writeQuoted(string)
    needsComma = true
  }

  /// Writes the key of an object's next value.
  package mutating func write(key: String) {
    separate()
    writeQuoted(key)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes an object; `body` writes keys and values by turns.
  package mutating func writeObject(_ body: (inout JSONWriter) -> Void) {
    nest(UInt8(ascii: "{"), UInt8(ascii: "}"), body)
  }

  /// Writes an array; `body` writes its values.
  package mutating func writeArray(_ body: (inout JSONWriter) -> Void) {
    nest(UInt8(ascii: "["), UInt8(ascii: "]"), body)
  }

  private mutating func nest(_ open: UInt8, _ close: UInt8, _ body: (inout JSONWriter) -> Void) {
    separate()
    bytes.append(open)
    needsComma = false
    body(&self)
    bytes.append(close)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func writeScalar(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
    needsComma = true
  }

  private mutating func writeQuoted(_ string: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case UInt8(ascii: "\n"): bytes.append(contentsOf: "\\n".utf8)
      case UInt8(ascii: "\t"): bytes.append(contentsOf: "\\t".utf8)
      case UInt8(ascii: "\r"): bytes.append(contentsOf: "\\r".utf8)
      case 0..<0x20:
        let digits = Array("0123456789abcdef".utf8)
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
