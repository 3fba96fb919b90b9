/// Reads JSON (RFC 8259) from UTF-8 bytes, or checks that it could be read.
///
/// It accepts exactly the grammar: no comments, no trailing commas, no text after the value.
/// Invalid UTF-8 and unpaired surrogates are errors. Of members with the same name the last
/// counts.
public struct JSONReader {
  /// How deeply arrays and objects may be nested.
  public static let maxDepth = 128

  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0
  private var depth = 0
  /// Whether values are made. A check makes none, and remembers where the members of the whole are.
  private let makesValues: Bool
  private var members: [CheckedJSON.Member] = []
  /// Whether the last string has escapes, and whether a name of a member has.
  private var hasEscapes = false
  private var hasEscapedName = false
  /// Whether a check has found anything but ASCII. Whether that is UTF-8 is seen of the whole.
  private var hasOtherThanASCII = false

  private init(_ bytes: UnsafeBufferPointer<UInt8>, makesValues: Bool) {
    self.bytes = bytes
    self.makesValues = makesValues
  }

  /// Reads bytes that are one value.
  public static func read(_ bytes: ArraySlice<UInt8>) throws(JSONError) -> Value {
    try bytes.withUnsafeBufferPointer { bytes throws(JSONError) in
      var reader = JSONReader(bytes, makesValues: true)
      return try reader.whole()
    }
  }

  /// Reads bytes that are one value.
  public static func read(_ bytes: [UInt8]) throws(JSONError) -> Value {
    try read(bytes[...])
  }

  /// Checks that bytes can be read, without making values.
  ///
  /// - Returns: the members of the object; nil if the bytes are none, or one with an escape in a
  ///   name.
  static func members(of bytes: ArraySlice<UInt8>) -> [CheckedJSON.Member]? {
    bytes.withUnsafeBufferPointer { bytes in
      var reader = JSONReader(bytes, makesValues: false)
      reader.members.reserveCapacity(16)
      reader.skipBlanks()
      guard reader.next == UInt8(ascii: "{"), (try? reader.whole()) != nil, !reader.hasEscapedName
      else { return nil }
      return reader.members
    }
  }

  /// Reads an array of strings; nil for any other value.
  static func strings(of bytes: ArraySlice<UInt8>) -> [String]? {
    bytes.withUnsafeBufferPointer { bytes in
      var reader = JSONReader(bytes, makesValues: true)
      guard reader.take("[") else { return nil }
      var strings: [String] = []
      reader.skipBlanks()
      if reader.take("]") { return strings }
      while true {
        guard reader.next == UInt8(ascii: "\""), let string = try? reader.string() else {
          return nil
        }
        strings.append(string)
        reader.skipBlanks()
        if reader.take("]") { return strings }
        guard reader.take(",") else { return nil }
        reader.skipBlanks()
      }
    }
  }

  /// The next byte; 0, which is nowhere in JSON, at the end.
  private var next: UInt8 { index < bytes.count ? bytes[index] : 0 }

  private func fault(_ reason: String) -> JSONError { JSONError(offset: index, reason: reason) }

  private mutating func skipBlanks() {
    while next == 0x20 || next == 0x0A || next == 0x0D || next == 0x09 { index += 1 }
  }

  /// Consumes a byte if it comes next.
  private mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: byte) else { return false }
    index += 1
    return true
  }

  private mutating func whole() throws(JSONError) -> Value {
    skipBlanks()
    let value = try value()
    skipBlanks()
    guard index == bytes.count else { throw fault("there is text after the value") }
    if hasOtherThanASCII, String(validating: bytes, as: UTF8.self) == nil {
      throw fault("a string is not UTF-8")
    }
    return value
  }

  /// A value; null in a check.
  private mutating func value() throws(JSONError) -> Value {
    switch next {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""):
      let text = try string()
      return makesValues ? .string(text) : .null
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default: throw fault("a value is missing")
    }
  }

  /// Consumes the first byte of an object or array.
  private mutating func descend() throws(JSONError) {
    guard depth < Self.maxDepth else { throw fault("it is nested too deeply") }
    depth += 1
    index += 1
    skipBlanks()
  }

  private mutating func object() throws(JSONError) -> Value {
    try descend()
    defer { depth -= 1 }
    var fields: [Fields.Field] = []
    if take("}") { return .object(Fields()) }
    while true {
      guard next == UInt8(ascii: "\"") else { throw fault("the name of a member is missing") }
      let start = index + 1
      let name = try string()
      let nameRange = start..<(index - 1)
      skipBlanks()
      guard take(":") else { throw fault("a `:` is missing") }
      skipBlanks()
      if makesValues {
        fields.append(Fields.Field(name, try value()))
      } else if depth > 1 {
        _ = try value()
      } else {
        if hasEscapes { hasEscapedName = true }
        let start = index
        _ = try value()
        members.append(CheckedJSON.Member(name: nameRange, value: start..<index))
      }
      skipBlanks()
      if take("}") { return makesValues ? .object(Fields(fields)) : .null }
      guard take(",") else { throw fault("a `,` or `}` is missing") }
      skipBlanks()
    }
  }

  private mutating func array() throws(JSONError) -> Value {
    try descend()
    defer { depth -= 1 }
    var values: [Value] = []
    if take("]") { return .array(values) }
    while true {
      let value = try value()
      if makesValues { values.append(value) }
      skipBlanks()
      if take("]") { return makesValues ? .array(values) : .null }
      guard take(",") else { throw fault("a `,` or `]` is missing") }
      skipBlanks()
    }
  }

  private mutating func word(
    _ word: StaticString, _ value: Value
  ) throws(JSONError) -> Value {
    for offset in 0..<word.utf8CodeUnitCount {
      guard index + offset < bytes.count, bytes[index + offset] == word.utf8Start[offset] else {
        throw fault("a value is missing")
      }
    }
    index += word.utf8CodeUnitCount
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
    var hasExponent = false
    if take("e") || take("E") {
      (isInteger, hasExponent) = (false, true)
      if !take("+") { _ = take("-") }
      try digits()
    }
    // Few digits without an exponent are no infinity.
    if !makesValues, !hasExponent, index - start < 300 { return .null }
    let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<index]), as: UTF8.self)
    if isInteger, let integer = Int(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else {
      index = start
      throw fault("the number is too large")
    }
    return .number(number)
  }

  private mutating func digits() throws(JSONError) {
    let start = index
    while 0x30...0x39 ~= next { index += 1 }
    guard index > start else { throw fault("a digit is missing") }
  }
}

// MARK: - Strings

extension JSONReader {
  /// A string; an empty one in a check.
  private mutating func string() throws(JSONError) -> String {
    index += 1
    hasEscapes = false
    // Most strings hold neither escapes nor anything but ASCII.
    var text = try plainPart()
    while !take("\"") {
      guard take("\\") else {
        throw fault(
          index == bytes.count
            ? "the string has no end" : "a control character is in the string")
      }
      hasEscapes = true
      let scalar = try escaped()
      if makesValues { text.unicodeScalars.append(scalar) }
      text += try plainPart()
    }
    return text
  }

  /// The characters up to an escape or the end of the string.
  private mutating func plainPart() throws(JSONError) -> String {
    let start = index
    var bits: UInt8 = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
      bits |= byte
      index += 1
    }
    guard makesValues else {
      if bits >= 0x80 { hasOtherThanASCII = true }
      return ""
    }
    let part = UnsafeBufferPointer(rebasing: bytes[start..<index])
    guard let text = String(validating: part, as: UTF8.self) else {
      index = start
      throw fault("the string is not UTF-8")
    }
    return text
  }

  /// The character that the escape after a `\` means.
  private mutating func escaped() throws(JSONError) -> Unicode.Scalar {
    let letter = next
    if letter != 0 { index += 1 }
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "u"): return try escapedByNumber()
    default:
      if letter != 0 { index -= 1 }
      throw fault("the escape is unknown")
    }
  }

  private mutating func escapedByNumber() throws(JSONError) -> Unicode.Scalar {
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
      guard let digit = Character(Unicode.Scalar(next)).hexDigitValue else {
        throw fault("a hexadecimal digit is missing")
      }
      number = number << 4 | UInt32(digit)
      index += 1
    }
    return number
  }
}

/// The reason why bytes are not JSON.
public struct JSONError: Error, Equatable, Sendable {
  /// The offset of the first byte that does not fit, counted from the first byte read.
  public var offset: Int
  /// The error as a clause: `a value is missing`.
  public var reason: String

  public init(offset: Int, reason: String) {
    self.offset = offset
    self.reason = reason
  }

  /// The reason and its place as one clause; bytes are counted from 1.
  public var message: String { "\(reason) (byte \(offset + 1))" }
}
