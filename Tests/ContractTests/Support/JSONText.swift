/// A strict reader of JSON (RFC 8259) that only says whether a text is one value.
struct JSONText {
  private let bytes: [UInt8]
  private var index = 0

  /// Whether bytes are one JSON value and nothing else, with no key twice in an object.
  static func isValid(_ bytes: [UInt8]) -> Bool {
    guard String(validating: bytes, as: UTF8.self) != nil else { return false }
    var text = JSONText(bytes: bytes)
    return text.value() && text.index == bytes.count
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func take(_ text: StaticString) -> Bool {
    let wanted = Array(text.description.utf8)
    guard bytes[index...].starts(with: wanted) else { return false }
    index += wanted.count
    return true
  }

  private mutating func value() -> Bool {
    switch next {
    case UInt8(ascii: "{"): object()
    case UInt8(ascii: "["): array()
    case UInt8(ascii: "\""): string() != nil
    case UInt8(ascii: "t"): take("true")
    case UInt8(ascii: "f"): take("false")
    case UInt8(ascii: "n"): take("null")
    default: number()
    }
  }

  private mutating func object() -> Bool {
    guard take("{") else { return false }
    if take("}") { return true }
    var keys: Set<[UInt8]> = []
    repeat {
      guard let key = string(), keys.insert(key).inserted, take(":"), value() else { return false }
    } while take(",")
    return take("}")
  }

  private mutating func array() -> Bool {
    guard take("[") else { return false }
    if take("]") { return true }
    repeat {
      guard value() else { return false }
    } while take(",")
    return take("]")
  }

  /// The bytes between the quotes, as they stand.
  private mutating func string() -> [UInt8]? {
    guard take("\"") else { return nil }
    let start = index
    while let byte = next {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return Array(bytes[start..<(index - 1)])
      case UInt8(ascii: "\\"): guard escape() else { return nil }
      case 0..<0x20: return nil
      default: break
      }
    }
    return nil
  }

  private mutating func escape() -> Bool {
    guard let byte = next else { return false }
    index += 1
    guard byte == UInt8(ascii: "u") else { return "\"\\/bfnrt".utf8.contains(byte) }
    let digits = bytes[index...].prefix(4)
    index += digits.count
    return digits.count == 4 && digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
  }

  private mutating func number() -> Bool {
    _ = take("-")
    if !take("0"), !digits() { return false }
    if take("."), !digits() { return false }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      return digits()
    }
    return true
  }

  private mutating func digits() -> Bool {
    let start = index
    while let byte = next, 0x30...0x39 ~= byte { index += 1 }
    return index > start
  }
}
