/// Reads JSON (RFC 8259) from UTF-8 bytes.
///
/// It accepts exactly the grammar: no comments, no trailing commas, no text after the value.
/// Invalid UTF-8 and unpaired surrogates are errors. Of members with the same name the last wins.
package struct JSONReader {
  /// How deeply arrays and objects may be nested.
  package static let maxDepth = 128

  private let bytes: ArraySlice<UInt8>
  private var index: Int
  private var depth = 0

  /// Reads bytes that are one value.
  package static func read(_ bytes: ArraySlice<UInt8>) throws(JSONError) -> Value {
    var reader = JSONReader(bytes: bytes, index: bytes.startIndex)
    reader.skipBlanks()
    let value = try reader.value()
    reader.skipBlanks()
    guard reader.index == bytes.endIndex else {
      throw reader.fault("there is text after the value")
    }
    return value
  }

  /// Reads bytes that are one value.
  package static func read(_ bytes: [UInt8]) throws(JSONError) -> Value {
    try read(bytes[...])
  }

  private var next: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

  private func fault(_ reason: String) -> JSONError {
    JSONError(offset: index - bytes.startIndex, reason: reason)
  }

  private mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      index += 1
    }
  }

  /// Consumes a byte if it comes next.
  private mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: byte) else { return false }
    index += 1
    return true
  }

  private mutating func value() throws(JSONError) -> Value {
    switch next {
    case UInt8(ascii: "{"): return try nested { reader throws(JSONError) in try reader.object() }
    case UInt8(ascii: "["): return try nested { reader throws(JSONError) in try reader.array() }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case let byte? where byte == UInt8(ascii: "-") || Self.isDigit(byte): return try number()
    default: throw fault("a value is missing")
    }
  }

  private mutating func nested(
    _ body: (inout JSONReader) throws(JSONError) -> Value
  ) throws(JSONError) -> Value {
    guard depth < Self.maxDepth else { throw fault("it is nested too deeply") }
    depth += 1
    defer { depth -= 1 }
    index += 1
    skipBlanks()
    return try body(&self)
  }

  private mutating func object() throws(JSONError) -> Value {
    var fields: [Fields.Field] = []
    if take("}") { return .object(Fields(fields)) }
    while true {
      guard next == UInt8(ascii: "\"") else { throw fault("the name of a member is missing") }
      let name = try string()
      skipBlanks()
      guard take(":") else { throw fault("a `:` is missing") }
      skipBlanks()
      fields.append(Fields.Field(name, try value()))
      skipBlanks()
      if take("}") { return .object(Fields(fields)) }
      guard take(",") else { throw fault("a `,` or `}` is missing") }
      skipBlanks()
    }
  }

  private mutating func array() throws(JSONError) -> Value {
    var values: [Value] = []
    if take("]") { return .array(values) }
    while true {
      values.append(try value())
      skipBlanks()
      if take("]") { return .array(values) }
      guard take(",") else { throw fault("a `,` or `]` is missing") }
      skipBlanks()
    }
  }

  private mutating func word(
    _ word: StaticString, _ value: Value
  ) throws(JSONError) -> Value {
    let end = index + word.utf8CodeUnitCount
    let letters = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard end <= bytes.endIndex, bytes[index..<end].elementsEqual(letters) else {
      throw fault("a value is missing")
    }
    index = end
    return value
  }

  private mutating func number() throws(JSONError) -> Value {
    let start = index
    _ = take("-")
    if !take("0") { try digits() }
    var isInteger = true
    if take(".") {
      isInteger = false
      try digits()
    }
    if take("e") || take("E") {
      isInteger = false
      if !take("+") { _ = take("-") }
      try digits()
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isInteger, let integer = Int(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else {
      index = start
      throw fault("the number is too large")
    }
    return .number(number)
  }

  private mutating func digits() throws(JSONError) {
    let start = index
    while let byte = next, Self.isDigit(byte) { index += 1 }
    guard index > start else { throw fault("a digit is missing") }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

// MARK: - Strings

extension JSONReader {
  private mutating func string() throws(JSONError) -> String {
    index += 1
    let start = index
    // Most strings hold neither escapes nor anything but ASCII.
    while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
      index += 1
    }
    guard var text = String(validating: bytes[start..<index], as: UTF8.self) else {
      index = start
      throw fault("the string is not UTF-8")
    }
    while !take("\"") {
      guard take("\\") else {
        throw fault(next == nil ? "the string has no end" : "a control character is in the string")
      }
      text.unicodeScalars.append(try escaped())
      let start = index
      while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
        index += 1
      }
      guard let part = String(validating: bytes[start..<index], as: UTF8.self) else {
        index = start
        throw fault("the string is not UTF-8")
      }
      text += part
    }
    return text
  }

  /// The character that the escape after a `\` means.
  private mutating func escaped() throws(JSONError) -> Unicode.Scalar {
    let known: [(Unicode.Scalar, Unicode.Scalar)] = [
      ("\"", "\""), ("\\", "\\"), ("/", "/"), ("n", "\n"), ("t", "\t"), ("r", "\r"),
      ("b", "\u{8}"), ("f", "\u{C}"),
    ]
    for (letter, character) in known where take(letter) { return character }
    guard take("u") else { throw fault("the escape is unknown") }
    let start = index
    let first = try fourDigits()
    if let scalar = Unicode.Scalar(first) { return scalar }
    if first < 0xDC00, take("\\"), take("u") {
      let second = try fourDigits()
      if 0xDC00...0xDFFF ~= second,
        let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
      {
        return scalar
      }
    }
    index = start
    throw fault("a surrogate has no partner")
  }

  private mutating func fourDigits() throws(JSONError) -> UInt32 {
    var number: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw fault("a hexadecimal digit is missing")
      }
      number = number << 4 | UInt32(digit)
      index += 1
    }
    return number
  }
}

/// The reason why bytes are not JSON.
package struct JSONError: Error, Equatable, Sendable {
  /// The offset of the first byte that does not fit, counted from the first byte read.
  package var offset: Int
  /// The error as a clause: `a value is missing`.
  package var reason: String

  package init(offset: Int, reason: String) {
    self.offset = offset
    self.reason = reason
  }

  /// The reason and its place as one clause; bytes are counted from 1.
  package var message: String { "\(reason) (byte \(offset + 1))" }
}
