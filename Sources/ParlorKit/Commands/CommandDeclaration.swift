/// A command, declared once, as data. Parsing, errors, help, completion and the manual page come
/// from it.
public struct CommandDeclaration: Sendable {
  /// The verb: lower-case letters and `-`, at most 16.
  public var verb: String
  /// Other names of the command, of the same form.
  public var aliases: [String]
  /// The ways to write it; the first that fits the words is taken.
  public var forms: [Form]
  /// What it does, in one line without a full stop.
  public var summary: String
  /// More about it, in whole sentences; one string a line.
  public var details: [String]
  /// Lines that show its use.
  public var examples: [String]
  /// Options of the command in the form `key=value`.
  public var options: [OptionDeclaration]
  /// Whether it only asks, so that it can be typed at any time of a game.
  public var isQuestion: Bool

  /// One way to write a command.
  public struct Form: Sendable {
    /// What follows the verb.
    public var parameters: [Parameter]
    /// What this form does, if it differs from the command's summary.
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

  /// The forms as help shows them: `hold D…`, `hold all`.
  public var usages: [String] {
    forms.map { form in ([verb] + form.parameters.map(\.usage)).joined(separator: " ") }
  }
}
