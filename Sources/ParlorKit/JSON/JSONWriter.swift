/// Writes JSON (RFC 8259) as UTF-8 bytes on one line, without spaces.
public struct JSONWriter: Sendable {
  /// What was written so far.
  package var text = TextWriter()
  /// The text so far, as UTF-8.
  public var bytes: [UInt8] { text.bytes }
  private var needsComma = false

  /// Begins with no text.
  public init() {}

  /// Writes null.
  public mutating func writeNull() { writeScalar("null") }

  /// Writes `true` or `false`.
  public mutating func write(_ flag: Bool) { writeScalar(flag ? "true" : "false") }

  /// Writes an integer.
  public mutating func write(_ number: Int) {
    separate()
    text.write(number)
    needsComma = true
  }

  /// Writes a number; infinities and NaN, which JSON does not have, become null.
  public mutating func write(_ number: Double) {
    writeScalar(number.isFinite ? "\(number)" : "null")
  }

  /// Writes a string with the escapes that it needs.
  public mutating func write(_ string: String) {
    separate()
    writeQuoted(string)
    needsComma = true
  }

  /// Writes the key of an object's next value.
  public mutating func write(key: String) {
    separate()
    writeQuoted(key)
    text.write(byte: UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes the key of an object's next value and the value, which is JSON already.
  public mutating func write(key: String, written json: [UInt8]) {
    write(key: key)
    text.bytes += json
    needsComma = true
  }

  /// Writes an object; `body` writes keys and values alternately.
  public mutating func writeObject(_ body: (inout JSONWriter) -> Void) {
    nest(UInt8(ascii: "{"), UInt8(ascii: "}"), body)
  }

  /// Writes an array; `body` writes its values.
  public mutating func writeArray(_ body: (inout JSONWriter) -> Void) {
    nest(UInt8(ascii: "["), UInt8(ascii: "]"), body)
  }

  private mutating func nest(_ open: UInt8, _ close: UInt8, _ body: (inout JSONWriter) -> Void) {
    separate()
    text.write(byte: open)
    needsComma = false
    body(&self)
    text.write(byte: close)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { text.write(byte: UInt8(ascii: ",")) }
  }

  private mutating func writeScalar(_ scalar: String) {
    separate()
    text.write(scalar)
    needsComma = true
  }

  private mutating func writeQuoted(_ string: String) {
    text.write(byte: UInt8(ascii: "\""))
    let start = text.bytes.count
    text.write(string)
    if text.bytes[start...].contains(where: Self.isEscaped) {
      text.bytes.removeSubrange(start...)
      for byte in string.utf8 { writeEscaped(byte) }
    }
    text.write(byte: UInt8(ascii: "\""))
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func writeEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): text.write("\\\"")
    case UInt8(ascii: "\\"): text.write("\\\\")
    case UInt8(ascii: "\n"): text.write("\\n")
    case UInt8(ascii: "\t"): text.write("\\t")
    case UInt8(ascii: "\r"): text.write("\\r")
    case 0..<0x20: text.write("\\u", byte.padded(to: 4, radix: 16))
    default: text.write(byte: byte)
    }
  }
}

// MARK: - Values

extension JSONWriter {
  /// Writes a value of any shape.
  public mutating func write(_ value: Value) {
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
  public mutating func write(fields: Fields) {
    for field in fields.all {
      write(key: field.name)
      write(field.value)
    }
  }
}

extension Value {
  /// The value as JSON on one line.
  public var json: String {
    var json = JSONWriter()
    json.write(self)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
