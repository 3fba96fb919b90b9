package import ParlorKit
package import Platform

/// A command of the host: what it is, what it needs, what it does.
package final class HostCommand: Sendable {
  /// What a command does with an interpreter.
  package enum Body: Sendable {
    /// The words are read as the declaration says.
    case call(@Sendable (Interpreter, Call) throws(CommandError) -> CommandResult)
    /// The command reads the words itself, since they depend on the first.
    case line(@Sendable (Interpreter, Line) throws(CommandError) -> CommandResult)
  }

  /// What it is.
  let declared: DeclaredCommand
  /// The heading under which help lists it.
  let group: Group
  /// What the session must be granted.
  let needs: Capabilities
  /// What it does.
  let body: Body
  /// Whether a game may have a command of the same verb, which then comes first.
  let yieldsToGames: Bool
  /// Words that could come next, beyond what the declaration tells, after the words given.
  let suggest: Suggest?

  /// Finds candidates: with the words typed so far, and the one that is being typed. For the value
  /// of an option the last of the words is the option's name with a `=`.
  package typealias Suggest =
    @Sendable (_ interpreter: Interpreter, _ given: [String], _ current: String) -> [Suggestion]

  /// The headings of help.
  package enum Group: String, Sendable, CaseIterable {
    case games = "Games"
    case play = "Play"
    case records = "Records"
    case files = "Files"
    case session = "Session"
  }

  package init(
    _ declaration: CommandDeclaration, group: Group, needs: Capabilities = [],
    suggest: Suggest? = nil, yieldsToGames: Bool = false, body: Body
  ) {
    self.suggest = suggest
    self.yieldsToGames = yieldsToGames
    declared = DeclaredCommand(declaration)
    self.group = group
    self.needs = needs
    self.body = body
  }
}

/// What a command did.
package struct CommandResult {
  /// What happened.
  package var events: [any Event] = []
  /// Whether what can be done now follows the report.
  var showsSituation = false
  /// Whether the session is over.
  var endsSession = false

  /// What a command of the program did.
  package init(
    events: [any Event] = [], showsSituation: Bool = false, endsSession: Bool = false
  ) {
    self.events = events
    self.showsSituation = showsSituation
    self.endsSession = endsSession
  }

  /// Nothing to report.
  static let silent = CommandResult()
}
