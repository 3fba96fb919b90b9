/// Data of any shape, with the keys of objects in a fixed order: what JSON can say.
public enum Value: Sendable, Equatable {
  /// Nothing.
  case null
  /// A truth value.
  case bool(Bool)
  /// An integer.
  case integer(Int)
  /// A number with a fraction; finite.
  case number(Double)
  /// Text.
  case string(String)
  /// Values in order.
  case array([Value])
  /// Named values in order.
  case object(Fields)

  /// An array of integers.
  public static func integers(_ numbers: some Sequence<Int>) -> Value {
    .array(numbers.map { .integer($0) })
  }

  /// An array of strings.
  public static func strings(_ strings: some Sequence<String>) -> Value {
    .array(strings.map { .string($0) })
  }
}

/// Named values in a fixed order. Each name stands once.
public struct Fields: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  /// One name and its value.
  public struct Field: Sendable, Equatable {
    /// The name: lower camel case.
    public var name: String
    /// The value.
    public var value: Value
  }

  /// The fields in order.
  public private(set) var all: [Field] = []

  /// Fields from a literal, in its order.
  public init(dictionaryLiteral elements: (String, Value)...) {
    all = elements.map { Field(name: $0.0, value: $0.1) }
  }

  /// The fields with more behind them.
  public static func + (
    fields: Fields, more: KeyValuePairs<String, any ValueConvertible>
  ) -> Fields {
    var sum = fields
    for (name, value) in more { sum[name] = value.value }
    return sum
  }

  /// No fields.
  public init() {}

  /// Fields of values of several types, in the order of the pairs.
  public init(_ pairs: KeyValuePairs<String, any ValueConvertible>) {
    all = pairs.map { Field(name: $0, value: $1.value) }
  }

  /// Fields of values of one type, in the order of the pairs.
  public init<Kind: ValueConvertible>(_ pairs: some Sequence<(String, Kind)>) {
    all = pairs.map { Field(name: $0.0, value: $0.1.value) }
  }

  /// The value of a name; setting a new name appends it.
  public subscript(name: String) -> Value? {
    get { all.first { $0.name == name }?.value }
    set {
      let index = all.firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let index?, let value?): all[index].value = value
      case (let index?, nil): all.remove(at: index)
      case (nil, let value?): all.append(Field(name: name, value: value))
      case (nil, nil): break
      }
    }
  }
}

/// A type whose values are data of events and views.
public protocol ValueConvertible {
  /// The value as data.
  var value: Value { get }
}

extension Value: ValueConvertible { public var value: Value { self } }
extension Int: ValueConvertible { public var value: Value { .integer(self) } }
extension Bool: ValueConvertible { public var value: Value { .bool(self) } }
extension Double: ValueConvertible { public var value: Value { .number(self) } }
extension String: ValueConvertible { public var value: Value { .string(self) } }
extension Fields: ValueConvertible { public var value: Value { .object(self) } }
extension Array: ValueConvertible where Element: ValueConvertible {
  public var value: Value { .array(map(\.value)) }
}
extension Optional: ValueConvertible where Wrapped: ValueConvertible {
  public var value: Value { self?.value ?? .null }
}
