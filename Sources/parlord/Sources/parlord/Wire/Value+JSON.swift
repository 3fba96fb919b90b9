import ParlorKit

extension Value: @retroactive ExpressibleByNilLiteral {
  init(nilLiteral: ()) { self = .null }
}

extension Value {
  /// An object with one more member at its end. Other values are returned unchanged.
  func adding(_ name: String, _ value: Value) -> Value {
    guard case .object(var fields) = self else { return self }
    fields[name] = value
    return .object(fields)
  }

  /// The value as JSON on one line. `<`, `>` and `&` are escaped, so that a browser that takes the
  /// text for a page finds no markup in it; outside strings JSON has none of them.
  var bytes: [UInt8] {
    var json = JSONWriter()
    json.write(self)
    return Self.withoutMarkup(json.bytes)
  }

  /// JSON with the same escapes as ``bytes``.
  static func withoutMarkup(_ json: [UInt8]) -> [UInt8] {
    guard json.contains(where: isMarkup) else { return json }
    return json.flatMap { byte in
      isMarkup(byte) ? Array("\\u00\(Hex.text([byte]))".utf8) : [byte]
    }
  }

  private static func isMarkup(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "&")
  }
}
