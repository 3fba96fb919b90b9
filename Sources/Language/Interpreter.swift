import ParlorKit
package import Platform

/// Runs lines: one session with its games, its clock and its settings.
///
/// A line goes one way: it is cut into words, found among the declared commands, read as a call,
/// run, and answered by a reply, which is handed to ``onReply``. A line that is refused changes
/// nothing.
package final class Interpreter {
  /// How deep files may run files.
  static let depthLimit = 16

  /// Takes every reply, in order.
  package var onReply: (Reply) -> Void = { _ in }

  /// The kinds of games by name.
  package var kinds: [GameKind]
  let capabilities: Capabilities
  package let place: SessionEnvironment
  /// Finds games that are not built in.
  package let finder: (any GameLoader)?
  let houseRules: (any HouseRules)?
  let isInterrupted: () -> Bool
  /// Asks for a secret; nothing where nobody can be asked.
  let askSecret: ((String) -> [UInt8]?)?
  /// Whether there is a plugin of a name.
  package let hasPlugin: @Sendable (String) -> Bool
  let hostCommands: [HostCommand]
  var shelf = OpenGames()
  /// The seed of the next game that is not given one.
  var nextSeed: Int
  var undoPolicy = UndoPolicy.same
  /// Whether refusals say what would be legal.
  var listsLegal = true
  /// Whether the front end rings the bell of a terminal.
  package var rings = false
  /// Whether the front end shows long replies in a pager.
  package var pages = false
  var format: ReplyFormat
  /// The names that players of this session had, the last first.
  package internal(set) var knownPlayers: [String] = []
  /// How games of a kind were opened last, by the kind and the first word after it.
  var lastOrigins: [String: GameOrigin] = [:]
  /// How many files are running one another.
  var depth = 0
  var recorder: Recorder?
  /// Where the logs of finished games are.
  let archive: GameArchive?
  /// Waits between the moves of a game that is shown again.
  let pause: (Int64) -> Void
  /// Writes down what happens to the games.
  let keeper: (any GameStore)?
  /// What is noted of the open games, if a keeper writes it down.
  var journals: [GameJournal] = []
  /// The state of the shelf that the keeper knows.
  var keptChanges = 0
  /// Whether the disk is waited for before a reply.
  var syncs = true

  private var hostTable = VerbTable<HostCommand>()
  private var spareLine: Line? = Line()

  package init(_ settings: Settings) {
    kinds = settings.kinds
    capabilities = settings.capabilities
    place = SessionEnvironment(
      clock: SessionClock(settings.clock), files: settings.files, folder: settings.stateFolder)
    finder = settings.finder
    houseRules = settings.houseRules
    isInterrupted = settings.isInterrupted
    askSecret = settings.askSecret
    hasPlugin = settings.hasPlugin
    hostCommands = HostCommand.all + settings.commands
    nextSeed = settings.seed
    format = settings.format
    keeper = settings.keeper
    archive = settings.archive
    pause = settings.pause
    finder?.reserve(hostCommands)
    // Most sessions are granted everything, and need no table of their own for what all have.
    let isLocal = capabilities.isSuperset(of: .local)
    if isLocal { hostTable = Self.localTable }
    let others = isLocal ? settings.commands : hostCommands
    for command in others where capabilities.isSuperset(of: command.needs) {
      hostTable.add(command)
    }
  }

  package var files: FileAccess { place.files }
  var clock: SessionClock { place.clock }

  /// The commands of the language by their verbs, where everything is granted.
  private static let localTable: VerbTable<HostCommand> = {
    var table = VerbTable<HostCommand>()
    for command in HostCommand.all { table.add(command) }
    return table
  }()

  /// The session's date and time of day.
  package var now: Timestamp { clock.now }

  /// The current game.
  package var currentGame: (any OpenGame)? { shelf.current }

  /// Runs a line. Its replies go to ``onReply``: one, or none for a blank or comment line, or
  /// several for a line that runs others.
  package func execute(_ bytes: ArraySlice<UInt8>) {
    recorder?.begin(masked(bytes))
    perform(bytes) { reply, _ in deliver(reply) }
  }

  /// Runs a line and hands over its reply, together with the fault if it was refused.
  func perform(_ bytes: ArraySlice<UInt8>, _ handOver: (Reply, CommandError?) -> Void) {
    var line = spareLine.take() ?? Line()
    defer { spareLine = line }
    var verb = ""
    do throws(CommandError) {
      try line.read(bytes)
      if line.isEmpty { return }
      var result = try run(line, verb: &verb)
      if let keeper { result.events += keep(by: keeper) }
      let reply = Reply(
        id: line.id, command: verb, events: result.events, game: shelf.current,
        showsSituation: result.showsSituation, endsSession: result.endsSession, format: format)
      handNews(handOver)
      handOver(reply, nil)
    } catch {
      handNews(handOver)
      let reply = Reply(
        id: line.id, command: verb, problem: error.diagnostic, game: shelf.current, format: format)
      handOver(reply, error)
    }
  }

  /// Hands a reply to the front end, and to the recording if there is one.
  func deliver(_ reply: Reply) {
    guard let recorder else { return onReply(reply) }
    do throws(FileError) {
      try recorder.note(reply)
      onReply(reply)
    } catch {
      self.recorder = nil
      onReply(reply)
      onReply(
        Reply(
          id: reply.id, command: "record", problem: CommandError.io(error).diagnostic,
          game: reply.game,
          format: format))
    }
  }

  private func run(_ line: Line, verb: inout String) throws(CommandError) -> CommandResult {
    guard let first = line.tokens.first else { return .silent }
    // An option is no verb, whatever its value.
    let word = line.bytes[first.name == nil ? first.content : first.range]
    if let command = hostTable.find(word),
      !command.yieldsToGames || shelf.current?.kind.commands.find(word) == nil
    {
      verb = command.declared.declaration.verb
      switch command.body {
      case .line(let body): return try body(self, line)
      case .call(let body):
        var reader = CallReader(line, as: command.declared)
        let call = try reader.read()
        do throws(CommandError) {
          return try body(self, call)
        } catch {
          throw error.placed(in: line, call)
        }
      }
    }
    if let game = shelf.current {
      if let command = game.kind.commands.find(word) {
        verb = command.declaration.verb
        return try play(line, command, in: game)
      }
      if line.tokens.count == 1, let whole = game.kind.shortcuts.find(word) {
        var line = Line()
        try line.read(whole[...])
        return try run(line, verb: &verb)
      }
    }
    throw unknownCommand(line, first)
  }

  /// Runs a command of the current game.
  private func play(
    _ line: Line, _ command: DeclaredCommand, in game: any OpenGame
  ) throws(CommandError) -> CommandResult {
    let call = try call(line, command)
    let reopened: [Argument]
    do throws(GameError) {
      let report = try game.run(call)
      guard let words = report.reopens else {
        var events = report.events
        if report.isMove { events += game.playBots(isInterrupted: isInterrupted) }
        return CommandResult(events: events, showsSituation: report.isMove)
      }
      reopened = words
    } catch {
      // What a program or a service failed at is no question of what is legal.
      let isFailure = error.code == .plugin || error.code == .remote
      throw CommandError.refused(error, range: nil, legal: isFailure ? nil : legalSummary(of: game))
        .placed(in: line, call)
    }
    return try reopen(game.kind, reopened)
  }

  /// What is legal in a game, unless the user does not want to know.
  func legalSummary(of game: any OpenGame) -> LegalSummary? {
    listsLegal && !game.status.isOver ? LegalSummary(of: game) : nil
  }
}

extension VerbTable<HostCommand> {
  /// Adds a command under its verb and its aliases.
  fileprivate mutating func add(_ command: HostCommand) {
    let declaration = command.declared.declaration
    for verb in [declaration.verb] + declaration.aliases { add(verb, command) }
  }
}
