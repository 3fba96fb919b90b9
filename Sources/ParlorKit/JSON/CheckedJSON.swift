/// A JSON object whose bytes were checked, and whose members are read when they are needed.
///
/// The answer of a plugin has some hundred bytes, of which a simulation needs few. Checking them
/// takes a tenth of the time of reading them.
package struct CheckedJSON: Sendable {
  private let bytes: [UInt8]
  /// The members in order. The names have no escapes.
  private let members: [Member]

  fileprivate struct Member {
    var name: Range<Int>
    var value: Range<Int>
  }

  /// Checks bytes.
  ///
  /// - Returns: `nil` if they are not an object that ``JSONReader`` reads, and for a few objects
  ///   that it reads: with numeric escapes, exponents, or very long numbers.
  package init?(_ bytes: [UInt8]) { self.init(bytes, bytes.indices) }

  private init?(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    let checked = bytes.withUnsafeBufferPointer { bytes -> [Member]? in
      var checker = JSONChecker(bytes, range)
      var members: [Member] = []
      members.reserveCapacity(16)
      checker.skipBlanks()
      guard checker.object({ members.append($0) }) else { return nil }
      checker.skipBlanks()
      guard checker.index == range.upperBound else { return nil }
      // Strings with other alphabets are rare; the whole is UTF-8 if they are.
      if checker.hasOtherThanASCII,
        String(validating: bytes[range], as: UTF8.self) == nil
      {
        return nil
      }
      return members
    }
    guard let checked else { return nil }
    members = checked
  }

  private func range(of name: String) -> Range<Int>? {
    members.last { member in
      member.name.count == name.utf8.count && bytes[member.name].elementsEqual(name.utf8)
    }?.value
  }

  /// The value of a name.
  package subscript(name: String) -> Value? {
    range(of: name).map { (try? JSONReader.read(bytes[$0])) ?? .null }
  }

  /// The object with a name; `nil` if it is not an object, or one that must be read.
  package func object(_ name: String) -> CheckedJSON? {
    range(of: name).flatMap { CheckedJSON(bytes, $0) }
  }

  /// The whole object.
  package var value: Value { (try? JSONReader.read(bytes)) ?? .null }

  /// The strings of an array of strings without escapes; `nil` for any other value.
  package func plainStrings(_ name: String) -> [String]? {
    guard let range = range(of: name) else { return nil }
    return bytes.withUnsafeBufferPointer { bytes in
      var strings: [String] = []
      var checker = JSONChecker(bytes, range)
      guard checker.take("[") else { return nil }
      checker.skipBlanks()
      if checker.take("]") { return [] }
      while true {
        guard let text = checker.plainString() else { return nil }
        strings.append(String(decoding: UnsafeBufferPointer(rebasing: bytes[text]), as: UTF8.self))
        checker.skipBlanks()
        if checker.take("]") { return strings }
        guard checker.take(",") else { return nil }
        checker.skipBlanks()
      }
    }
  }
}

/// Goes through JSON without making values. Whatever it does not know is refused.
private struct JSONChecker {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let end: Int
  private(set) var index: Int
  private var depth = 0
  private(set) var hasOtherThanASCII = false

  private static let maxDepth = 32
  /// The maximum number of digits that always fit.
  private static let maxDigits = 15

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    self.bytes = bytes
    index = range.lowerBound
    end = range.upperBound
  }

  private var next: UInt8 { index < end ? bytes[index] : 0 }

  mutating func skipBlanks() {
    while next == 0x20 || next == 0x0A || next == 0x0D || next == 0x09 { index += 1 }
  }

  /// Consumes a byte if it comes next.
  mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: byte) else { return false }
    index += 1
    return true
  }

  private mutating func value() -> Bool {
    switch next {
    case UInt8(ascii: "\""): return string() != nil
    case UInt8(ascii: "{"): return object { _ in }
    case UInt8(ascii: "["): return array()
    case UInt8(ascii: "t"): return word("true")
    case UInt8(ascii: "f"): return word("false")
    case UInt8(ascii: "n"): return word("null")
    default: return number()
    }
  }

  mutating func object(_ body: (CheckedJSON.Member) -> Void) -> Bool {
    guard take("{"), depth < Self.maxDepth else { return false }
    depth += 1
    defer { depth -= 1 }
    skipBlanks()
    if take("}") { return true }
    while true {
      guard let name = plainString() else { return false }
      skipBlanks()
      guard take(":") else { return false }
      skipBlanks()
      let start = index
      guard value() else { return false }
      body(CheckedJSON.Member(name: name, value: start..<index))
      skipBlanks()
      if take("}") { return true }
      guard take(",") else { return false }
      skipBlanks()
    }
  }

  private mutating func array() -> Bool {
    guard take("["), depth < Self.maxDepth else { return false }
    depth += 1
    defer { depth -= 1 }
    skipBlanks()
    if take("]") { return true }
    while true {
      guard value() else { return false }
      skipBlanks()
      if take("]") { return true }
      guard take(",") else { return false }
      skipBlanks()
    }
  }

  private mutating func word(_ word: StaticString) -> Bool {
    for offset in 0..<word.utf8CodeUnitCount {
      guard next == word.utf8Start[offset] else { return false }
      index += 1
    }
    return true
  }

  private mutating func number() -> Bool {
    _ = take("-")
    let start = index
    guard digits() else { return false }
    if bytes[start] == UInt8(ascii: "0"), index > start + 1 { return false }
    if take("."), !digits() { return false }
    return next != UInt8(ascii: "e") && next != UInt8(ascii: "E")
  }

  private mutating func digits() -> Bool {
    let start = index
    while 0x30...0x39 ~= next { index += 1 }
    return 1...Self.maxDigits ~= index - start
  }

  /// Where the text of a string without escapes is.
  mutating func plainString() -> Range<Int>? {
    guard let text = string(), !text.hasEscapes else { return nil }
    return text.range
  }

  private mutating func string() -> (range: Range<Int>, hasEscapes: Bool)? {
    guard take("\"") else { return nil }
    let start = index
    var hasEscapes = false
    while index < end {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return (start..<(index - 1), hasEscapes)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        switch next {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "n"),
          UInt8(ascii: "t"), UInt8(ascii: "r"), UInt8(ascii: "b"), UInt8(ascii: "f"):
          index += 1
        default: return nil
        }
      case 0..<0x20: return nil
      case 0x80...: hasOtherThanASCII = true
      default: break
      }
    }
    return nil
  }
}
