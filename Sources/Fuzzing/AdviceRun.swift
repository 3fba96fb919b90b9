import ParlorEngine
package import ParlorKit
import Synchronization

/// Plays random games, and checks the advice in their positions and their reviews.
///
/// A game depends only on the seed and its number. Nothing here knows how advice is computed: it is
/// checked against its own claims, and against the outcomes of moves that it calls certain.
package struct AdviceRun: Sendable {
  private let games: [any Game]
  private let reviewed: Set<String>
  private let seed: UInt64
  private let patience: Int

  /// The maximum number of moves of a game.
  private static let mostMoves = 40

  /// - Parameters:
  ///   - games: those without an adviser are left out.
  ///   - reviewed: the names of the games whose reviews are checked.
  ///   - patience: the number of interruption checks after which an adviser is stopped; such a
  ///     position does not count.
  package init(games: [any Game], reviewed: Set<String>, seed: UInt64, patience: Int) {
    self.games = games.filter { Self.advises($0) }
    self.reviewed = reviewed
    self.seed = seed
    self.patience = patience
  }

  private static func advises(_ game: some Game) -> Bool { game.adviser != nil }

  /// The checked positions.
  package struct Tally: Sendable, Equatable {
    /// Positions by the name of their game.
    package var positions: [String: Int] = [:]
    /// Positions whose values are exact.
    package var exact = 0
    /// Positions whose adviser was stopped.
    package var stopped = 0
    package var reviews = 0

    package init() {}

    package var all: Int { positions.values.reduce(0, +) }

    package mutating func add(_ other: Tally) {
      positions.merge(other.positions, uniquingKeysWith: +)
      exact += other.exact
      stopped += other.stopped
      reviews += other.reviews
    }
  }

  /// Plays the game with a number.
  ///
  /// - Throws: the first violation. A trap ends the process instead.
  package func play(_ number: Int) throws(FuzzFinding) -> Tally {
    var play = AdvicePlay(games, seed: seed, number: number, patience: patience)
    let name = play.open()
    let checked = 1 + play.chance.index(4)
    while let game = play.session.currentGame?.logged, !game.status.isOver,
      game.moveCount < Self.mostMoves, play.lines.count < 2 * Self.mostMoves
    {
      guard try play.move(in: game, checks: { $0.index(4) < checked }) else { break }
    }
    if let game = play.session.currentGame?.logged, game.status.isOver, reviewed.contains(name) {
      try play.review()
    }
    return play.tally
  }
}

/// A game of an ``AdviceRun``.
private struct AdvicePlay {
  let session: Interpreter
  private(set) var lines: [[UInt8]] = []
  private(set) var tally = AdviceRun.Tally()
  var chance: Chance
  private let games: [any Game]
  private let seed: UInt64
  private let clock: Patience

  init(_ games: [any Game], seed: UInt64, number: Int, patience: Int) {
    self.games = games
    self.seed = seed
    chance = Chance(seed: seed, draw: number)
    clock = Patience(patience)
    var settings = Settings(games: games)
    settings.seed = Int(chance.word())
    settings.advice = clock.context
    session = Interpreter(settings)
  }

  /// Opens a game with random options.
  ///
  /// - Returns: the name of the kind of game.
  mutating func open() -> String {
    let kind = chance.pick(games.map(\.definition))
    let openings = Vocabulary(games: [kind], commands: session.router.declarations) { [] }
    for _ in 0..<8 where session.currentGame == nil { _ = feed(openings.opening(&chance)) }
    if session.currentGame == nil { _ = feed(Array("new \(kind.name)".utf8)) }
    return kind.name
  }

  /// Checks the advice in the position, and makes a move.
  ///
  /// - Parameter checks: whether the position is one of those whose advice is checked in full.
  /// - Returns: whether a move was made.
  mutating func move(
    in game: any LoggedGame, checks: (inout Chance) -> Bool
  ) throws(FuzzFinding) -> Bool {
    guard let advice = try advice(in: game) else {
      tally.stopped += 1
      let moves = game.legalMoves().moves.map(\.line)
      guard !moves.isEmpty else { return false }
      _ = feed(Array(chance.pick(moves).utf8))
      return true
    }
    if let fault = AdviceContract.fault(in: advice) { throw finding(fault) }
    // At a real table the players enter the outcome of a move: `roll` alone is advice, but not a
    // line.
    let forms = game.legalMoves().forms
    if advice.moves.contains(where: { move in forms.contains { $0.hasPrefix("\(move.move) ") } }) {
      return false
    }
    if checks(&chance) {
      tally.positions[game.name, default: 0] += 1
      if advice.estimate == nil { tally.exact += 1 }
      let contract = AdviceContract(games, clock)
      if let fault = contract.fault(in: advice, of: game, &chance) { throw finding(fault) }
    }
    let legal = game.legalMoves().moves.map(\.line)
    let listed = advice.moves.map(\.move)
    let line =
      switch chance.index(4) {
      case 0: chance.pick(legal.isEmpty ? listed : legal)
      case 1: chance.pick(listed)
      default: listed[0]
      }
    let reply = feed(Array(line.utf8))
    if reply.code != nil { throw finding("`\(line)` is not legal", reply.text) }
    return true
  }

  /// The advice in the position; `nil` if the adviser was stopped.
  private func advice(in game: any LoggedGame) throws(FuzzFinding) -> Advice<String>? {
    do throws(GameError) {
      return try clock.during { () throws(GameError) in
        try game.adviser?.advise(isInterrupted: { clock.isOver })
      }
    } catch {
      // A game may have no advice for some rules, but a reachable position has no contradiction.
      if error != .stopped { throw finding("no advice: \(error.message)") }
      return nil
    }
  }

  /// Checks the review of the game, unless it takes too long.
  mutating func review() throws(FuzzFinding) {
    _ = feed(Array("set format json".utf8))
    clock.reset()
    let reply = feed(Array("review".utf8))
    if reply.code != nil {
      if clock.isOver { return }
      throw finding("no review", reply.text)
    }
    tally.reviews += 1
    if let fault = ReviewContract.fault(in: reply.text) { throw finding(fault, reply.text) }
  }

  private mutating func feed(_ line: [UInt8]) -> Transcription {
    lines.append(line)
    return session.transcribe(line[...])
  }

  private func finding(_ text: String, _ reply: [UInt8] = []) -> FuzzFinding {
    FuzzFinding(violation: .advice(text), seed: Int(seed), lines: lines, reply: reply)
  }
}

/// Stops advice after a number of interruption checks, so that no clock decides.
final class Patience: Sendable {
  private let asked = Atomic(0)
  private let most: Int

  init(_ most: Int) { self.most = most }

  func reset() { asked.store(0, ordering: .relaxed) }

  /// Whether there were too many checks; counts one more.
  var isOver: Bool { asked.add(1, ordering: .relaxed).newValue > most }

  var context: AdviceContext {
    var context = AdviceContext()
    context.isStopped = { [self] in isOver }
    return context
  }

  /// Runs an adviser with fresh patience.
  func during<Result>(_ body: () throws(GameError) -> Result) throws(GameError) -> Result {
    reset()
    return try context.during(body)
  }
}
