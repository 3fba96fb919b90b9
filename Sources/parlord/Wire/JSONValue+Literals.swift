package import Platform

// Responses are written as literals: `["Error": .string(message)]`.
extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByNilLiteral
{
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { JSONMember($0.0, $0.1) })
  }

  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(nilLiteral: ()) { self = .null }
}

extension JSONValue {
  /// A string, or null for `nil`.
  static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

  /// An integer, or null for `nil`.
  static func optional(_ number: Int?) -> JSONValue { number.map(JSONValue.integer) ?? .null }

  static func integers(_ numbers: [Int]) -> JSONValue { .array(numbers.map(JSONValue.integer)) }

  /// An object with one more member at its end. Other values are returned unchanged.
  func adding(_ name: String, _ value: JSONValue) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members + [JSONMember(name, value)])
  }

  /// The value as JSON on one line.
  var bytes: [UInt8] {
    var json = JSONWriter()
    json.write(self)
    return json.bytes
  }
}
