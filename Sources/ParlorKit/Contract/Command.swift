/// A command of a game: its verb, its help, and its forms, each with its meaning.
///
///     Command("hold", "set dice aside for points",
///       Form("best") { .holdBest },
///       Form(.dice(1...6)) { .hold($0) })
public struct Command<State: GameState>: Sendable {
  /// The command as data.
  public let declaration: CommandDeclaration
  /// What each form of the declaration means.
  let meanings: [@Sendable ([Argument]) -> Intent<State>]

  /// A command.
  ///
  /// - Parameters:
  ///   - verb: lower-case letters and `-`, at most 16.
  ///   - summary: what it does, in one line without a full stop.
  ///   - aliases: other verbs for the same command.
  ///   - isQuestion: whether it only asks, so that it can be typed at any time of a game.
  ///   - details: more help, in whole sentences; one string a line.
  ///   - examples: lines that show its use.
  ///   - forms: the ways to write it; the first that fits the words is taken.
  public init(
    _ verb: String, _ summary: String, aliases: [String] = [], isQuestion: Bool = false,
    details: [String] = [], examples: [String] = [], _ forms: Form<State>...
  ) {
    declaration = CommandDeclaration(
      verb, aliases: aliases, forms: forms.map(\.declaration), isQuestion: isQuestion,
      summary: summary, details: details, examples: examples)
    meanings = forms.map(\.meaning)
  }

  /// A command that is known as data only, such as that of a plugin.
  public init(
    _ declaration: CommandDeclaration, meaning: @escaping @Sendable (Call) -> Intent<State>
  ) {
    self.declaration = declaration
    meanings = declaration.forms.indices.map { form in
      { meaning(Call(verb: declaration.verb, form: form, arguments: $0)) }
    }
  }

  /// What a call of this command means.
  public func intent(_ call: Call) -> Intent<State> { meanings[call.form](call.arguments) }
}

/// One way to write a command, and what it means.
public struct Form<State: GameState>: Sendable {
  let declaration: CommandDeclaration.Form
  let meaning: @Sendable ([Argument]) -> Intent<State>

  /// A form that is a move: `Form(.dice(1...6)) { .hold($0) }`.
  ///
  /// - Parameter help: what this form does, if it differs from the command's summary.
  public init<each Value>(
    _ parameter: repeat FormParameter<each Value>, help: String = "",
    move: @escaping @Sendable (repeat each Value) -> State.Move
  ) {
    self.init(Self.list(repeat each parameter), help) { arguments in
      var rest = arguments[...]
      return .move(move(repeat (each parameter).read(&rest)))
    }
  }

  /// A form that begins with a literal word and is a move: `Form("best") { .holdBest }`.
  public init<each Value>(
    _ word: String, _ parameter: repeat FormParameter<each Value>, help: String = "",
    move: @escaping @Sendable (repeat each Value) -> State.Move
  ) {
    self.init([.literal(word)] + Self.list(repeat each parameter), help) { arguments in
      var rest = arguments[...]
      return .move(move(repeat (each parameter).read(&rest)))
    }
  }

  /// A form that is whatever the closure says, such as the answer to a question.
  public init<each Value>(
    _ parameter: repeat FormParameter<each Value>, help: String = "",
    intent: @escaping @Sendable (repeat each Value) -> Intent<State>
  ) {
    self.init(Self.list(repeat each parameter), help) { arguments in
      var rest = arguments[...]
      return intent(repeat (each parameter).read(&rest))
    }
  }

  /// A form that begins with a literal word and is whatever the closure says.
  public init<each Value>(
    _ word: String, _ parameter: repeat FormParameter<each Value>, help: String = "",
    intent: @escaping @Sendable (repeat each Value) -> Intent<State>
  ) {
    self.init([.literal(word)] + Self.list(repeat each parameter), help) { arguments in
      var rest = arguments[...]
      return intent(repeat (each parameter).read(&rest))
    }
  }

  private init(
    _ parameters: [Parameter], _ help: String,
    _ meaning: @escaping @Sendable ([Argument]) -> Intent<State>
  ) {
    declaration = CommandDeclaration.Form(parameters, help)
    self.meaning = meaning
  }

  private static func list<each Value>(
    _ parameter: repeat FormParameter<each Value>
  ) -> [Parameter] {
    var list: [Parameter] = []
    for one in repeat each parameter { list.append(one.parameter) }
    return list
  }
}

/// A parameter of a form, with the type of its value.
public struct FormParameter<Value>: Sendable {
  let parameter: Parameter
  let read: @Sendable (inout ArraySlice<Argument>) -> Value

  init(_ parameter: Parameter, read: @escaping @Sendable (inout ArraySlice<Argument>) -> Value) {
    self.parameter = parameter
    self.read = read
  }
}

extension FormParameter<Int> {
  /// An integer in a range.
  public static func integer(_ name: String, _ range: ClosedRange<Int>) -> Self {
    Self(Parameter(name, .integer(range))) { $0.popFirst()?.integer ?? range.lowerBound }
  }

  /// The face of a die.
  public static func die(_ name: String, sides: Int = 6) -> Self {
    Self(Parameter(name, .die(sides: sides))) { $0.popFirst()?.integer ?? 1 }
  }

  /// A time, as milliseconds.
  public static func duration(_ name: String) -> Self {
    Self(Parameter(name, .duration)) { $0.popFirst()?.integer ?? 0 }
  }
}

extension FormParameter<[Int]> {
  /// The faces of dice. It takes all words that are left.
  public static func dice(_ count: ClosedRange<Int>, sides: Int = 6, _ name: String = "D") -> Self {
    Self(Parameter(name, .die(sides: sides), count: count)) { rest in
      defer { rest = [] }
      return rest.compactMap(\.integer)
    }
  }

  /// Integers in a range. It takes all words that are left.
  public static func integers(
    _ name: String, _ range: ClosedRange<Int>, count: ClosedRange<Int>
  ) -> Self {
    Self(Parameter(name, .integer(range), count: count)) { rest in
      defer { rest = [] }
      return rest.compactMap(\.integer)
    }
  }
}

extension FormParameter<String> {
  /// The name of a player.
  public static func name(_ name: String) -> Self {
    Self(Parameter(name, .name)) { $0.popFirst()?.word ?? "" }
  }

  /// Any word.
  public static func word(_ name: String) -> Self {
    Self(Parameter(name, .word)) { $0.popFirst()?.word ?? "" }
  }

  /// One of a few words.
  public static func choice(_ name: String, _ words: [String]) -> Self {
    Self(Parameter(name, .choice(words))) { $0.popFirst()?.word ?? "" }
  }
}

extension FormParameter<[String]> {
  /// Names of players. It takes all words that are left.
  public static func names(_ name: String, count: ClosedRange<Int>) -> Self {
    Self(Parameter(name, .name, count: count)) { rest in
      defer { rest = [] }
      return rest.compactMap(\.word)
    }
  }
}

extension FormParameter {
  /// A parameter that may be left out; only the last one can.
  public static func optional<Wrapped>(_ other: FormParameter<Wrapped>) -> Self
  where Value == Wrapped? {
    var parameter = other.parameter
    parameter.count = 0...parameter.count.upperBound
    return Self(parameter) { $0.isEmpty ? nil : other.read(&$0) }
  }
}
