/// What JSON can say (RFC 8259), with the members of objects in the order of the text.
package enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  /// A number without fraction and exponent that fits 64 bits.
  case integer(Int)
  /// Any other number; finite.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([JSONMember])

  /// The value of the first member of a name, if this is an object that has one.
  ///
  /// Names are the same when their bytes are: other than those of `String`, composed and
  /// decomposed letters differ.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  /// The integer, if this is one.
  package var integer: Int? {
    if case .integer(let integer) = self { integer } else { nil }
  }

  /// The number, if this is one, integers included.
  package var number: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }

  /// The text, if this is a string.
  package var string: String? {
    if case .string(let string) = self { string } else { nil }
  }

  /// The truth value, if this is one.
  package var bool: Bool? {
    if case .bool(let bool) = self { bool } else { nil }
  }

  /// The values in order, if this is an array.
  package var array: [JSONValue]? {
    if case .array(let array) = self { array } else { nil }
  }

  /// The members in order, if this is an object.
  package var members: [JSONMember]? {
    if case .object(let members) = self { members } else { nil }
  }
}

/// A name and a value of an object.
package struct JSONMember: Sendable, Equatable {
  /// The name.
  package var name: String
  /// The value.
  package var value: JSONValue

  /// A member.
  package init(_ name: String, _ value: JSONValue) {
    self.name = name
    self.value = value
  }
}

extension JSONWriter {
  /// Writes a value of any shape.
  package mutating func write(_ value: JSONValue) {
    switch value {
    case .null: writeNull()
    case .bool(let bool): write(bool)
    case .integer(let integer): write(integer)
    case .number(let number): write(number)
    case .string(let string): write(string)
    case .array(let values):
      writeArray { writer in
        for value in values { writer.write(value) }
      }
    case .object(let members):
      writeObject { writer in
        for member in members {
          writer.write(key: member.name)
          writer.write(member.value)
        }
      }
    }
  }
}
