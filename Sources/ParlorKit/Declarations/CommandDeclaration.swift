/// A command, declared once, as data. Parsing, errors, help, completion and the manual page come
/// from it.
public struct CommandDeclaration: Sendable {
  /// The verb: lower-case letters and `-`, at most 16.
  public var verb: String
  /// Other names of the command, of the same form.
  public var aliases: [String]
  /// Words that are typed by mistake for the verb. They are not commands; errors suggest the verb.
  public var synonyms: [String] = []
  /// The ways to write it; the first that fits the words is taken.
  public var forms: [Form]
  /// The effect, in one line without a full stop.
  public var summary: String
  /// More help, in whole sentences; one string per line.
  public var details: [String]
  /// Lines that show its use.
  public var examples: [String]
  /// Options of the command in the form `key=value`.
  public var options: [OptionDeclaration]
  /// Whether it changes nothing, so that it can be typed at any time.
  public var isQuestion: Bool

  /// One way to write a command.
  public struct Form: Sendable {
    /// The words after the verb.
    public var parameters: [Parameter]
    /// The effect of this form, if it differs from the command's summary.
    public var summary: String

    /// A form.
    public init(_ parameters: [Parameter] = [], _ summary: String = "") {
      self.parameters = parameters
      self.summary = summary
    }
  }

  /// A command with several forms.
  public init(
    _ verb: String, aliases: [String] = [], forms: [Form], options: [OptionDeclaration] = [],
    isQuestion: Bool = false, summary: String, details: [String] = [], examples: [String] = []
  ) {
    self.verb = verb
    self.isQuestion = isQuestion
    self.aliases = aliases
    self.forms = forms
    self.options = options
    self.summary = summary
    self.details = details
    self.examples = examples
  }

  /// A command with one form.
  public init(
    _ verb: String, aliases: [String] = [], _ parameters: [Parameter] = [],
    options: [OptionDeclaration] = [], isQuestion: Bool = false, summary: String,
    details: [String] = [], examples: [String] = []
  ) {
    self.init(
      verb, aliases: aliases, forms: [Form(parameters)], options: options,
      isQuestion: isQuestion, summary: summary, details: details, examples: examples)
  }

  /// The alias of one letter; `nil` if there is none.
  package var shorthand: String? { aliases.first { $0.utf8.count == 1 && $0 != "?" } }

  /// The forms as help shows them: `hold D…`, `hold all`.
  public var usages: [String] {
    forms.map { form in ([verb] + form.parameters.map(\.usage)).joined(separator: " ") }
  }
}

/// A typed parameter of a command.
public struct Parameter: Sendable {
  /// The name that help shows, such as `FILE` or `D`.
  public var name: String
  /// The words that fit.
  public var kind: Kind
  /// The number of words it takes.
  public var count: ClosedRange<Int>

  /// The words that fit a parameter.
  public enum Kind: Sendable, Equatable {
    /// Exactly this word.
    case literal(String)
    /// An integer in a range, with an optional sign.
    case integer(ClosedRange<Int>)
    /// The face of a die, from 1 to `sides`.
    case die(sides: Int)
    /// One of a few words.
    case choice([String])
    /// The name of a player: 1 to 32 characters, no control characters, not all digits.
    case name
    /// The path of a file.
    case file
    /// Any word.
    case word
    /// A span of time, `10s`, `1.5s`, `2m` or `1h`, with an optional `+`.
    case duration
    /// A word that must not be shown or stored.
    case secret
  }

  /// A parameter.
  public init(_ name: String, _ kind: Kind, count: ClosedRange<Int> = 1...1) {
    self.name = name
    self.kind = kind
    self.count = count
  }

  /// The name of a parameter that is a player of the game, for which completion offers the players.
  package static let player = "PLAYER"

  /// A fixed word.
  public static func literal(_ word: String) -> Parameter { .init(word, .literal(word)) }

  /// The parameter as help shows it: `D…`, `[N]`, `all`.
  public var usage: String {
    let plural = count.upperBound > 1 ? "…" : ""
    return count.lowerBound == 0 ? "[\(name)\(plural)]" : "\(name)\(plural)"
  }

  /// The plural, such as `dice`; `nil` for fixed words.
  package var plural: String? {
    switch kind {
    case .die: "dice"
    case .integer: "numbers"
    case .name: "players"
    case .file: "files"
    case .literal, .choice, .duration, .secret, .word: nil
    }
  }

  /// `a player` for PLAYER; `a word` if the name says no more.
  private var noun: String {
    let word = name.prefix(while: \.isLetter).lowercased()
    if word.count < 3 { return "a word" }
    return (["a", "e", "i", "o"].contains(word.prefix(1)) ? "an " : "a ") + word
  }

  /// A description of the words that fit: `a number from 1 to 6`.
  public var expectation: String {
    switch kind {
    case .literal(let word): "`\(word)`"
    case .integer(let range) where range.upperBound == Int.max:
      "a number from \(range.lowerBound) up"
    case .integer(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
    case .die(let sides): "the face of a die, 1 to \(sides)"
    case .choice(let words): words.alternatives
    case .name: "a name"
    case .file: "a file"
    case .word: noun
    case .duration: "a time such as 10s, 1.5s, 2m or 1h"
    case .secret: "a secret, given as @FILE"
    }
  }
}

/// A command with parsed arguments within the ranges of their parameters.
public struct Call: Sendable {
  /// The verb of the declaration, whatever alias was typed.
  public var verb: String
  /// The index of the command among those of its game.
  public var command: Int
  /// The index of the matching form.
  public var form: Int
  /// The arguments, without the literal words of the form.
  public var arguments: [Argument]
  /// The options that were given.
  public var options: [String: OptionValue]

  /// A call.
  public init(
    verb: String, command: Int = 0, form: Int = 0, arguments: [Argument] = [],
    options: [String: OptionValue] = [:]
  ) {
    self.verb = verb
    self.command = command
    self.form = form
    self.arguments = arguments
    self.options = options
  }

  /// The arguments that are integers, including dice and milliseconds, in order.
  public var integers: [Int] { arguments.compactMap(\.integer) }

  /// The index of the first argument that is one of the given integers.
  public func firstArgument(among numbers: [Int]) -> Int? {
    arguments.firstIndex { $0.integer.map(numbers.contains) ?? false }
  }

  /// The integer at an index, if there is one.
  public func integer(_ index: Int) -> Int? {
    arguments.indices.contains(index) ? arguments[index].integer : nil
  }

  /// The word at an index, if there is one.
  public func word(_ index: Int) -> String? {
    guard arguments.indices.contains(index), case .word(let word) = arguments[index] else {
      return nil
    }
    return word
  }
}

/// An argument of a call.
public enum Argument: Sendable, Equatable {
  /// An integer, the face of a die, or a span of time in milliseconds.
  case integer(Int)
  /// A word, a name, a choice or a path.
  case word(String)

  /// The integer, if it is one.
  public var integer: Int? {
    if case .integer(let number) = self { number } else { nil }
  }

  /// The word, if it is one.
  public var word: String? {
    if case .word(let word) = self { word } else { nil }
  }
}
