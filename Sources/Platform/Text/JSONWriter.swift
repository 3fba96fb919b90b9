package import ParlorKit

/// Writes JSON (RFC 8259) as UTF-8 bytes on one line, without spaces.
package struct JSONWriter: Sendable {
  /// The bytes written so far.
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  package init() {}

  package mutating func writeNull() { writeScalar("null") }

  package mutating func write(_ flag: Bool) { writeScalar(flag ? "true" : "false") }

  package mutating func write(_ number: Int) { writeScalar(String(number)) }

  /// Writes a number; infinities and NaN, which JSON does not have, become null.
  package mutating func write(_ number: Double) {
    writeScalar(number.isFinite ? "\(number)" : "null")
  }

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

  /// Writes an object; `body` writes keys and values alternately.
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

// MARK: - Values

extension JSONWriter {
  /// Writes a value of any shape.
  package mutating func write(_ value: Value) {
    switch value {
    case .null: writeNull()
    case .bool(let flag): write(flag)
    case .integer(let number): write(number)
    case .number(let number): write(number)
    case .string(let string): write(string)
    case .array(let values):
      writeArray { json in
        for value in values { json.write(value) }
      }
    case .object(let fields): writeObject { $0.write(fields: fields) }
    }
  }

  /// Writes the keys and values of an object that is open.
  package mutating func write(fields: Fields) {
    for field in fields.all {
      write(key: field.name)
      write(field.value)
    }
  }
}

extension Value {
  /// The value as JSON on one line.
  package var json: String {
    var json = JSONWriter()
    json.write(self)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
