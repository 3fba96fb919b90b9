import ParlorEngine
package import ParlorKit

/// Feeds batches of random lines to sessions. A batch depends only on the seed and its number, so
/// that any batch can be run again alone.
package struct FuzzRun: Sendable {
  private let games: [any Game]
  private let seed: UInt64
  private let viewInterval: Int
  private let gameInterval: Int

  /// The lines after which a new session starts, so that games stay short and their logs can be
  /// replayed often.
  private static let sessionLength = 4_000
  /// The lines after which the vocabulary is updated.
  private static let vocabularyLife = 16

  /// - Parameters:
  ///   - viewInterval: the average number of lines between two checks of
  ///     ``FuzzSession/Check/views``.
  ///   - gameInterval: the same for ``FuzzSession/Check/game``, which takes as long as replaying
  ///     all moves.
  package init(games: [any Game], seed: UInt64, viewInterval: Int = 50, gameInterval: Int = 1000) {
    self.games = games
    self.seed = seed
    self.viewInterval = viewInterval
    self.gameInterval = gameInterval
  }

  /// Feeds the lines of one batch.
  ///
  /// - Parameter number: the number of the batch, from 0.
  /// - Throws: the first violation. A trap ends the process instead.
  package func batch(_ number: Int, lines count: Int) throws(FuzzFinding) -> FuzzTally {
    var chance = Chance(seed: seed, draw: number)
    var tally = FuzzTally()
    while tally.lines < count {
      let length = min(Self.sessionLength, count - tally.lines)
      tally.add(try session(lines: length, &chance))
    }
    return tally
  }

  private func session(
    lines count: Int, _ chance: inout Chance
  ) throws(FuzzFinding) -> FuzzTally {
    var session = FuzzSession(games: games, seed: Int(chance.word()))
    var vocabulary = session.vocabulary
    var tally = FuzzTally()
    while tally.lines < count && !session.isOver {
      if tally.lines % Self.vocabularyLife == 0 {
        vocabulary = session.vocabulary
      }
      let opens = tally.lines == 0 && !chance.isOne(in: 4)
      let line =
        opens
        ? vocabulary.opening(&chance) : LineStrategy.pick(&chance).make(vocabulary, &chance)
      let check: FuzzSession.Check =
        chance.isOne(in: gameInterval) ? .game : chance.isOne(in: viewInterval) ? .views : .reply
      tally.count(try session.feed(line, check))
    }
    return tally
  }
}

/// Feeds lines to an interpreter and checks the contract after each.
///
/// The interpreter has no access to files, processes or the network. Its replies depend only on the
/// games, the seed and the lines, so that a list of lines reproduces a violation.
package struct FuzzSession {
  /// The lines fed so far.
  package private(set) var lines: [[UInt8]] = []
  package private(set) var isOver = false
  private let interpreter: Interpreter
  private let games: [any Game]
  private let seed: Int

  /// Commands whose replies show whether anything changed.
  static let views = ["log", "state"]

  package init(games: [any Game], seed: Int) {
    self.games = games
    self.seed = seed
    var settings = Settings(games: games)
    settings.seed = seed
    settings.advice = .bounded
    interpreter = Interpreter(settings)
  }

  /// The material for lines in the current state.
  package var vocabulary: Vocabulary {
    Vocabulary(games: games.map(\.definition), commands: interpreter.router.declarations) {
      [interpreter] in
      interpreter.currentGame?.legalMoves().moves.map(\.line) ?? []
    }
  }

  /// What is checked after a line. Each case includes the ones above it.
  package enum Check: Sendable {
    /// The reply, and that a rejected line leaves the digest of the state unchanged.
    case reply
    /// That a rejected line leaves the replies to ``views`` unchanged.
    case views
    /// The ``GameContract``.
    case game
  }

  /// Feeds a line and checks the result.
  ///
  /// - Returns: the error code if the line was rejected.
  package mutating func feed(
    _ line: [UInt8], _ check: Check
  ) throws(FuzzFinding) -> ErrorCode? {
    let position = position
    let before = check == .reply ? [] : Self.views.map(view)
    lines.append(line)
    let reply = interpreter.transcribe(line[...])
    isOver = reply.isOver
    func finding(_ violation: Violation) -> FuzzFinding {
      FuzzFinding(violation: violation, seed: seed, lines: lines, reply: reply.text)
    }
    if let violation = ReplyContract.violation(in: reply.text, isError: reply.code != nil) {
      throw finding(violation)
    }
    if reply.code != nil {
      if position != self.position { throw finding(.changedByError(view: "the game")) }
      for (command, earlier) in zip(Self.views, before) where view(command) != earlier {
        throw finding(.changedByError(view: "`\(command)`"))
      }
    }
    if check == .game, let game = interpreter.currentGame?.logged,
      let violation = GameContract(games).violation(in: game)
    {
      throw finding(violation)
    }
    return reply.code
  }

  /// The number of the current game, its moves, and the digest of its state.
  private var position: [Int] {
    guard let game = interpreter.currentGame else { return [] }
    return [game.number, game.moveCount, Int(game.logged?.digest ?? 0)]
  }

  private func view(_ command: String) -> [UInt8] {
    interpreter.transcribe(Array(command.utf8)[...]).text
  }
}

/// A line that violates the contract, with what is needed to reproduce it.
package struct FuzzFinding: Error, Sendable {
  package var violation: Violation
  /// The seed of the session.
  package var seed: Int
  /// All lines of the session; the last one shows the violation.
  package var lines: [[UInt8]]
  /// The reply to the last line.
  package var reply: [UInt8]
}

/// Counts accepted and rejected lines.
package struct FuzzTally: Sendable, Equatable {
  package var accepted = 0
  /// The number of rejected lines by error code.
  package var rejected: [ErrorCode: Int] = [:]

  package init() {}

  /// The number of all lines.
  package var lines: Int { rejected.values.reduce(accepted, +) }

  /// Counts a line by the error code of its reply; `nil` means that it was accepted.
  package mutating func count(_ code: ErrorCode?) {
    if let code { rejected[code, default: 0] += 1 } else { accepted += 1 }
  }

  package mutating func add(_ other: FuzzTally) {
    accepted += other.accepted
    rejected.merge(other.rejected, uniquingKeysWith: +)
  }
}
