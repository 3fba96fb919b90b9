/// An option of `new`, declared as data.
public struct OptionDeclaration: Sendable {
  /// The name: lower-case letters and `-`.
  public var name: String
  /// What values it takes.
  public var kind: Kind
  /// The value in force where neither the line nor a preset gives one.
  public var fallback: OptionValue
  /// What it does, in a few words.
  public var summary: String
  /// Whether its value is hidden from the players until the game is over.
  public var isSecret = false

  /// What values an option takes.
  public enum Kind: Sendable, Equatable {
    /// An integer of a range.
    case integer(ClosedRange<Int>)
    /// One of a few integers.
    case integers([Int])
    /// An integer of a range, or 0 for none; written `off` or `0`.
    case points(ClosedRange<Int>)
    /// One of a few words.
    case choice([String])
    /// `on` or `off`.
    case flag
    /// Any text of at most so many bytes; empty means none.
    case text(limit: Int)
  }

  /// An integer of a range.
  public static func integer(
    _ name: String, _ range: ClosedRange<Int>, default fallback: Int, _ summary: String
  ) -> OptionDeclaration {
    .init(name: name, kind: .integer(range), fallback: .integer(fallback), summary: summary)
  }

  /// One of a few integers.
  public static func integers(
    _ name: String, _ values: [Int], default fallback: Int, _ summary: String
  ) -> OptionDeclaration {
    .init(name: name, kind: .integers(values), fallback: .integer(fallback), summary: summary)
  }

  /// Points, where 0 and `off` mean none.
  public static func points(
    _ name: String, _ range: ClosedRange<Int>, default fallback: Int, _ summary: String
  ) -> OptionDeclaration {
    .init(name: name, kind: .points(range), fallback: .integer(fallback), summary: summary)
  }

  /// One of a few words.
  public static func choice(
    _ name: String, _ values: [String], default fallback: String, _ summary: String
  ) -> OptionDeclaration {
    .init(name: name, kind: .choice(values), fallback: .text(fallback), summary: summary)
  }

  /// `on` or `off`.
  public static func flag(
    _ name: String, default fallback: Bool, _ summary: String
  ) -> OptionDeclaration {
    .init(name: name, kind: .flag, fallback: .flag(fallback), summary: summary)
  }

  /// Free text.
  public static func text(
    _ name: String, limit: Int, isSecret: Bool = false, _ summary: String
  ) -> OptionDeclaration {
    .init(
      name: name, kind: .text(limit: limit), fallback: .text(""), summary: summary,
      isSecret: isSecret)
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
public struct Preset: Sendable {
  /// The name that `rules=` takes.
  public var name: String
  /// What it stands for, in a few words.
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
