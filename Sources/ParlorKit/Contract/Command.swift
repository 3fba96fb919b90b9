/// A command of a game: its verb, its help, and its forms, each with its meaning.
///
///     Command("hold", "set dice aside for points",
///       Form("best") { .holdBest },
///       Form(.dice(1...6)) { .hold($0) })
public final class Command<State: GameState>: Sendable {
  /// The command as data.
  public let declaration: CommandDeclaration
  /// The meaning of each form of the declaration.
  @usableFromInline let meanings: [@Sendable (Call) -> Intent<State>]

  /// A command.
  ///
  /// - Parameters:
  ///   - verb: lower-case letters and `-`, at most 16.
  ///   - summary: its effect, in one line without a full stop.
  ///   - aliases: other verbs for the same command. A single letter is for quick typing:
  ///     transcripts, recordings and logs show the verb instead.
  ///   - synonyms: words that players type by mistake; errors suggest the verb.
  ///   - isQuestion: whether it changes nothing, so that it can be typed at any time.
  ///   - details: more help, in whole sentences; one string per line.
  ///   - examples: lines that show its use.
  ///   - forms: the ways to write it; the first that fits the words is used.
  public init(
    _ verb: String, _ summary: String, aliases: [String] = [], synonyms: [String] = [],
    isQuestion: Bool = false, details: [String] = [], examples: [String] = [],
    _ forms: Form<State>...
  ) {
    var options: [OptionDeclaration] = []
    for option in forms.flatMap({ $0.options })
    where !options.contains(where: { $0.name == option.name }) {
      options.append(option)
    }
    var declaration = CommandDeclaration(
      verb, aliases: aliases, forms: forms.map { $0.declaration }, options: options,
      isQuestion: isQuestion, summary: summary, details: details, examples: examples)
    declaration.synonyms = synonyms
    self.declaration = declaration
    meanings = forms.map { $0.meaning }
  }

  /// A command known only as data, such as that of a plugin.
  public init(
    _ declaration: CommandDeclaration, meaning: @escaping @Sendable (Call) -> Intent<State>
  ) {
    self.declaration = declaration
    meanings = declaration.forms.map { _ in meaning }
  }

  /// The meaning of a call of this command.
  @inlinable
  public func intent(_ call: Call) -> Intent<State> { meanings[call.form](call) }
}

/// One way to write a command, and its meaning.
public struct Form<State: GameState>: Sendable {
  let declaration: CommandDeclaration.Form
  let options: [OptionDeclaration]
  let meaning: @Sendable (Call) -> Intent<State>

  /// A form that is a move: `Form(.dice(1...6)) { .hold($0) }`.
  ///
  /// - Parameter help: the effect of this form, if it differs from the command's summary.
  @inlinable
  public init<each Value>(
    _ parameter: repeat FormParameter<each Value>, help: String = "",
    move: @escaping @Sendable (repeat each Value) -> State.Move
  ) {
    self.init(Self.list(repeat each parameter), Self.options(repeat each parameter), help) { call in
      var values = CallValues(call)
      return .move(move(repeat (each parameter).read(&values)))
    }
  }

  /// A form that begins with a literal word and is a move: `Form("best") { .holdBest }`.
  @inlinable
  public init<each Value>(
    _ word: String, _ parameter: repeat FormParameter<each Value>, help: String = "",
    move: @escaping @Sendable (repeat each Value) -> State.Move
  ) {
    self.init(
      [.literal(word)] + Self.list(repeat each parameter), Self.options(repeat each parameter), help
    ) { call in
      var values = CallValues(call)
      return .move(move(repeat (each parameter).read(&values)))
    }
  }

  /// A form with any meaning, such as the answer to a question.
  @inlinable
  public init<each Value>(
    _ parameter: repeat FormParameter<each Value>, help: String = "",
    intent: @escaping @Sendable (repeat each Value) -> Intent<State>
  ) {
    self.init(Self.list(repeat each parameter), Self.options(repeat each parameter), help) { call in
      var values = CallValues(call)
      return intent(repeat (each parameter).read(&values))
    }
  }

  /// A form that begins with a literal word and has any meaning.
  @inlinable
  public init<each Value>(
    _ word: String, _ parameter: repeat FormParameter<each Value>, help: String = "",
    intent: @escaping @Sendable (repeat each Value) -> Intent<State>
  ) {
    self.init(
      [.literal(word)] + Self.list(repeat each parameter), Self.options(repeat each parameter), help
    ) { call in
      var values = CallValues(call)
      return intent(repeat (each parameter).read(&values))
    }
  }

  @usableFromInline
  init(
    _ parameters: [Parameter], _ options: [OptionDeclaration], _ help: String,
    _ meaning: @escaping @Sendable (Call) -> Intent<State>
  ) {
    declaration = CommandDeclaration.Form(parameters, help)
    self.options = options
    self.meaning = meaning
  }

  @usableFromInline
  static func list<each Value>(
    _ parameter: repeat FormParameter<each Value>
  ) -> [Parameter] {
    var list: [Parameter] = []
    for one in repeat each parameter {
      if let parameter = one.parameter { list.append(parameter) }
    }
    return list
  }

  @usableFromInline
  static func options<each Value>(
    _ parameter: repeat FormParameter<each Value>
  ) -> [OptionDeclaration] {
    var list: [OptionDeclaration] = []
    for one in repeat each parameter {
      if let option = one.option { list.append(option) }
    }
    return list
  }
}

/// The values of a call. Each parameter of a form reads its own.
@usableFromInline
struct CallValues {
  /// The arguments that no parameter has read yet.
  var arguments: ArraySlice<Argument>
  /// The options by name.
  let options: [String: OptionValue]

  @usableFromInline
  init(_ call: Call) {
    arguments = call.arguments[...]
    options = call.options
  }
}

/// A parameter of a form, or an option of its command, with the type of its value.
public struct FormParameter<Value>: Sendable {
  /// The words it takes; `nil` for an option.
  let parameter: Parameter?
  /// The option; `nil` for words.
  let option: OptionDeclaration?
  @usableFromInline let read: @Sendable (inout CallValues) -> Value

  init(_ parameter: Parameter, read: @escaping @Sendable (inout CallValues) -> Value) {
    self.parameter = parameter
    option = nil
    self.read = read
  }

  init(_ option: OptionDeclaration, read: @escaping @Sendable (inout CallValues) -> Value) {
    parameter = nil
    self.option = option
    self.read = read
  }
}

extension FormParameter<Int> {
  /// An integer in a range.
  public static func integer(_ name: String, _ range: ClosedRange<Int>) -> Self {
    Self(Parameter(name, .integer(range))) { $0.arguments.popFirst()?.integer ?? range.lowerBound }
  }

  /// The face of a die.
  public static func die(_ name: String, sides: Int = 6) -> Self {
    Self(Parameter(name, .die(sides: sides))) { $0.arguments.popFirst()?.integer ?? 1 }
  }

  /// A time, as milliseconds.
  public static func duration(_ name: String) -> Self {
    Self(Parameter(name, .duration)) { $0.arguments.popFirst()?.integer ?? 0 }
  }
}

extension FormParameter<[Int]> {
  /// The faces of dice. It takes all remaining words.
  public static func dice(_ count: ClosedRange<Int>, sides: Int = 6, _ name: String = "D") -> Self {
    Self(Parameter(name, .die(sides: sides), count: count)) { values in
      defer { values.arguments = [] }
      return values.arguments.map { $0.integer ?? 1 }
    }
  }

  /// Integers in a range. It takes all remaining words.
  public static func integers(
    _ name: String, _ range: ClosedRange<Int>, count: ClosedRange<Int>
  ) -> Self {
    Self(Parameter(name, .integer(range), count: count)) { values in
      defer { values.arguments = [] }
      return values.arguments.map { $0.integer ?? range.lowerBound }
    }
  }
}

extension FormParameter<String> {
  /// The name of a player.
  public static func name(_ name: String) -> Self {
    Self(Parameter(name, .name)) { $0.arguments.popFirst()?.word ?? "" }
  }

  /// A player of the game, by name or number: any word, but completion offers the players.
  public static var player: Self {
    Self(Parameter(Parameter.player, .word)) { $0.arguments.popFirst()?.word ?? "" }
  }

  /// Any word.
  public static func word(_ name: String) -> Self {
    Self(Parameter(name, .word)) { $0.arguments.popFirst()?.word ?? "" }
  }

  /// One of a few words.
  public static func choice(_ name: String, _ words: [String]) -> Self {
    Self(Parameter(name, .choice(words))) { $0.arguments.popFirst()?.word ?? "" }
  }
}

extension FormParameter<[String]> {
  /// Any words. It takes all remaining words.
  public static func words(_ name: String, count: ClosedRange<Int>) -> Self {
    Self(Parameter(name, .word, count: count)) { values in
      defer { values.arguments = [] }
      return values.arguments.compactMap(\.word)
    }
  }
}

extension FormParameter<String?> {
  /// An option of the command, `NAME=TEXT`, of at most `limit` bytes; `nil` if it is left out.
  ///
  /// - Parameter isSecret: whether logs hide the value from the players until the game is over.
  public static func option(
    _ name: String, limit: Int, isSecret: Bool = false, _ summary: String
  ) -> Self {
    let option = OptionDeclaration(
      name, .text(limit: limit), summary, default: .text(""), isSecret: isSecret)
    return Self(option) { values in
      guard case .text(let text)? = values.options[name] else { return nil }
      return text
    }
  }
}

extension FormParameter<[String]> {
  /// Names of players. It takes all remaining words.
  public static func names(_ name: String, count: ClosedRange<Int>) -> Self {
    Self(Parameter(name, .name, count: count)) { values in
      defer { values.arguments = [] }
      return values.arguments.compactMap(\.word)
    }
  }
}

extension FormParameter {
  /// A parameter that may be left out; only the last one can.
  public static func optional<Wrapped>(_ other: FormParameter<Wrapped>) -> Self
  where Value == Wrapped? {
    guard var parameter = other.parameter else {
      preconditionFailure("an option can be left out anyway")
    }
    parameter.count = 0...parameter.count.upperBound
    return Self(parameter) { $0.arguments.isEmpty ? nil : other.read(&$0) }
  }
}
