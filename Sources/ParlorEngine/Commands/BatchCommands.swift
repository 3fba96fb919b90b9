import LineSyntax
import ParlorKit
import Platform

// Commands for programs that search or learn: many games at once, and the outcomes of a draw.

extension HostCommand {
  /// The options of `batch` besides those of the game.
  static let batchOptions = [
    OptionDeclaration(
      "legal", .choice(ActionListing.allCases.map(\.rawValue)),
      "how to list legal actions: numbers, a mask of 0 and 1, or not at all",
      default: .text(ActionListing.numbers.rawValue)),
    OptionDeclaration(
      "arrays", .choice(["lists", "base64"]),
      "how to write arrays: as lists, or in Base64 as integers of 32 bits", default: .text("lists")),
    OptionDeclaration.text(
      "into", limit: 4096,
      "a new file that gets the arrays, as integers of 32 bits; the reply has the rest"),
    OptionDeclaration.integer(
      "limit", 0...1_000_000, default: 0, "maximum moves of a game; 0 for no limit"),
  ]

  static let batch = HostCommand(
    in: .programs, traits: .yieldsToGames,
    suggest: { assistant, given, current in
      given.count == 1 ? gameNames(assistant, [], current) : []
    },
    CommandDeclaration(
      "batch",
      [Parameter("N", .integer(1...Int.max)), Parameter("GAME", .word, count: 1...Int.max)],
      summary: "open many games, for programs that learn",
      details: [
        "N is the number of games. The other arguments are those of `new`. `limit=N` ends games"
          + " after N moves. `legal=mask` shows legal actions as 0 and 1; `legal=off` hides them."
          + " `arrays=base64` packs the numbers, for programs that are to read them fast;"
          + " `into=FILE` writes them to a new file, which is the fastest.",
        "`step` makes a move in each game.",
        "Game I (from 0) starts with seed SEED + I; each later game in its place adds N. Seed 0"
          + " follows the largest, 9007199254740991.",
        "`games` does not list these games; they have no log and do not count. Another `batch`"
          + " replaces them.",
        "It works for games whose `actions` can be listed, except plugins. The `step` line must"
          + " fit 4,096 bytes: 1,020 games of Farkle.",
      ],
      examples: [
        "batch 64 farkle Ann Bob seed=1", "batch 16 minesweeper easy legal=mask limit=500",
      ])
  ) { interpreter, line throws(CommandError) in
    let session = interpreter.session
    let described = try session.openBatch(line)
    return CommandResult(written: [described, try session.positionOfBatch()])
  }

  static let step = HostCommand(
    in: .programs, requires: .batch, traits: .yieldsToGames,
    CommandDeclaration(
      "step", [Parameter("ACTION", .integer(0...Int.max), count: 1...Int.max)],
      summary: "make a move in each game of the batch",
      details: [
        "Give one number for each game: the index of the move, from 0, in the list of `actions`"
          + " for a game with the same options.",
        "The reply is a JSON object of arrays with an element for each game. `turn` is the player"
          + " to move, from 0. `reward` is how much the move added to its player's score, negative"
          + " for a penalty. `done` is 1 if the move ended the game and 2 if the limit of moves"
          + " did; `winners` is then a bit mask of the winners, and `turn`, `legal` and"
          + " `observation` are those of the next game. If a game has ended, `final` has the last"
          + " view of each of its players.",
        "`legal` has the numbers in any order; it is null for a game in which all actions are"
          + " legal. `observation` is the view of the player to move, in the layout that `batch`"
          + " shows.",
        "If one action is illegal, no game changes.",
      ],
      examples: ["step 0 0 0 0"])
  ) { interpreter, line throws(CommandError) in
    let session = interpreter.session
    try session.stepBatch(line)
    return CommandResult(written: [try session.positionOfBatch()])
  }

  static let outcomes = HostCommand(
    in: .programs, requires: .draws, traits: .yieldsToGames,
    suggest: { assistant, given, _ in
      guard given.isEmpty, let game = assistant.session.currentGame?.logged else { return [] }
      return game.outcomes().map { Suggestion($0.line) }
    },
    CommandDeclaration(
      "outcomes", [Parameter("MOVE", .word, count: 0...Int.max)],
      summary: "list the possible outcomes of a draw, with probabilities",
      details: [
        "MOVE is a line of the game; without it, the command lists every legal move whose draws"
          + " can be listed.",
        "Each outcome has a weight: its probability is the weight divided by the sum shown after"
          + " it. Equivalent outcomes, such as the same dice in another order, count as one.",
      ],
      examples: ["outcomes", "outcomes roll"])
  ) { interpreter, line throws(CommandError) in
    let game = try interpreter.session.requireLoggedGame()
    guard line.tokens.count > 1 else {
      let moves = game.outcomes()
      if moves.isEmpty { throw CommandError.noOutcomes(of: nil) }
      return CommandResult(events: moves.map(HostEvent.outcomes))
    }
    let move = try interpreter.outcomes(of: line.without(first: 1, puttingBefore: []), in: game)
    if move.outcomes.isEmpty { throw CommandError.noOutcomes(of: move.line) }
    return CommandResult(events: [HostEvent.outcomes(move)])
  }
}

extension Session {
  /// Opens the games of a `batch` line.
  ///
  /// - Returns: what the reply says of them.
  fileprivate func openBatch(_ line: Line) throws(CommandError) -> WrittenValue {
    guard let count = try HostCommand.batch.read(line.withoutOptions).integer(0) else {
      throw .noBatch
    }
    let words = line.tokens.filter { $0.name == nil }
    let kind = try kind(named: words[2], in: line)
    guard let open = kind.openBatch else {
      throw .cannotBatch(kind.definition.title, range: words[2].range)
    }
    // The rest is read as a line of `new`, its words at the same places.
    let opening = try line.without(first: 2, puttingBefore: Array("new".utf8))
    var named = try rules.opening(of: kind, for: opening, with: HostCommand.batchOptions)
      .declaration
    named.verb = "batch N"
    let declared = DeclaredCommand(named)
    var call = try declared.call(opening, isTyped: true)
    let choices = call.takeBatchOptions(unlessOf: kind)
    do throws(CommandError) {
      try rules.expand(&call.options, kind)
      var origin = kind.origin(of: call, nextSeed: seed())
      origin.guardsSeed = hidesSeeds
      let batch: any AnyGameBatch
      do throws(GameError) {
        batch = try open(origin, 1, choices)
      } catch {
        throw .refused(error)
      }
      guard batch.actionCount > 0 else {
        throw .cannotBatch(kind.definition.title, range: words[2].range)
      }
      // A client of a server takes time from the others.
      let isLocal = capabilities.contains(.files)
      let limit = isLocal ? Self.mostGames(actions: batch.actionCount) : Self.mostOfClients
      guard count <= limit else {
        throw .batchTooLarge(
          kind.definition.title, limit: limit, isLocal: isLocal, range: words[1].range)
      }
      let games: any AnyGameBatch
      do throws(GameError) {
        games = try open(origin, count, choices)
      } catch {
        throw .refused(error)
      }
      var file: FixedFile?
      if let path = choices.file {
        guard isLocal else { throw .notGranted("into=FILE", needs: .files, in: capabilities) }
        file = try files.createFixed(path, size: games.mostBytes)
      }
      if !origin.isSeedGiven { openings.skipSeeds(count) }
      self.batch = (games, origin, file)
      return games.description(of: origin, limit: choices.limit)
    } catch {
      throw error.placed(in: opening, call, of: declared)
    }
  }

  /// The most games of a session that may touch no files.
  private static let mostOfClients = 16

  /// The most games whose actions fit a line with a number before it.
  private static func mostGames(actions: Int) -> Int {
    let digits = String(actions - 1).utf8.count
    return (Line.limit - "2147483647 step".utf8.count) / (digits + 1)
  }

  /// Makes the moves of a `step` line.
  fileprivate func stepBatch(_ line: Line) throws(CommandError) {
    guard batch != nil else { throw .noBatch }
    var numbers: [Int] = []
    numbers.reserveCapacity(line.tokens.count)
    for token in line.tokens.dropFirst() {
      guard let number = line.integer(token), number >= 0 else {
        throw CommandError(
          .badArgument, "`\(line.written(token))` is not the number of an action",
          range: token.range)
      }
      numbers.append(number)
    }
    do throws(GameError) {
      try batch?.games.step(numbers)
    } catch {
      let problem = CommandError.refused(error)
      guard case .argument(let index) = error.place else {
        throw problem.located(at: line.tokens[0].range)
      }
      throw problem.located(at: line.tokens[index + 1].range)
    }
  }

  /// Where the games of the batch are.
  fileprivate func positionOfBatch() throws(CommandError) -> WrittenValue {
    var json: [UInt8] = []
    json.reserveCapacity(1 << 16)
    batch?.games.write(to: &json)
    // What the games show, other games with their seeds hide or draw.
    if let (games, origin, file) = batch {
      noteShown(by: origin, seeds: games.seedCount)
      do throws(FileError) {
        try file?.write(games.arrays)
      } catch {
        throw .io(error)
      }
    }
    return WrittenValue(key: "step", json: json)
  }
}

extension AnyGameBatch {
  /// What a learner must know of the games.
  fileprivate func description(of origin: GameOrigin, limit: Int) -> WrittenValue {
    let layout = Fields(observationLayout.map { Fields.Field($0.key, .integer($0.value)) })
    var json = JSONWriter()
    json.write(
      [
        "game": .string(origin.kind.definition.name), "size": .integer(count),
        "seed": origin.hidesSeed ? .null : .integer(Int(truncatingIfNeeded: origin.seed)),
        "limit": .integer(limit), "actions": .integer(actionCount),
        "observation": .object(layout), "players": .integer(playerCount),
      ])
    return WrittenValue(key: "batch", json: json.bytes)
  }
}

extension Call {
  /// Takes out the options of `batch`; the rest are those of the game.
  fileprivate mutating func takeBatchOptions(
    unlessOf kind: GameKind
  ) -> BatchChoices {
    var result = BatchChoices()
    let own = kind.definition.options.map(\.name)
    for option in HostCommand.batchOptions where !own.contains(option.name) {
      switch options.removeValue(forKey: option.name) {
      case .integer(let limit)?: result.limit = limit
      case .text("base64")?: result.form = .packed
      case .text(let path)? where option.name == "into": result.file = path.isEmpty ? nil : path
      case .text(let word)?: result.listing = ActionListing(rawValue: word) ?? result.listing
      default: break
      }
    }
    if result.file != nil { result.form = .apart }
    return result
  }
}

extension Interpreter {
  /// The possible outcomes of the draw of a move that a line asks for.
  fileprivate func outcomes(
    of line: Line, in game: any LoggedGame
  ) throws(CommandError) -> MoveOutcomes {
    guard let verb = line.tokens.first, let command = game.kind.command(line.bytes[verb.content])
    else {
      throw CommandError(
        .badArgument,
        "`\(line.tokens.first.map(line.text) ?? "")` is not a move of \(game.kind.definition.title)",
        range: line.tokens.first?.range ?? 0..<0, help: ["`legal` lists the moves"])
    }
    let call = try router.call(line, command)
    do throws(GameError) {
      return try game.outcomes(of: call)
    } catch {
      throw CommandError.refused(error).placed(in: line, call, of: command)
    }
  }
}

extension Line {
  /// The line with its first words replaced, and all others at their places.
  ///
  /// - Parameters:
  ///   - count: how many words are replaced; options are not counted and stay.
  ///   - verb: what takes their place, no longer than they are.
  fileprivate func without(
    first count: Int, puttingBefore verb: [UInt8]
  ) throws(CommandError) -> Line {
    var bytes = bytes
    let words = tokens.filter { $0.name == nil }.prefix(count)
    let start = words.first?.range.lowerBound ?? unreachable("a line has a verb", 0)
    for index in 0..<start { bytes[index] = 0x20 }
    for word in words { for index in word.range { bytes[index] = 0x20 } }
    for (index, byte) in verb.enumerated() { bytes[start + index] = byte }
    return try Line(command: bytes[...])
  }

  fileprivate var withoutOptions: Line {
    var line = self
    line.removeOptions()
    return line
  }
}

extension HostEvent {
  static func outcomes(_ move: MoveOutcomes) -> Self {
    let weight = move.outcomes.reduce(0) { $0 + $1.weight }
    return Self(
      "outcomes",
      [
        "move": .string(move.line), "of": .integer(weight),
        "outcomes": .array(
          move.outcomes.map { ["line": .string($0.line), "weight": .integer($0.weight)] }),
      ]
    ) { text in
      let total = weight.grouped
      text.write(
        Columns(
          move.outcomes.map { [$0.line, $0.weight.grouped, "in \(total)"] }, [.left, .right]))
    }
  }
}
