package import LineSyntax
package import ParlorKit
import Synchronization

extension Session: CommandContext {
  /// What a form of a command of the host does. It may hand over replies before its own.
  package typealias CommandAction =
    @Sendable (Interpreter, Call, ReplySink) throws(CommandError) -> CommandResult
}

extension Form<Session> {
  /// A form: `Form(.file("FILE")) { interpreter, path throws(CommandError) in … }`.
  ///
  /// - Parameter help: what this form does, if it differs from the command's summary.
  package init<each Value>(
    _ parameter: repeat FormParameter<each Value>, help: String = "",
    run: @escaping @Sendable (Interpreter, repeat each Value) throws(CommandError) -> CommandResult
  ) {
    // Swift 6.3 does not compile a closure with a typed error where the associated type is meant.
    let action: Session.CommandAction = { interpreter, call, _ throws(CommandError) in
      var values = CallValues(call)
      return try run(interpreter, repeat (each parameter).read(&values))
    }
    self.init(repeat each parameter, help: help, action: action)
  }

  /// A form that begins with a literal word.
  package init<each Value>(
    _ word: String, _ parameter: repeat FormParameter<each Value>, help: String = "",
    run: @escaping @Sendable (Interpreter, repeat each Value) throws(CommandError) -> CommandResult
  ) {
    let action: Session.CommandAction = { interpreter, call, _ throws(CommandError) in
      var values = CallValues(call)
      return try run(interpreter, repeat (each parameter).read(&values))
    }
    self.init(words: word, repeat each parameter, help: help, action: action)
  }

  /// A form that hands over replies before its own.
  package init<each Value>(
    _ parameter: repeat FormParameter<each Value>, help: String = "",
    streaming run:
      @escaping @Sendable (Interpreter, ReplySink, repeat each Value) throws(CommandError)
      -> CommandResult
  ) {
    let action: Session.CommandAction = { interpreter, call, sink throws(CommandError) in
      var values = CallValues(call)
      return try run(interpreter, sink, repeat (each parameter).read(&values))
    }
    self.init(repeat each parameter, help: help, action: action)
  }
}

/// A command of the host, and what the host must know of it.
///
///     HostCommand(in: .games, requires: .otherGames, suggest: gameNumbers, Command(
///       "use", "make an open game the current one",
///       Form(.integer("N", 1...Int.max)) { interpreter, number throws(CommandError) in … }))
package final class HostCommand: Sendable {
  /// The headings of help.
  package enum Group: String, Sendable, CaseIterable {
    case games = "Games"
    case play = "Play"
    case records = "Records"
    case files = "Files"
    case session = "Session"
    /// What people at a prompt do not need.
    case programs = "Programs"
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
    /// A current game whose players have names.
    case names
    /// An open batch.
    case batch
    /// Another open game.
    case otherGames
    /// A current game with an adviser.
    case advice
    /// A current game that can be played on many times.
    case rollout
    /// A fair game.
    case fairGame
    /// A current game, and a front end with keys.
    case keys
    /// A current game whose moves can be listed.
    case actions
    /// A legal move whose draws can be listed.
    case draws
    case finishedGame
  }

  /// What is special about a command.
  package struct Traits: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A game may have a command of the same verb, which then comes first.
    package static let yieldsToGames = Traits(rawValue: 1)
    /// `suggest` finds every word that the command accepts.
    package static let suggestsAll = Traits(rawValue: 2)
    /// Words such as `bank=300` are words like others.
    package static let takesOptionsAsWords = Traits(rawValue: 4)
  }

  /// Finds candidates for completion that the declaration does not list, from the words typed so
  /// far and the one being typed. For the value of an option the last word is the option's name
  /// with a `=`.
  package typealias Suggest =
    @Sendable (_ assistant: Assistant, _ given: [String], _ current: String) -> [Suggestion]

  /// The declaration by which a line is read, where it depends on the session. It has the same
  /// forms.
  package typealias Declare =
    @Sendable (Session, Line) throws(CommandError) -> DeclaredCommand

  /// What a form does. An array of functions would make a new one for every call.
  private struct FormAction: Sendable {
    let run: Session.CommandAction
  }

  /// How a command reads its lines.
  private enum Reading: Sendable {
    case forms([FormAction], Declare?)
    /// The command reads the words itself.
    case line(@Sendable (Interpreter, Line) throws(CommandError) -> CommandResult)
  }

  /// How it is written.
  package let declared: DeclaredCommand
  /// The heading under which help lists it.
  package let group: Group
  /// What the session must be granted.
  let needs: Capabilities
  /// What must exist for the command to be accepted.
  let requirement: Requirement
  let traits: Traits
  let suggest: Suggest?
  private let reading: Reading

  private init(
    _ declaration: CommandDeclaration, _ reading: Reading, in group: Group, needs: Capabilities,
    requires requirement: Requirement, _ traits: Traits, _ suggest: Suggest?
  ) {
    declared = DeclaredCommand(
      declaration, takesOptionsAsWords: traits.contains(.takesOptionsAsWords))
    self.reading = reading
    self.group = group
    self.needs = needs
    self.requirement = requirement
    self.traits = traits
    self.suggest = suggest
  }

  /// A command that does what its forms say.
  package convenience init(
    in group: Group, needs: Capabilities = [], requires requirement: Requirement = .nothing,
    traits: Traits = [], suggest: Suggest? = nil, declare: Declare? = nil,
    _ command: Command<Session>
  ) {
    self.init(
      command.declaration, .forms(command.actions.map { FormAction(run: $0) }, declare), in: group,
      needs: needs,
      requires: requirement, traits, suggest)
  }

  /// A command that reads the words of its lines itself, since they depend on the first.
  convenience init(
    in group: Group, requires requirement: Requirement = .nothing, traits: Traits = [],
    suggest: Suggest? = nil, _ declaration: CommandDeclaration,
    line: @escaping @Sendable (Interpreter, Line) throws(CommandError) -> CommandResult
  ) {
    self.init(
      declaration, .line(line), in: group, needs: [], requires: requirement, traits, suggest)
  }

  package var declaration: CommandDeclaration { declared.declaration }
  var verb: String { declared.declaration.verb }

  /// Reads a line as a call, without running it.
  func read(_ line: Line) throws(CommandError) -> Call { try declared.call(line) }

  /// Whether the words of a line fit the command.
  func fits(_ line: Line, in session: Session) -> Bool {
    guard case .forms(_, let declare) = reading else { return true }
    guard let declared = try? declare?(session, line) ?? declared else { return false }
    return (try? declared.call(line)) != nil
  }

  /// Runs a line.
  func run(
    _ line: Line, in interpreter: Interpreter, into sink: ReplySink
  ) throws(CommandError) -> CommandResult {
    switch reading {
    case .line(let action): return try action(interpreter, line)
    case .forms(let actions, let declare):
      let declared = try declare?(interpreter.session, line) ?? declared
      let call = try declared.call(line)
      do throws(CommandError) {
        return try actions[call.form].run(interpreter, call, sink)
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
  /// A command by its verbs. The command itself is made when a line names it, and then kept.
  package final class Named: Sendable {
    /// The verb and its aliases.
    let verbs: [String]
    private let make: @Sendable () -> HostCommand
    private let made = Mutex<HostCommand?>(nil)

    package init(_ verbs: String..., make: @escaping @Sendable () -> HostCommand) {
      self.verbs = verbs
      self.make = make
    }

    package var command: HostCommand {
      made.withLock { made in
        let command = made ?? make()
        assert(command.declaration.verbs == verbs, "the verbs are those of the declaration")
        made = command
        return command
      }
    }
  }

  /// The commands of the language by their verbs, in the order of help.
  static let named: [Named] = [
    Named("new") { .new }, Named("daily") { .daily }, Named("games") { .games },
    Named("use", "switch") { .use },
    Named("copy") { .copy }, Named("close") { .close }, Named("rules") { .rules },
    Named("replay") { .replay },
    Named("show") { .show }, Named("legal") { .legal }, Named("hint") { .hint },
    Named("odds") { .odds }, Named("rollout") { .rollout }, Named("review") { .review },
    Named("drill") { .drill },
    Named("outcomes") { .outcomes },
    Named("actions") { .actions }, Named("batch") { .batch }, Named("step") { .step },
    Named("state") { .state }, Named("log") { .log }, Named("undo") { .undo },
    Named("redo") { .redo }, Named("goto") { .go }, Named("amend") { .amend },
    Named("seat") { .seat }, Named("resign") { .resign }, Named("fair") { .fair },
    Named("player") { .player },
    Named("play") { .play },
    Named("save") { .save }, Named("load") { .load }, Named("source") { .source },
    Named("record") { .record }, Named("requires") { .requires },
    Named("set") { .set }, Named("seed") { .seed }, Named("clock") { .clock },
    Named("echo") { .echo }, Named("history") { .history }, Named("help", "?") { .help },
    Named("quit", "exit") { .quit },
  ]

  /// The commands of the language, in the order of help.
  package static let all: [HostCommand] = named.map(\.command)

  /// The verbs and aliases of commands of the host that no game may have.
  package static func verbs(of commands: [HostCommand]) -> Set<String> {
    Set(commands.filter { !$0.traits.contains(.yieldsToGames) }.flatMap(\.declaration.verbs))
  }
}
