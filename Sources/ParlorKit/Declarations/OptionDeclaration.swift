/// An option of `new`, declared as data.
public struct OptionDeclaration: Sendable {
  /// The name: lower-case letters and `-`.
  public var name: String
  /// The values that fit.
  public var kind: Kind
  /// The value if neither the line nor a preset gives one.
  public var fallback: OptionValue
  /// The effect, in a few words.
  public var summary: String
  /// Whether its value is hidden from the players until the game is over.
  public var isSecret = false
  /// Whether its name alone, typed among the words of `new`, turns it on: only for a flag.
  public var isWord = false

  /// The values that fit an option.
  public enum Kind: Sendable, Equatable {
    /// An integer in a range.
    case integer(ClosedRange<Int>)
    /// One of a few integers.
    case integers([Int])
    /// An integer in a range, or 0 for none; written `off` or `0`.
    case points(ClosedRange<Int>)
    /// One of a few words.
    case choice([String])
    /// `on` or `off`.
    case flag
    /// Any text of at most `limit` bytes; empty means none.
    case text(limit: Int)
  }

  /// An option as data.
  public init(
    _ name: String, _ kind: Kind, _ summary: String, default fallback: OptionValue = .integer(0),
    isSecret: Bool = false
  ) {
    self.name = name
    self.kind = kind
    self.fallback = fallback
    self.summary = summary
    self.isSecret = isSecret
  }
}

/// Options of commands, which are not properties of a game.
extension OptionDeclaration {
  /// An integer in a range.
  public static func integer(
    _ name: String, _ range: ClosedRange<Int>, default fallback: Int, _ summary: String
  ) -> OptionDeclaration {
    OptionDeclaration(name, .integer(range), summary, default: .integer(fallback))
  }

  /// `on` or `off`.
  public static func flag(
    _ name: String, default fallback: Bool, _ summary: String
  ) -> OptionDeclaration {
    OptionDeclaration(name, .flag, summary, default: .flag(fallback))
  }

  /// Text of at most `limit` bytes.
  public static func text(_ name: String, limit: Int, _ summary: String) -> OptionDeclaration {
    OptionDeclaration(name, .text(limit: limit), summary, default: .text(""))
  }
}

/// The value of an option.
public enum OptionValue: Sendable, Equatable {
  /// A number.
  case integer(Int)
  /// On or off.
  case flag(Bool)
  /// A word or a text.
  case text(String)

  /// The value as data.
  public var data: Value {
    switch self {
    case .integer(let number): .integer(number)
    case .flag(let flag): .bool(flag)
    case .text(let text): .string(text)
    }
  }
}

/// Named values of options, built in and never changed.
public struct PresetDeclaration: Sendable {
  /// The name that `rules=` takes.
  public var name: String
  /// Its meaning, in a few words.
  public var summary: String
  /// The values in which it differs from the defaults.
  public var values: [String: OptionValue]

  /// A preset.
  public init(_ name: String, _ summary: String, values: [String: OptionValue] = [:]) {
    self.name = name
    self.summary = summary
    self.values = values
  }
}

extension OptionDeclaration {
  /// The values that fit, in words: `500 to 1000000`, `on or off`.
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
  /// - Returns: `nil` if it is not in ``range``.
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

  /// The text of this option's value, or of its default.
  public func text(in values: OptionValues) -> String { text(of: values[name] ?? fallback) }

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

/// Values of options by name: the options of a game that is known only as data.
public struct OptionValues: GameOptions, Equatable {
  private var values: [String: OptionValue] = [:]

  /// No values.
  public init() {}

  /// The values in force: those given, otherwise those of the preset, otherwise the defaults.
  ///
  /// - Parameters:
  ///   - definition: the declarations.
  ///   - preset: the preset; by default the first one of the game.
  ///   - given: values by name; each must be declared and in its range.
  public init(
    for definition: GameDefinition, preset: PresetDeclaration? = nil,
    given: [String: OptionValue] = [:]
  ) {
    let preset = preset ?? definition.presets.first
    for option in definition.options {
      values[option.name] = given[option.name] ?? preset?.values[option.name] ?? option.fallback
    }
  }

  /// The value of an option; `nil` if it has none.
  public subscript(name: String) -> OptionValue? {
    get { values[name] }
    set { values[name] = newValue }
  }
}
