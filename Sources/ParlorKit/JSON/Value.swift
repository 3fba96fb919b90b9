/// Data of any shape, as JSON has it (RFC 8259), with the keys of objects in a fixed order.
///
/// Literals make values: `let fields: Fields = ["player": "Ann", "dice": [1, 5, 5]]`.
public enum Value: Sendable, Equatable {
  /// Nothing.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number without fraction and exponent that fits 64 bits.
  case integer(Int)
  /// Any other number; finite.
  case number(Double)
  /// Text.
  case string(String)
  /// Values in order.
  case array([Value])
  /// Named values in order.
  case object(Fields)

  /// An array of integers.
  @inlinable
  public static func integers(_ numbers: some Sequence<Int>) -> Value {
    .array(numbers.map { .integer($0) })
  }

  /// An array of strings.
  @inlinable
  public static func strings(_ strings: some Sequence<String>) -> Value {
    .array(strings.map { .string($0) })
  }

  /// A string, or null.
  public static func optional(_ text: String?) -> Value { text.map { .string($0) } ?? .null }

  /// An integer, or null.
  public static func optional(_ number: Int?) -> Value { number.map { .integer($0) } ?? .null }
}

// MARK: - Reading

extension Value {
  /// The value of a name, if this is an object that has it.
  public subscript(name: String) -> Value? { fields?[name] }

  /// The integer, if this is one.
  public var integer: Int? { if case .integer(let integer) = self { integer } else { nil } }

  /// The number, if this is one, integers included.
  public var number: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }

  /// The text, if this is a string.
  public var string: String? { if case .string(let string) = self { string } else { nil } }

  /// The truth value, if this is one.
  public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }

  /// The values in order, if this is an array.
  public var array: [Value]? { if case .array(let array) = self { array } else { nil } }

  /// The names and values in order, if this is an object.
  public var fields: Fields? { if case .object(let fields) = self { fields } else { nil } }
}

// MARK: - Literals

extension Value: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  /// An object.
  public init(dictionaryLiteral elements: (String, Value)...) {
    self = .object(Fields(elements.map { Fields.Field($0.0, $0.1) }))
  }

  /// An array.
  public init(arrayLiteral elements: Value...) { self = .array(elements) }

  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// An integer.
  public init(integerLiteral value: Int) { self = .integer(value) }

  /// A truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

/// Named values in a fixed order, each name once. Names are the same when their bytes are: unlike
/// those of `String`, composed and decomposed letters differ.
public struct Fields: Sendable, Equatable, RandomAccessCollection, ExpressibleByDictionaryLiteral {
  /// One name and its value.
  public struct Field: Sendable, Equatable {
    /// The name: lower camel case in replies.
    public var name: String
    /// The value.
    public var value: Value

    /// Names a value.
    @inlinable
    public init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// The fields in order.
  public var all: [Field] { fields }
  @usableFromInline var fields: [Field] = []

  /// No fields.
  public init() {}

  /// Fields in order. Of fields with the same name the last counts, at the place of the first.
  public init(_ fields: [Field]) { self.fields = Self.unique(fields) }

  /// Fields from a literal, in its order; its names differ.
  public init(dictionaryLiteral elements: (String, Value)...) {
    fields = elements.map { Field($0.0, $0.1) }
  }

  /// The fields with more behind them.
  public static func + (
    fields: Fields, more: KeyValuePairs<String, any ValueConvertible>
  ) -> Fields {
    var sum = fields
    for (name, value) in more { sum[name] = value.value }
    return sum
  }

  /// Fields of values of several types, in the order of the pairs.
  public init(_ pairs: KeyValuePairs<String, any ValueConvertible>) {
    fields = pairs.map { Field($0, $1.value) }
  }

  /// Fields of values of one type, in the order of the pairs.
  @inlinable
  public init<Kind: ValueConvertible>(_ pairs: some Sequence<(String, Kind)>) {
    fields.reserveCapacity(pairs.underestimatedCount)
    for (name, value) in pairs { fields.append(Field(name, value.value)) }
  }

  /// The value of a name; setting a new name appends it, and setting nil removes it.
  public subscript(name: String) -> Value? {
    get { index(of: name).map { fields[$0].value } }
    set {
      switch (index(of: name), newValue) {
      case (let index?, let value?): fields[index].value = value
      case (let index?, nil): fields.remove(at: index)
      case (nil, let value?): fields.append(Field(name, value))
      case (nil, nil): break
      }
    }
  }

  /// The first index, 0.
  public var startIndex: Int { 0 }
  /// How many fields there are.
  public var endIndex: Int { fields.count }
  /// The field at an index.
  public subscript(index: Int) -> Field { fields[index] }

  private func index(of name: String) -> Int? {
    fields.firstIndex { Self.same($0.name, name) }
  }

  private static func unique(_ fields: [Field]) -> [Field] {
    // Comparing each two is the fastest for few fields, and takes too long for many.
    guard fields.count > 16 else {
      for index in fields.indices.dropFirst()
      where fields[..<index].contains(where: { same($0.name, fields[index].name) }) {
        return uniqueOfMany(fields)
      }
      return fields
    }
    return uniqueOfMany(fields)
  }

  private static func uniqueOfMany(_ fields: [Field]) -> [Field] {
    var places: [[UInt8]: Int] = [:]
    var unique: [Field] = []
    for field in fields {
      let name = Array(field.name.utf8)
      if let place = places[name] {
        unique[place].value = field.value
      } else {
        places[name] = unique.count
        unique.append(field)
      }
    }
    return unique
  }

  private static func same(_ one: String, _ other: String) -> Bool {
    // The first two tests are fast, and nearly always one of them fails.
    one.utf8.count == other.utf8.count && one == other && one.utf8.elementsEqual(other.utf8)
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
