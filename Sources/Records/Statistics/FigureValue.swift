package import ParlorKit

/// What a figure comes to.
package enum FigureValue: Sendable, Equatable {
  /// There is nothing to tell.
  case none
  /// A whole number.
  case integer(Int)
  /// A number with a fraction.
  case number(Double)
  /// A moment, as ISO 8601 writes it.
  case moment(String)

  /// The quotient of two numbers; `fallback` for a divisor of 0.
  static func quotient(_ one: Int, _ other: Int, or fallback: FigureValue) -> FigureValue {
    other == 0 ? fallback : .number(Double(one) / Double(other))
  }

  /// The value as data: times in seconds.
  package func data(_ unit: Statistic.Unit) -> Value {
    switch self {
    case .none: .null
    case .integer(let number):
      unit == .milliseconds ? .number(Double(number) / 1000) : .integer(number)
    case .number(let number): .number(unit == .milliseconds ? number / 1000 : number)
    case .moment(let text): .string(text)
    }
  }
}

/// A figure with its value.
package struct FigureLine: Sendable, Equatable {
  /// The name in data.
  package var key: String
  /// The name in words.
  package var title: String
  /// What it counts.
  package var unit: Statistic.Unit
  /// What it comes to.
  package var value: FigureValue
  /// The numbers that the value was chosen from, if it was, in their order.
  package var parts: [Int]

  /// A figure with its value.
  package init(
    key: String, title: String, unit: Statistic.Unit, value: FigureValue, parts: [Int] = []
  ) {
    self.key = key
    self.title = title
    self.unit = unit
    self.value = value
    self.parts = parts
  }
}
