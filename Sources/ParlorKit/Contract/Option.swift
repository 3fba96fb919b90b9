/// The options of a game as properties; each has its default value as its initial value.
public protocol GameOptions: Sendable {
  /// The defaults.
  init()
}

/// The options of a game that has none.
public struct NoOptions: GameOptions {
  public init() {}
}

/// An option of `new`: its name, its range, its help, and the property that holds it. The default
/// is the initial value of the property.
///
///     Option("target", \.target, in: 500...1_000_000, "the score that starts the final round")
public struct Option<Options: GameOptions>: Sendable {
  /// The option as data.
  public let declaration: OptionDeclaration
  /// The name, for errors about the option.
  public var name: String { declaration.name }
  private let get: @Sendable (Options) -> OptionValue
  private let set: @Sendable (inout Options, OptionValue) -> Void

  /// The value in some options.
  public func value(in options: Options) -> OptionValue { get(options) }

  /// Puts a value into options. A value of another type is ignored; the declaration excludes it.
  public func set(_ value: OptionValue, in options: inout Options) { set(&options, value) }

  /// An integer in a range.
  public init(
    _ name: String, _ property: any WritableKeyPath<Options, Int> & Sendable,
    in range: ClosedRange<Int>,
    _ summary: String
  ) {
    self.init(integer: property, OptionDeclaration(name, .integer(range), summary))
  }

  /// One of a few integers.
  public init(
    _ name: String, _ property: any WritableKeyPath<Options, Int> & Sendable, oneOf values: [Int],
    _ summary: String
  ) {
    self.init(integer: property, OptionDeclaration(name, .integers(values), summary))
  }

  /// An integer in a range, or 0, written `off`, for none.
  public init(
    _ name: String, _ property: any WritableKeyPath<Options, Int> & Sendable,
    offOr range: ClosedRange<Int>, _ summary: String
  ) {
    self.init(integer: property, OptionDeclaration(name, .points(range), summary))
  }

  /// `on` or `off`.
  ///
  /// - Parameter isWord: whether its name alone, typed among the words of `new`, turns it on.
  public init(
    _ name: String, _ property: any WritableKeyPath<Options, Bool> & Sendable,
    isWord: Bool = false, _ summary: String
  ) {
    var declaration = OptionDeclaration(name, .flag, summary)
    declaration.isWord = isWord
    self.init(
      declaration, get: { .flag($0[keyPath: property]) },
      set: { if case .flag(let flag) = $1 { $0[keyPath: property] = flag } })
  }

  /// One of the words of an enumeration.
  public init<Choice: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ name: String, _ property: any WritableKeyPath<Options, Choice> & Sendable, _ summary: String
  ) {
    self.init(
      OptionDeclaration(name, .choice(Choice.allCases.map(\.rawValue)), summary),
      get: { .text($0[keyPath: property].rawValue) },
      set: {
        guard case .text(let word) = $1, let choice = Choice(rawValue: word) else { return }
        $0[keyPath: property] = choice
      })
  }

  /// Text of at most `limit` bytes; empty means none.
  ///
  /// - Parameter isSecret: whether the value is hidden from the players until the game is over.
  public init(
    _ name: String, _ property: any WritableKeyPath<Options, String> & Sendable, limit: Int,
    isSecret: Bool = false, _ summary: String
  ) {
    self.init(
      OptionDeclaration(name, .text(limit: limit), summary, isSecret: isSecret),
      get: { .text($0[keyPath: property]) },
      set: { if case .text(let text) = $1 { $0[keyPath: property] = text } })
  }

  private init(
    integer property: any WritableKeyPath<Options, Int> & Sendable, _ declaration: OptionDeclaration
  ) {
    self.init(
      declaration, get: { .integer($0[keyPath: property]) },
      set: { if case .integer(let number) = $1 { $0[keyPath: property] = number } })
  }

  private init(
    _ declaration: OptionDeclaration, get: @escaping @Sendable (Options) -> OptionValue,
    set: @escaping @Sendable (inout Options, OptionValue) -> Void
  ) {
    var declaration = declaration
    declaration.fallback = get(Options())
    self.declaration = declaration
    self.get = get
    self.set = set
  }
}

extension Option<OptionValues> {
  /// An option known only as data, such as that of a plugin.
  public init(_ declaration: OptionDeclaration) {
    self.declaration = declaration
    let name = declaration.name
    let fallback = declaration.fallback
    get = { $0[name] ?? fallback }
    set = { $0[name] = $1 }
  }
}

/// A named set of options, built in and never changed.
public struct Preset<Options: GameOptions>: Sendable {
  /// The name that `rules=` takes.
  public let name: String
  /// The meaning, in a few words.
  public let summary: String
  /// The options with the changes of the preset.
  public let options: Options

  /// A preset.
  ///
  /// - Parameter change: sets the options in which the preset differs from the defaults.
  public init(_ name: String, _ summary: String, _ change: (inout Options) -> Void = { _ in }) {
    self.name = name
    self.summary = summary
    var options = Options()
    change(&options)
    self.options = options
  }

  /// The preset as data: the values that differ from the defaults.
  func declaration(_ declared: [Option<Options>]) -> PresetDeclaration {
    var values: [String: OptionValue] = [:]
    for option in declared where option.value(in: options) != option.declaration.fallback {
      values[option.declaration.name] = option.value(in: options)
    }
    return PresetDeclaration(name, summary, values: values)
  }
}
