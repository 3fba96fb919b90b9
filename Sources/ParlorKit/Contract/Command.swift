/// What commands act on: the state of a game, the session of the host, a client of a service.
public protocol CommandContext {
  /// What a form of a command does with a call.
  associatedtype CommandAction: Sendable
}

/// A command: its verb, its help, and its forms, each with its meaning.
///
///     Command("hold", "set dice aside for points",
///       Form("best") { .holdBest },
///       Form(.dice(1...6)) { .hold($0) })
public final class Command<Context: CommandContext>: Sendable {
  /// The command as data.
  public let declaration: CommandDeclaration
  /// What each form of the declaration does.
  @usableFromInline package let actions: [Context.CommandAction]

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
  ///   - forms: the ways to write it; the first that fits the words is taken.
  public convenience init(
    _ verb: String, _ summary: String, aliases: [String] = [], synonyms: [String] = [],
    isQuestion: Bool = false, details: [String] = [], examples: [String] = [],
    _ forms: Form<Context>...
  ) {
    self.init(
      verb, summary, aliases: aliases, synonyms: synonyms, isQuestion: isQuestion,
      details: details, examples: examples, forms: forms)
  }

  /// The same with the forms in a list.
  package init(
    _ verb: String, _ summary: String, aliases: [String] = [], synonyms: [String] = [],
    isQuestion: Bool = false, details: [String] = [], examples: [String] = [],
    forms: [Form<Context>]
  ) {
    var options: [OptionDeclaration] = []
    for form in forms {
      for option in form.options where !options.contains(where: { $0.name == option.name }) {
        options.append(option)
      }
    }
    var declaration = CommandDeclaration(
      verb, aliases: aliases, forms: forms.map(\.declaration), options: options,
      isQuestion: isQuestion, summary: summary, details: details, examples: examples)
    declaration.synonyms = synonyms
    self.declaration = declaration
    actions = forms.map(\.action)
  }

  /// A command that is known as data only, of which every form does the same.
  package init(every action: Context.CommandAction, of declaration: CommandDeclaration) {
    self.declaration = declaration
    actions = declaration.forms.map { _ in action }
  }
}

extension Command where Context: GameState {
  /// A command known only as data, such as that of a plugin.
  public convenience init(
    _ declaration: CommandDeclaration, meaning: @escaping @Sendable (Call) -> Intent<Context>
  ) {
    self.init(every: meaning, of: declaration)
  }
}

/// One way to write a command, and its meaning.
public struct Form<Context: CommandContext>: Sendable {
  let declaration: CommandDeclaration.Form
  let options: [OptionDeclaration]
  package let action: Context.CommandAction

  /// - Parameter words: literal words that come first.
  @usableFromInline
  package init<each Value>(
    words: String? = nil, _ parameter: repeat FormParameter<each Value>, help: String,
    action: Context.CommandAction
  ) {
    var parameters = words?.split(separator: " ").map { Parameter.literal(String($0)) } ?? []
    var options: [OptionDeclaration] = []
    for one in repeat each parameter {
      if let parameter = one.parameter { parameters.append(parameter) }
      if let word = one.next { parameters.append(.literal(word)) }
      options += one.options
    }
    declaration = CommandDeclaration.Form(parameters, help)
    self.options = options
    self.action = action
  }

  /// A form that is written as another one.
  package init<Other>(like form: Form<Other>, action: Context.CommandAction) {
    declaration = form.declaration
    options = form.options
    self.action = action
  }
}

extension Form where Context: GameState {
  /// A form that is a move: `Form(.dice(1...6)) { .hold($0) }`.
  ///
  /// - Parameter help: the effect of this form, if it differs from the command's summary.
  @inlinable
  public init<each Value>(
    _ parameter: repeat FormParameter<each Value>, help: String = "",
    move: @escaping @Sendable (repeat each Value) -> Context.Move
  ) {
    self.init(repeat each parameter, help: help) { call in
      var values = CallValues(call)
      return .move(move(repeat (each parameter).read(&values)))
    }
  }

  /// A form that begins with a literal word and is a move: `Form("best") { .holdBest }`.
  @inlinable
  public init<each Value>(
    _ word: String, _ parameter: repeat FormParameter<each Value>, help: String = "",
    move: @escaping @Sendable (repeat each Value) -> Context.Move
  ) {
    self.init(words: word, repeat each parameter, help: help) { call in
      var values = CallValues(call)
      return .move(move(repeat (each parameter).read(&values)))
    }
  }

  /// A form with any meaning, such as the answer to a question.
  @inlinable
  public init<each Value>(
    _ parameter: repeat FormParameter<each Value>, help: String = "",
    intent: @escaping @Sendable (repeat each Value) -> Intent<Context>
  ) {
    self.init(repeat each parameter, help: help) { call in
      var values = CallValues(call)
      return intent(repeat (each parameter).read(&values))
    }
  }

  /// A form that begins with a literal word and has any meaning.
  @inlinable
  public init<each Value>(
    _ word: String, _ parameter: repeat FormParameter<each Value>, help: String = "",
    intent: @escaping @Sendable (repeat each Value) -> Intent<Context>
  ) {
    self.init(words: word, repeat each parameter, help: help) { call in
      var values = CallValues(call)
      return intent(repeat (each parameter).read(&values))
    }
  }
}

/// The values of a call, of which each parameter of a form reads its own.
///
/// The words were read by the parameters, so what is read here is there: the fallbacks serve calls
/// that a program has made up.
@usableFromInline
package struct CallValues {
  /// The arguments that no parameter has read yet.
  var arguments: ArraySlice<Argument>
  /// The options by name.
  package let options: [String: OptionValue]

  @usableFromInline
  package init(_ call: Call) {
    arguments = call.arguments[...]
    options = call.options
  }

  fileprivate mutating func word() -> String { arguments.popFirst()?.word ?? Self.misfit("") }

  fileprivate mutating func integer(or fallback: Int) -> Int {
    arguments.popFirst()?.integer ?? Self.misfit(fallback)
  }

  fileprivate static func misfit<Value>(_ value: Value) -> Value {
    unreachable("a call has the arguments of its form", value)
  }

  /// All arguments that are left.
  fileprivate mutating func rest() -> ArraySlice<Argument> {
    let rest = arguments
    arguments = []
    return rest
  }
}

/// A parameter of a form, or options of its command, with the type of the value.
public struct FormParameter<Value>: Sendable {
  /// The words it takes; nil for options.
  let parameter: Parameter?
  /// A literal word that comes next.
  private(set) var next: String?
  let options: [OptionDeclaration]
  @usableFromInline package let read: @Sendable (inout CallValues) -> Value

  init(_ parameter: Parameter, read: @escaping @Sendable (inout CallValues) -> Value) {
    self.parameter = parameter
    options = []
    self.read = read
  }

  package init(
    options: [OptionDeclaration], read: @escaping @Sendable (inout CallValues) -> Value
  ) {
    parameter = nil
    self.options = options
    self.read = read
  }

  /// The same parameter with a literal word after it.
  package func then(_ word: String) -> Self {
    var result = self
    result.next = word
    return result
  }
}

extension FormParameter<Int> {
  /// An integer in a range.
  public static func integer(_ name: String, _ range: ClosedRange<Int>) -> Self {
    Self(Parameter(name, .integer(range))) { $0.integer(or: range.lowerBound) }
  }

  /// The face of a die.
  public static func die(_ name: String, sides: Int = 6) -> Self {
    Self(Parameter(name, .die(sides: sides))) { $0.integer(or: 1) }
  }

  /// A time, as milliseconds.
  public static func duration(_ name: String) -> Self {
    Self(Parameter(name, .duration)) { $0.integer(or: 0) }
  }
}

extension FormParameter<[Int]> {
  /// The faces of dice. It takes all remaining words.
  public static func dice(_ count: ClosedRange<Int>, sides: Int = 6, _ name: String = "D") -> Self {
    Self(Parameter(name, .die(sides: sides), count: count)) {
      $0.rest().map { $0.integer ?? CallValues.misfit(1) }
    }
  }

  /// Integers in a range. It takes all remaining words.
  public static func integers(
    _ name: String, _ range: ClosedRange<Int>, count: ClosedRange<Int>
  ) -> Self {
    Self(Parameter(name, .integer(range), count: count)) {
      $0.rest().map { $0.integer ?? CallValues.misfit(range.lowerBound) }
    }
  }
}

extension FormParameter<String> {
  /// The name of a player.
  public static func name(_ name: String) -> Self { Self(Parameter(name, .name)) { $0.word() } }

  /// A player of the game, by name or number: any word, but completion offers the players.
  public static var player: Self { .word(Parameter.player) }

  /// Any word.
  public static func word(_ name: String) -> Self { Self(Parameter(name, .word)) { $0.word() } }

  /// One of a few words.
  public static func choice(_ name: String, _ words: [String]) -> Self {
    Self(Parameter(name, .choice(words))) { $0.word() }
  }

  /// The path of a file.
  package static func file(_ name: String) -> Self { Self(Parameter(name, .file)) { $0.word() } }

  /// A word that must not be shown or kept.
  package static func secret(_ name: String) -> Self {
    Self(Parameter(name, .secret)) { $0.word() }
  }

  /// A text: all words that are left, with a blank between them.
  package static func text(_ name: String) -> Self {
    Self(Parameter(name, .word, count: 0...Int.max)) { values in
      var text = values.arguments.popFirst()?.word ?? ""
      while let word = values.arguments.popFirst()?.word { text += " "; text += word }
      return text
    }
  }
}

extension FormParameter<[String]> {
  /// Any words. It takes all remaining words.
  public static func words(_ name: String, count: ClosedRange<Int>) -> Self {
    Self(Parameter(name, .word, count: count)) { $0.rest().compactMap(\.word) }
  }

  /// Names of players. It takes all remaining words.
  public static func names(_ name: String, count: ClosedRange<Int>) -> Self {
    Self(Parameter(name, .name, count: count)) { $0.rest().compactMap(\.word) }
  }
}

extension FormParameter<String?> {
  /// An option of the command, `NAME=TEXT`, of at most so many bytes; nil if it is not given.
  ///
  /// - Parameter isSecret: whether logs hide the value from the players until the game is over.
  public static func option(
    _ name: String, limit: Int, isSecret: Bool = false, _ summary: String
  ) -> Self {
    .text(
      of: OptionDeclaration(
        name, .text(limit: limit), summary, default: .text(""), isSecret: isSecret))
  }

  /// An option that is a text or one of a few words; nil if it is not given.
  package static func text(of option: OptionDeclaration) -> Self {
    Self(options: [option]) { values in
      if case .text(let text)? = values.options[option.name] { text } else { nil }
    }
  }
}

extension FormParameter<Int?> {
  /// An option that is an integer; nil if it is not given.
  package static func integer(of option: OptionDeclaration) -> Self {
    Self(options: [option]) { values in
      if case .integer(let number)? = values.options[option.name] { number } else { nil }
    }
  }
}

extension FormParameter<Bool?> {
  /// An option that is `on` or `off`; nil if it is not given.
  package static func flag(of option: OptionDeclaration) -> Self {
    Self(options: [option]) { values in
      if case .flag(let flag)? = values.options[option.name] { flag } else { nil }
    }
  }
}

extension FormParameter<[String: OptionValue]> {
  /// All options that are given, whatever the command is read by.
  package static var options: Self { Self(options: []) { $0.options } }
}

extension FormParameter {
  /// A parameter that may be left out; only the last ones can.
  public static func optional<Wrapped>(_ other: FormParameter<Wrapped>) -> Self
  where Value == Wrapped? {
    guard var parameter = other.parameter else {
      preconditionFailure("an option can be left out anyway")
    }
    parameter.count = 0...parameter.count.upperBound
    return Self(parameter) { $0.arguments.isEmpty ? nil : other.read(&$0) }
  }
}
