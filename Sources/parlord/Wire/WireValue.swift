import Platform

/// A value of a reply: JSON whose keys keep their order.
indirect enum WireValue: Sendable, Equatable {
  case null
  case flag(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case list([WireValue])
  case object([Member])

  /// A key of an object with its value.
  struct Member: Sendable, Equatable {
    var key: String
    var value: WireValue
  }

  /// Writes the value.
  func write(to json: inout JSONWriter) {
    switch self {
    case .null: json.writeNull()
    case .flag(let flag): json.write(flag)
    case .integer(let number): json.write(number)
    case .number(let number): json.write(number)
    case .text(let text): json.write(text)
    case .list(let values):
      json.writeArray { json in for value in values { value.write(to: &json) } }
    case .object(let members):
      json.writeObject { json in
        for member in members {
          json.write(key: member.key)
          member.value.write(to: &json)
        }
      }
    }
  }

  /// The value as JSON on one line.
  var json: [UInt8] {
    var json = JSONWriter()
    write(to: &json)
    return json.bytes
  }
}

extension WireValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByNilLiteral
{
  init(dictionaryLiteral elements: (String, WireValue)...) {
    self = .object(elements.map { Member(key: $0.0, value: $0.1) })
  }

  init(arrayLiteral elements: WireValue...) { self = .list(elements) }
  init(stringLiteral value: String) { self = .text(value) }
  init(integerLiteral value: Int) { self = .integer(value) }
  init(booleanLiteral value: Bool) { self = .flag(value) }
  init(nilLiteral: ()) { self = .null }
}

extension WireValue {
  /// A text, or null if there is none.
  static func optional(_ text: String?) -> WireValue { text.map(WireValue.text) ?? .null }

  /// A number, or null if there is none.
  static func optional(_ number: Int?) -> WireValue { number.map(WireValue.integer) ?? .null }

  /// Numbers.
  static func integers(_ numbers: [Int]) -> WireValue { .list(numbers.map(WireValue.integer)) }

  /// An object with one more member at its end; any other value as it is.
  func adding(_ key: String, _ value: WireValue) -> WireValue {
    guard case .object(let members) = self else { return self }
    return .object(members + [Member(key: key, value: value)])
  }
}
