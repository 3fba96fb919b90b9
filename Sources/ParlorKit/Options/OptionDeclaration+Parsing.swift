extension OptionDeclaration {
  /// The values it takes, in words: `500 to 1000000`, `on or off`.
  public var range: String {
    switch kind {
    case .integer(let range): "\(range.lowerBound) to \(range.upperBound)"
    case .integers(let values): values.map(String.init).alternatives
    case .points(let range): "off or \(range.lowerBound) to \(range.upperBound)"
    case .choice(let values): values.alternatives
    case .flag: "on or off"
    case .text(let limit): "at most \(limit) bytes"
    }
  }

  /// Reads a value.
  ///
  /// - Returns: nothing if it is not in ``range``.
  public func value(of text: String) -> OptionValue? {
    switch kind {
    case .integer(let range):
      Self.number(text).flatMap { range.contains($0) ? .integer($0) : nil }
    case .integers(let values):
      Self.number(text).flatMap { values.contains($0) ? .integer($0) : nil }
    case .points(let range):
      text == "off"
        ? .integer(0)
        : Self.number(text).flatMap { $0 == 0 || range.contains($0) ? .integer($0) : nil }
    case .choice(let values): values.contains(text) ? .text(text) : nil
    case .flag: ["on": .flag(true), "off": .flag(false)][text]
    case .text(let limit): text.utf8.count <= limit ? .text(text) : nil
    }
  }

  /// Writes a value as `value(of:)` reads it.
  public func text(of value: OptionValue) -> String {
    switch value {
    case .integer(0): if case .points = kind { "off" } else { "0" }
    case .integer(let number): String(number)
    case .flag(let flag): flag ? "on" : "off"
    case .text(let text): text
    }
  }

  /// Plain decimal digits with an optional sign; `+5` and `05` are numbers, ` 5` and `5x` are not.
  private static func number(_ text: String) -> Int? { Int(text) }
}
