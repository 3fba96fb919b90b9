@testable import parlord

/// Reads JSON into a ``WireValue``, so that tests see the keys in their order.
struct WireReader {
  /// Why a text is no JSON.
  struct Fault: Error {
    let offset: Int
  }

  private let bytes: [UInt8]
  private var index = 0

  /// Reads a text.
  static func read(_ text: String) throws -> WireValue {
    var reader = WireReader(bytes: Array(text.utf8))
    let value = try reader.value()
    reader.skipBlanks()
    guard reader.index == reader.bytes.count else { throw Fault(offset: reader.index) }
    return value
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func value() throws -> WireValue {
    skipBlanks()
    switch peek {
    case UInt8(ascii: "{"):
      var members: [WireValue.Member] = []
      try list(until: UInt8(ascii: "}")) { reader in
        let key = try reader.string()
        try reader.take(UInt8(ascii: ":"))
        members.append(.init(key: key, value: try reader.value()))
      }
      return .object(members)
    case UInt8(ascii: "["):
      var values: [WireValue] = []
      try list(until: UInt8(ascii: "]")) { values.append(try $0.value()) }
      return .list(values)
    case UInt8(ascii: "\""): return .text(try string())
    default: return try scalar()
    }
  }

  private mutating func list(
    until end: UInt8, _ element: (inout WireReader) throws -> Void
  ) throws {
    index += 1
    skipBlanks()
    if peek == end {
      index += 1
      return
    }
    while true {
      try element(&self)
      skipBlanks()
      defer { index += 1 }
      if peek == end { return }
      guard peek == UInt8(ascii: ",") else { throw Fault(offset: index) }
    }
  }

  private mutating func scalar() throws -> WireValue {
    let start = index
    while let byte = peek, !",]} \n".utf8.contains(byte) { index += 1 }
    let word = String(decoding: bytes[start..<index], as: UTF8.self)
    switch word {
    case "null": return .null
    case "true": return .flag(true)
    case "false": return .flag(false)
    default:
      if let number = Int(word) { return .integer(number) }
      guard let number = Double(word) else { throw Fault(offset: start) }
      return .number(number)
    }
  }

  private mutating func string() throws -> String {
    try take(UInt8(ascii: "\""))
    var text: [UInt8] = []
    while let byte = peek, byte != UInt8(ascii: "\"") {
      index += 1
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        continue
      }
      guard let escape = peek else { throw Fault(offset: index) }
      index += 1
      switch escape {
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(escape)
      default: throw Fault(offset: index)
      }
    }
    try take(UInt8(ascii: "\""))
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func take(_ byte: UInt8) throws {
    skipBlanks()
    guard peek == byte else { throw Fault(offset: index) }
    index += 1
  }

  private mutating func skipBlanks() {
    while let byte = peek, byte == 0x20 || byte == 0x0A { index += 1 }
  }

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }
}

extension WireValue {
  /// The value at an index of a list; null if there is none.
  subscript(index: Int) -> WireValue {
    guard case .list(let values) = self, values.indices.contains(index) else { return nil }
    return values[index]
  }

  /// The value of a key of an object; null if there is none.
  subscript(key: String) -> WireValue {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value ?? nil
  }

  /// The number of elements.
  var count: Int {
    switch self {
    case .list(let values): values.count
    case .object(let members): members.count
    default: 0
    }
  }

  /// The whole number that it is.
  var int: Int? {
    if case .integer(let number) = self { number } else { nil }
  }

  /// The text that it is.
  var string: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// The text of its key `Error`.
  var error: String? { self["Error"].string }
}
