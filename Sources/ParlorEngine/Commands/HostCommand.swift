package import LineSyntax
package import ParlorKit

/// A command of the host: how it is written, what it needs, and what each of its forms does.
package final class HostCommand: Sendable {
  /// What one form of a command does.
  package typealias Action =
    @Sendable (Interpreter, Call) throws(CommandError) -> CommandResult
  /// The same for a form that hands over replies before its own.
  package typealias StreamingAction =
    @Sendable (Interpreter, Call, ReplySink) throws(CommandError) -> CommandResult

  /// One way to write a command, and what it does.
  package struct Form: Sendable {
    let declaration: CommandDeclaration.Form
    let action: StreamingAction

    /// - Parameters:
    ///   - parameters: what follows the verb.
    ///   - summary: what this form does, if it differs from the command's summary.
    package init(
      _ parameters: [Parameter] = [], _ summary: String = "", action: @escaping Action
    ) {
      declaration = .init(parameters, summary)
      self.action = { interpreter, call, _ throws(CommandError) in try action(interpreter, call) }
    }

    package init(
      _ parameters: [Parameter] = [], _ summary: String = "",
      streaming action: @escaping StreamingAction
    ) {
      declaration = .init(parameters, summary)
      self.action = action
    }
  }

  /// The headings of help.
  package enum Group: String, Sendable, CaseIterable {
    case games = "Games"
    case play = "Play"
    case records = "Records"
    case files = "Files"
    case session = "Session"
  }

  /// What a command needs to be accepted. While it is missing, the command is not suggested.
  package enum Requirement: Sendable {
    case nothing
    /// A current game.
    case game
    /// A current game with a log.
    case log
    /// A move that can be undone.
    case moves
    /// A move that was undone.
    case undoneMoves
    /// A player who can leave the current game.
    case resignation
    /// An open batch.
    case batch
    /// Another open game.
    case otherGames
    /// A current game with an adviser.
    case advice
  }

  /// Finds candidates for completion that the declaration does not list, from the words typed so
  /// far and the one being typed. For the value of an option the last word is the option's name
  /// with a `=`.
  package typealias Suggest =
    @Sendable (_ assistant: Assistant, _ given: [String], _ current: String) -> [Suggestion]

  /// The declaration by which a line is read, where it depends on the session. It has the same forms.
  package typealias Declare =
    @Sendable (Session, Line) throws(CommandError) -> DeclaredCommand

  /// How a command reads its lines.
  private enum Reading: Sendable {
    case forms([StreamingAction], Declare?)
    /// The command reads the words itself.
    case line(@Sendable (Interpreter, Line) throws(CommandError) -> CommandResult)
  }

  /// How it is written.
  let declared: DeclaredCommand
  /// The heading under which help lists it.
  let group: Group
  /// What the session must be granted.
  let needs: Capabilities
  /// Whether a game may have a command with the same verb, which then takes precedence.
  let yieldsToGames: Bool
  let suggest: Suggest?
  /// Whether all words that the command accepts are suggested.
  let suggestsAll: Bool
  /// What must exist for the command to be accepted.
  let requirement: Requirement
  private let reading: Reading

  /// A command with several forms.
  ///
  /// - Parameters:
  ///   - takesOptionsAsWords: whether words such as `bank=300` are words like others.
  ///   - suggestsAll: whether `suggest` finds every word that the command accepts.
  ///   - requirement: what must be there for the command to be accepted.
  ///   - declare: the declaration by which a line is read, where it depends on the session.
  package init(
    _ verb: String, aliases: [String] = [], in group: Group, needs: Capabilities = [],
    summary: String, details: [String] = [], examples: [String] = [],
    options: [OptionDeclaration] = [], suggest: Suggest? = nil, yieldsToGames: Bool = false,
    takesOptionsAsWords: Bool = false, suggestsAll: Bool = false,
    requirement: Requirement = .nothing, declare: Declare? = nil, forms: [Form]
  ) {
    declared = DeclaredCommand(
      CommandDeclaration(
        verb, aliases: aliases, forms: forms.map(\.declaration), options: options,
        summary: summary, details: details, examples: examples),
      takesOptionsAsWords: takesOptionsAsWords)
    self.group = group
    self.needs = needs
    self.suggest = suggest
    self.suggestsAll = suggestsAll
    self.requirement = requirement
    self.yieldsToGames = yieldsToGames
    reading = .forms(forms.map(\.action), declare)
  }

  /// A command with one form.
  package convenience init(
    _ verb: String, aliases: [String] = [], _ parameters: [Parameter] = [], in group: Group,
    needs: Capabilities = [], summary: String, details: [String] = [], examples: [String] = [],
    options: [OptionDeclaration] = [], suggest: Suggest? = nil, yieldsToGames: Bool = false,
    takesOptionsAsWords: Bool = false, suggestsAll: Bool = false,
    requirement: Requirement = .nothing, action: @escaping Action
  ) {
    self.init(
      verb, aliases: aliases, in: group, needs: needs, summary: summary, details: details,
      examples: examples, options: options, suggest: suggest, yieldsToGames: yieldsToGames,
      takesOptionsAsWords: takesOptionsAsWords, suggestsAll: suggestsAll, requirement: requirement,
      forms: [Form(parameters, action: action)])
  }

  /// A command that reads the words of its lines itself, since they depend on the first.
  init(
    _ verb: String, in group: Group, summary: String, details: [String], examples: [String] = [],
    suggest: Suggest?, yieldsToGames: Bool = false, requirement: Requirement = .nothing,
    usages: [CommandDeclaration.Form],
    line: @escaping @Sendable (Interpreter, Line) throws(CommandError) -> CommandResult
  ) {
    declared = DeclaredCommand(
      CommandDeclaration(
        verb, forms: usages, summary: summary, details: details, examples: examples))
    self.group = group
    self.suggest = suggest
    suggestsAll = false
    self.requirement = requirement
    needs = []
    self.yieldsToGames = yieldsToGames
    reading = .line(line)
  }

  package var declaration: CommandDeclaration { declared.declaration }
  var verb: String { declared.declaration.verb }

  /// Reads a line as a call, without running it.
  func read(_ line: Line) throws(CommandError) -> Call {
    var reader = CallReader(line, as: declared)
    return try reader.read()
  }

  /// Whether the words of a line fit the command.
  func fits(_ line: Line, in session: Session) -> Bool {
    guard case .forms(_, let declare) = reading else { return true }
    guard let declared = try? declare?(session, line) ?? declared else { return false }
    var reader = CallReader(line, as: declared)
    return (try? reader.read()) != nil
  }

  /// Runs a line.
  func run(
    _ line: Line, in interpreter: Interpreter, into sink: ReplySink
  ) throws(CommandError) -> CommandResult {
    switch reading {
    case .line(let action): return try action(interpreter, line)
    case .forms(let actions, let declare):
      let declared = try declare?(interpreter.session, line) ?? declared
      var reader = CallReader(line, as: declared)
      let call = try reader.read()
      do throws(CommandError) {
        return try actions[call.form](interpreter, call, sink)
      } catch {
        throw error.placed(in: line, call, of: declared)
      }
    }
  }
}

/// What a command did.
package struct CommandResult {
  package var events: [any Event]
  /// Whether what can be done now follows the report.
  package var showsSituation: Bool
  /// Whether the players return to a position that the events do not describe.
  package var isReturn: Bool
  /// Whether the session is over.
  package var endsSession: Bool
  /// Further keys of the reply, whose values are JSON already; in text a line each.
  package var written: [WrittenValue]

  package init(
    events: [any Event] = [], showsSituation: Bool = false, endsSession: Bool = false,
    written: [WrittenValue] = []
  ) {
    self.events = events
    self.written = written
    self.showsSituation = showsSituation
    isReturn = false
    self.endsSession = endsSession
  }

  /// The position to which the players come back, after a report.
  static func position(after events: [any Event]) -> CommandResult {
    var result = CommandResult(events: events, showsSituation: true)
    result.isReturn = true
    return result
  }

  /// A result without a report.
  static var silent: CommandResult { CommandResult() }
}

/// A value of a reply that was written as JSON where it was made.
package struct WrittenValue {
  package var key: String
  package var json: [UInt8]
}

extension HostCommand {
  /// The commands of the language, in the order of help.
  package static let all: [HostCommand] = [
    .new, .games, .use, .copy, .close, .rules, .replay,
    .show, .legal, .hint, .odds, .review, .outcomes, .actions, .batch, .step, .state, .log, .undo,
    .redo, .go, .amend, .seat, .resign,
    .save, .load, .source, .record, .requires,
    .set, .seed, .clock, .echo, .history, .help, .quit,
  ]

  /// The verbs and aliases of commands of the host that no game may have.
  package static func verbs(of commands: [HostCommand]) -> Set<String> {
    Set(commands.filter { !$0.yieldsToGames }.flatMap(\.declaration.verbs))
  }
}
