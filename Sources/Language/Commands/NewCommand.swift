import ParlorKit

extension HostCommand {
  static let new = HostCommand(
    CommandDeclaration(
      "new",
      forms: [
        .init(),
        .init([Parameter("GAME", .word), Parameter("WORD", .word, count: 0...Int.max)]),
      ],
      summary: "open a game and make it the current one",
      details: [
        "`help GAME` shows the words and options that a game takes.",
        "A finished or unmoved current game is closed; another stays open (`games`, `use`).",
        "`new` alone opens the same game with the same players and options and fresh chance.",
      ],
      examples: ["new farkle Ann Bob", "new farkle Ann Bob rules=patch target=5000 seed=7", "new"]),
    group: .games, suggest: gameNames,
    body: .line { interpreter, line throws(CommandError) in try interpreter.openNew(line) })
}

extension Interpreter {
  fileprivate func openNew(_ line: Line) throws(CommandError) -> CommandResult {
    let words = line.tokens.dropFirst().filter { $0.name == nil }
    guard let name = words.first else { return try openAgain(line) }
    let known = kinds.map(\.definition.name)
    let word = name.isQuoted ? "" : line.text(name)
    let kind: GameKind?
    do throws(CommandError) {
      kind = try self.kind(named: word)
    } catch {
      throw .located(error, range: name.range)
    }
    guard let kind else {
      throw .unknownGame(line.text(name), range: name.range, known: known)
    }
    var reader = CallReader(line, as: try opening(of: kind, for: line))
    var call = try reader.read()
    do throws(CommandError) {
      try expandHouseRules(in: &call, kind)
      return try open(origin(of: call, kind: kind))
    } catch {
      throw error.placed(in: line, call)
    }
  }

  /// Opens a game of a kind with other words, and the options that go with them.
  func reopen(_ kind: GameKind, _ words: [Argument]) throws(CommandError) -> CommandResult {
    let last = lastOrigins[Self.key(kind, words)]
    var origin = (last ?? GameOrigin(kind: kind, arguments: words, given: [:], seed: 0))
    origin = origin.renewed(seed: nextSeed)
    return try open(origin)
  }

  /// The kind, and the first word after it if that is one of a few.
  private static func key(_ kind: GameKind, _ words: [Argument]) -> String {
    guard case .choice? = kind.definition.setup.first?.kind, case .word(let word)? = words.first
    else {
      return kind.definition.name
    }
    return "\(kind.definition.name) \(word)"
  }

  /// Opens a game like the current one.
  private func openAgain(_ line: Line) throws(CommandError) -> CommandResult {
    if let option = line.tokens.dropFirst().first, let name = option.name {
      throw .unknownOption(line.name(name), range: name, known: [])
    }
    let game = try requireGame()
    let result = try open(game.renewed(seed: nextSeed))
    shelf.current?.seats = game.seats
    return result
  }

  /// What a call of `new` asks for.
  func origin(of call: Call, kind: GameKind) -> GameOrigin {
    var given = call.options
    let seed = given.removeValue(forKey: "seed")
    let rules = given.removeValue(forKey: "rules")
    var preset = kind.definition.presets.first
    if case .text(let name)? = rules { preset = kind.preset(name) }
    var number = nextSeed
    if case .integer(let value)? = seed { number = value }
    return GameOrigin(
      kind: kind, arguments: call.arguments, preset: preset, given: given, seed: UInt64(number),
      isSeedGiven: seed != nil)
  }

  /// Opens a game in front of the others.
  private func open(_ origin: GameOrigin) throws(CommandError) -> CommandResult {
    let game = try start(origin)
    let kept = try shelf.open(game)
    beginJournal(of: game, exclusion: depth > 0 ? .sourced : exclusion(of: origin))
    remember(game)
    if !origin.isSeedGiven { nextSeed = nextSeed == Seed.most ? 0 : nextSeed + 1 }
    var events: [any Event] = []
    if let kept { events.append(HostEvent.keptOpen(GameLine(kept))) }
    return CommandResult(events: events + game.opening, showsSituation: true)
  }

  /// Why a game that begins so does not count: an outcome is given with it.
  private func exclusion(of origin: GameOrigin) -> UnrankedReason? {
    let isGiven = origin.kind.definition.options.contains {
      $0.isSecret && origin.given[$0.name] != nil
    }
    return isGiven ? .given : nil
  }

  /// Keeps the names of the players for completion, and the options for games of the same kind.
  func remember(_ game: any OpenGame) {
    let players = game.origin.setup.names
    lastOrigins[Self.key(game.kind, game.origin.arguments)] = game.origin
    knownPlayers = Array((players + knownPlayers.filter { !players.contains($0) }).prefix(100))
  }

  /// A game at its beginning, not yet on the shelf.
  func start(_ origin: GameOrigin) throws(CommandError) -> any OpenGame {
    do throws(GameError) {
      return try origin.kind.open(shelf.nextNumber, origin, place)
    } catch {
      throw .refused(error, range: nil, legal: nil)
    }
  }
}
