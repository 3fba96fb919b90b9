package import LineSyntax
import ParlorKit

/// Helps while a line is typed: completions, ghosts and colours, all from what the commands declare
/// and what is legal now.
///
/// A line can have several commands, separated by `;`; help is for the last one.
package struct Assistant {
  package let session: Session
  let router: CommandRouter
  let lookups = Lookups()
  /// The words of an `amend` before its move, and the position in which that is to be made; `nil`
  /// when help is for the current position.
  private var amended: (words: [UInt8], position: any LoggedGame)?

  init(_ session: Session, _ router: CommandRouter) {
    self.session = session
    self.router = router
  }

  /// What could be typed at the end of an unfinished line.
  ///
  /// - Parameter line: the line up to the cursor.
  package func completion(of line: ArraySlice<UInt8>) -> Completion {
    lookups.forget()
    let start = Self.startOfLastCommand(in: line)
    guard let unfinished = UnfinishedLine(line[start...]) else {
      return Completion(range: 0..<0, suggestions: [])
    }
    let offset = start - line.startIndex
    let range = unfinished.range.lowerBound + offset..<unfinished.range.upperBound + offset
    return Completion(range: range, suggestions: suggestions(for: unfinished))
  }

  /// Looks up what the next keys will need. Call it while nothing is typed.
  package func prepare() {
    _ = lookups.gameNames(in: session.library)
    if let game = session.currentGame { _ = moves(of: game) }
  }

  /// Where the last command of a line begins.
  static func startOfLastCommand(in line: ArraySlice<UInt8>) -> Int {
    let start = CommandString.ranges(in: Array(line)).last?.lowerBound
    return line.startIndex + (start ?? unreachable("there is at least one command", 0))
  }

  /// The legal moves of a game.
  func moves(of game: any SessionGame) -> MoveIndex {
    lookups.found(\.moves, in: game, session.revision) { game.moveIndex() }
  }

  func suggestions(for line: UnfinishedLine) -> [Suggestion] {
    if let (assistant, move) = amending(line) { return assistant.suggestions(for: move) }
    guard let verb = line.words.first else { return Self.matching(line.current, verbs) }
    if let command = hostCommand(verb) {
      return isAvailable(command) ? hostArguments(of: command, line) : []
    }
    guard let game,
      let command = game.kind.definition.commands.first(where: { $0.answers(to: verb) })
    else { return [] }
    return gameArguments(of: command, in: game, line)
  }

  // MARK: - Positions

  /// The game in the position for which help is given.
  var game: (any SessionGame)? { amended?.position ?? session.currentGame }

  /// The commands of the host that can be typed in this position.
  var hostCommands: [HostCommand] {
    if amended == nil { return router.grantedCommands }
    return [.resign, .player].filter { game?.kind.command(Array($0.verb.utf8)[...]) == nil }
  }

  /// The command of the host with this verb in this position.
  private func hostCommand(_ verb: String) -> HostCommand? {
    if amended == nil { return router.hostCommand(verb) }
    return hostCommands.first { $0.declaration.answers(to: verb) }
  }

  /// For a line `amend PLACE MOVE`, the assistant for the position in which the move is to be made,
  /// and the line of the move; `nil` for other lines.
  func amending(_ line: UnfinishedLine) -> (assistant: Assistant, move: UnfinishedLine)? {
    guard amended == nil, line.words.count > 1, line.words[0] == HostCommand.amend.verb,
      let game = session.currentGame?.logged
    else { return nil }
    // The words before the move, and a word in its place.
    let known = line.words.prefix(5)
    for count in 2...max(2, known.count) {
      let words = known.prefix(count).map(Word.written).joined(separator: " ")
      do throws(CommandError) {
        guard
          let amending = try Amending(
            Line(command: Array("\(words) resign".utf8)[...]), in: game),
          amending.prefixCount == count, !amending.isDeletion,
          let position = lookups.position(
            before: amending.places.number, in: game, session.revision)
        else { continue }
        var assistant = self
        assistant.amended = (Array("\(words) ".utf8), position)
        return (assistant, line.droppingWords(count))
      } catch {
        continue
      }
    }
    return nil
  }

  static func matching(_ prefix: String, _ candidates: [Suggestion]) -> [Suggestion] {
    candidates.filter { $0.text.hasPrefix(prefix) }
  }

  // MARK: - Verbs

  /// The verbs that can be typed now: those of legal moves, of questions, then the host's.
  private var verbs: [Suggestion] {
    let commands = availableCommands
    return (commands.moves + commands.questions + commands.host).map {
      Suggestion($0.verb, $0.summary)
    }
  }

  /// The commands that can be accepted in this position.
  var availableCommands: AvailableCommands {
    lookups.found(\.commands, in: game, session.revision) {
      let own = game.map { playableCommands(of: $0) } ?? []
      return AvailableCommands(
        moves: own.filter { !$0.isQuestion }, questions: own.filter(\.isQuestion),
        host: hostCommands.filter { isSuggested($0) && isAvailable($0) }.map(\.declaration))
    }
  }

  /// The verbs and aliases of all commands that can be typed now, accepted or not.
  var knownVerbs: [String] {
    lookups.found(\.verbs, in: session.currentGame, session.revision) {
      router.declarations.flatMap { [$0.verb] + $0.aliases }
    }
  }

  /// The commands of a game that can be accepted now.
  private func playableCommands(of game: any SessionGame) -> [CommandDeclaration] {
    let moves = moves(of: game)
    return game.kind.definition.commands.enumerated().filter { index, command in
      if !command.isQuestion { return moves.verbs.contains(command.verb) }
      if amended != nil { return false }
      guard let form = command.forms.firstIndex(where: { $0.parameters.isEmpty }) else {
        return true
      }
      do throws(GameError) {
        try game.check(Call(verb: command.verb, command: index, form: form), moves)
        return true
      } catch {
        return false
      }
    }.map(\.element)
  }

  /// Whether a command is suggested: at a prompt, those for programs are not.
  func isSuggested(_ command: HostCommand) -> Bool {
    command.group != .programs || session.host.typedLines == nil
  }

  /// Whether the session has what a command of the host needs.
  func isAvailable(_ command: HostCommand) -> Bool {
    switch command.requirement {
    case .nothing: true
    case .game: game != nil
    case .log: game?.logged != nil
    case .moves: game?.logged?.log.canUndo ?? false
    case .undoneMoves: game?.logged.map { !$0.isAtEnd } ?? false
    case .resignation: game?.logged?.log.canResign ?? false
    case .names: game?.logged?.hasNames ?? false
    case .batch: session.batch != nil
    case .otherGames: session.games.all.count > 1
    case .keys: game != nil && session.host.playWithKeys != nil
    case .actions: game?.logged?.log.hasActions ?? false
    case .draws: !(game?.logged?.outcomes().isEmpty ?? true)
    case .finishedGame: !HostCommand.finishedGames(self, [], "").isEmpty
    case .advice: takesAdvice && game?.logged?.adviser != nil
    case .rollout: takesAdvice && game?.kind.canRollOut ?? false
    case .fairGame: game?.logged?.origin.fair != nil
    }
  }

  /// Whether there may be advice about the current game.
  private var takesAdvice: Bool {
    session.preferences.advises
      && game?.logged.map { !$0.status.isOver && $0.hiddenBot == nil } ?? false
  }

  // MARK: - Whole lines

  /// What running a line would do.
  enum Outcome {
    case move
    /// It is accepted, and is not a move.
    case accepted
    case refused
  }

  /// What running a line would do, if that is cheap to tell.
  func outcome(of line: ArraySlice<UInt8>) -> Outcome {
    if let amended {
      var present = self
      present.amended = nil
      return present.outcome(of: amended.words + line)
    }
    let commands = CommandString.lines(of: Array(line))
    do throws(CommandError) {
      // Later commands depend on what the first one changes.
      let words = try Line(command: commands[0])
      switch try router.find(words) {
      case nil: return .refused
      case .nothing: return .accepted
      case .shortcut(let whole): return outcome(of: whole[...])
      case .host(let command):
        try check(command, words)
        return .accepted
      case .game(let command, let game):
        try check(command, in: game, words)
        return command.declaration.isQuestion ? .accepted : .move
      }
    } catch {
      return .refused
    }
  }

  /// Checks a line of a game without running it.
  func check(
    _ command: DeclaredCommand, in game: any SessionGame, _ line: Line
  ) throws(CommandError) {
    let call = try command.call(line)
    do throws(GameError) {
      try check(call, of: command, in: game)
    } catch {
      throw CommandError.refused(error).placed(in: line, call, of: command)
    }
  }

  private func check(
    _ call: Call, of command: DeclaredCommand, in game: any SessionGame
  ) throws(GameError) {
    guard game.logged != nil else { return }
    if session.library.isBuiltIn(game.kind) || command.declaration.isQuestion {
      try game.check(call, moves(of: game))
    } else if !moves(of: game).contains(command.declaration.line(of: call)),
      !moves(of: game).forms.contains(where: { $0.hasPrefix(call.verb) })
    {
      throw .illegal("this is not a legal move")
    }
  }

  /// Checks the move of an `amend` in its position. Whether the moves after it still fit is not
  /// checked: that could reveal what is hidden.
  private func checkAmendment(_ line: Line) throws(CommandError) {
    guard let game = session.currentGame?.logged, let amending = try Amending(line, in: game) else {
      return
    }
    let position = lookups.position(before: amending.places.number, in: game, session.revision)
    guard let position else { throw .notAvailable(line.tokens[1].range) }
    guard case .call(let call)? = amending.move, let command = amending.command else { return }
    if command.declaration.isQuestion {
      throw .notAvailable(line.tokens[amending.prefixCount].range)
    }
    do throws(GameError) {
      try check(call, of: command, in: position)
    } catch {
      throw amending.placed(.refused(error))
    }
  }

  /// Checks a line of the host without running it.
  func check(_ command: HostCommand, _ line: Line) throws(CommandError) {
    guard isAvailable(command) else { throw .notAvailable(line.tokens[0].range) }
    if command.verb == "new" { return try checkOpening(line) }
    if command.verb == HostCommand.amend.verb { return try checkAmendment(line) }
    if command.verb == HostCommand.seat.verb { return try checkSeat(line) }
    if command.verb == HostCommand.player.verb { return try checkChange(line) }
    // The declarations of these depend on the line, and finding them may read files.
    if ["rules", "batch", "outcomes"].contains(command.verb) { return }
    let call = try command.read(line)
    guard canReach(call) else { throw .notAvailable(line.tokens[1].range) }
    if let path = call.word(0), !canUse(path, in: call) {
      throw .notAvailable(line.tokens[1].range)
    }
    if call.verb == HostCommand.review.verb, line.tokens.count == 1,
      session.currentGame?.logged?.adviser == nil
    {
      throw .notAvailable(line.tokens[0].range)
    }
    guard command.traits.contains(.suggestsAll), let suggest = command.suggest else { return }
    var given: [String] = []
    for token in line.tokens.dropFirst() {
      let word = line.text(token)
      guard suggest(self, given, word).contains(where: { $0.text == word }) else {
        throw .notAvailable(token.range)
      }
      given.append(word)
    }
  }

  /// Whether the log is long enough for a call of `undo`, `redo` or `goto`.
  private func canReach(_ call: Call) -> Bool {
    guard let number = call.integer(0), let game = session.currentGame?.logged else { return true }
    return switch call.verb {
    case "undo": number <= game.moveCount
    case "redo": number <= game.log.count - game.moveCount
    case "goto": number <= game.log.count
    default: true
    }
  }

  /// Whether a command can use the file or the topic that it names.
  private func canUse(_ word: String, in call: Call) -> Bool {
    switch call.verb {
    case "save":
      !call.options.isEmpty || !session.files.isFile(word)
        || session.files.file(word, beginsWith: SavedGame.header)
    case "record": !call.options.isEmpty || !session.files.isFile(word)
    case "load", "source", "review": session.files.isFile(word)
    case "help":
      router.declarations.contains { $0.answers(to: word) }
        || lookups.helpWords(in: session.currentGame, HelpSearch(router, session)).contains {
          $0.hasPrefix(HelpSearch.stem(word.lowercased()))
        }
    default: true
    }
  }

  private func checkSeat(_ line: Line) throws(CommandError) {
    let words = line.tokens.map(line.written)
    guard let game = session.currentGame?.logged, words.count > 1 else { return }
    let number = Int(words[1]) ?? 0
    guard game.players.contains(words[1]) || 0 < number && number <= game.players.count else {
      throw .notAvailable(line.tokens[1].range)
    }
    guard words.count > 2, !["human", Seat.exec].contains(words[2]) else { return }
    if game.kind.bot(words[2]) == nil { throw .notAvailable(line.tokens[2].range) }
  }

  private func checkChange(_ line: Line) throws(CommandError) {
    let command = HostCommand.player
    let call = try command.read(line)
    guard let game = session.currentGame?.logged else { return }
    do throws(CommandError) {
      let change = try PlayerChange(line)
      if case .rename(let word, let name) = change {
        return try game.checkRenaming(try game.player(named: word), to: name)
      }
      let move = try change.move(in: game)
      // A plugin would be asked at every key.
      if session.library.isBuiltIn(game.kind) { try game.check(move) }
    } catch {
      throw error.placed(in: line, call, of: command.declared)
    }
  }

  private func checkOpening(_ line: Line) throws(CommandError) {
    guard let name = line.tokens.dropFirst().first(where: { $0.name == nil }) else {
      if session.currentGame != nil { return }
      throw CommandError(
        .missingArgument([], after: line.bytes.count, HostCommand.new.declaration))
    }
    guard let kind = session.library.known(line.text(name)) else {
      guard lookups.gameNames(in: session.library).contains(line.text(name)) else {
        throw .notAvailable(name.range)
      }
      return
    }
    // House rules may set the other options.
    if let rules = line.tokens.first(where: { $0.name.map(line.name) == "rules" }),
      kind.preset(line.text(rules)) == nil
    {
      let isKnown = self.rules(of: kind).contains { $0.text == line.text(rules) }
      if !isKnown { throw .notAvailable(rules.content) }
      return
    }
    let line = kind.turningOnWords(of: line)
    let fair = FairOpening(line, isTyped: true)
    let opening = kind.opening(with: fair.options)
    _ = try opening.call(Opponents(fair.line, kind, opening)?.line ?? fair.line)
  }
}

/// The commands that can be accepted in a position.
struct AvailableCommands {
  /// The moves of the game.
  var moves: [CommandDeclaration]
  /// The questions that the game answers.
  var questions: [CommandDeclaration]
  var host: [CommandDeclaration]
}

/// Keeps what was looked up while a line is typed, so that the next key need not look it up again.
final class Lookups {
  /// Something that was looked up in a position of a game, or without a game.
  struct Found<Result> {
    fileprivate var game: (any SessionGame)?
    fileprivate var revision: Int
    fileprivate var count: Int?
    fileprivate var result: Result
  }

  var moves: Found<MoveIndex>?
  var commands: Found<AvailableCommands>?
  var verbs: Found<[String]>?
  private var helpWords: (game: ObjectIdentifier?, words: Set<String>)?
  private var rests: (moves: MoveIndex, words: [String], rests: [Suggestion])?
  private var position:
    (game: any LoggedGame, revision: Int, number: Int, position: any LoggedGame)?
  private var names: [String]?
  private var folders: [String: [Suggestion]] = [:]
  private var revision = -1

  /// What was found before in the same position, or else what `find` finds now.
  func found<Result>(
    _ place: ReferenceWritableKeyPath<Lookups, Found<Result>?>, in game: (any SessionGame)?,
    _ revision: Int, _ find: () -> Result
  ) -> Result {
    // A game that is played elsewhere changes by itself.
    if let game, game.logged == nil { return find() }
    let count = game?.moveCount
    if let found = self[keyPath: place], found.revision == revision, found.game === game,
      found.count == count
    {
      return found.result
    }
    let result = find()
    self[keyPath: place] = Found(game: game, revision: revision, count: count, result: result)
    return result
  }

  /// The words that help knows while a game is the current one.
  func helpWords(
    in game: (any SessionGame)?, _ search: @autoclosure () -> HelpSearch
  ) -> Set<String> {
    let key = game.map { ObjectIdentifier($0) }
    if let helpWords, helpWords.game == key { return helpWords.words }
    let words = search().words
    helpWords = (key, words)
    return words
  }

  /// How legal moves go on after some words.
  func rests(
    of moves: MoveIndex, after words: [String], _ find: () -> [Suggestion]
  ) -> [Suggestion] {
    if let rests, rests.moves === moves, rests.words == words { return rests.rests }
    let found = find()
    rests = (moves, words, found)
    return found
  }

  /// The position of a game in which a move was made; `nil` if there is no such move, or if it
  /// shows a hand that the player whose turn it is does not see.
  func position(
    before number: Int, in game: any LoggedGame, _ revision: Int
  ) -> (any LoggedGame)? {
    if let position, position.game === game, position.revision == revision,
      position.number == number
    {
      return position.position
    }
    guard let found = game.position(before: number),
      game.status.isOver || found.shownHand == nil || found.shownHand == game.status.turn
    else { return nil }
    position = (game, revision, number, found)
    return found
  }

  /// The names of games that are not known yet. Looking for them reads the folders of `PATH`.
  func gameNames(in library: GameLibrary) -> [String] {
    if let names { return names }
    let found = library.findableNames
    names = found
    return found
  }

  /// The entries of a folder.
  func entries(_ key: String, _ revision: Int, _ find: () -> [Suggestion]) -> [Suggestion] {
    if revision != self.revision {
      folders = [:]
      self.revision = revision
    }
    if let known = folders[key] { return known }
    let found = find()
    folders[key] = found
    return found
  }

  /// Forgets what other programs can change.
  func forget() {
    names = nil
    folders = [:]
  }
}
