import ParlorEngine
package import ParlorKit
import Synchronization

/// Plays random games, and checks the advice in their positions and their reviews.
///
/// A game depends only on the seed and its number. Nothing here knows how advice is found: it is held to
/// what it says of itself, and to what becomes of the moves that it calls certain.
package struct AdviceRun: Sendable {
  private let games: [any Game]
  private let reviewed: Set<String>
  private let seed: UInt64
  private let patience: Int

  /// The most moves of a game.
  private static let mostMoves = 40

  /// - Parameters:
  ///   - games: those without an adviser are left out.
  ///   - reviewed: the names of the games whose reviews are checked.
  ///   - patience: after how many questions whether it is interrupted an adviser is stopped; such a
  ///     position does not count.
  package init(games: [any Game], reviewed: Set<String>, seed: UInt64, patience: Int) {
    self.games = games.filter { Self.advises($0) }
    self.reviewed = reviewed
    self.seed = seed
    self.patience = patience
  }

  private static func advises(_ game: some Game) -> Bool { game.adviser != nil }

  /// What was checked.
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
    var tally = Tally()
    var chance = Chance(seed: seed, draw: number)
    let clock = Patience(patience)
    var settings = Settings(games: games)
    settings.seed = Int(chance.word())
    settings.advice = clock.context
    let session = Interpreter(settings)
    var lines: [[UInt8]] = []
    func feed(_ line: [UInt8]) -> Transcription {
      lines.append(line)
      return session.transcribe(line[...])
    }
    func finding(_ text: String, _ reply: [UInt8] = []) -> FuzzFinding {
      FuzzFinding(violation: .advice(text), seed: Int(seed), lines: lines, reply: reply)
    }
    let kind = chance.pick(games.map(\.definition))
    let openings = Vocabulary(games: [kind], commands: session.router.declarations) { [] }
    for _ in 0..<8 where session.currentGame == nil { _ = feed(openings.opening(&chance)) }
    if session.currentGame == nil { _ = feed(Array("new \(kind.name)".utf8)) }
    let checked = 1 + chance.index(4)
    while let game = session.currentGame?.logged, !game.status.isOver,
      game.moveCount < Self.mostMoves
    {
      let found: Advice<String>?
      do throws(GameError) {
        found = try clock.during { () throws(GameError) in
          try game.advise(isInterrupted: { clock.isOver })
        }
      } catch {
        // A game may have no advice for some rules, but a position that was reached has no contradiction.
        if error != .stopped { throw finding("no advice: \(error.message)") }
        found = nil
      }
      guard let advice = found else {
        tally.stopped += 1
        let moves = game.legalMoves().moves.map(\.line)
        guard !moves.isEmpty, lines.count < 2 * Self.mostMoves else { break }
        _ = feed(Array(chance.pick(moves).utf8))
        continue
      }
      if let fault = AdviceContract.fault(in: advice) { throw finding(fault) }
      // At a real table the players tell what comes of a move: `roll` alone is advice, and no line.
      let forms = game.legalMoves().forms
      if advice.moves.contains(where: { move in
        forms.contains { $0.hasPrefix("\(move.move) ") }
      }) {
        break
      }
      if chance.index(4) < checked {
        tally.positions[kind.name, default: 0] += 1
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
    }
    guard let game = session.currentGame?.logged, game.status.isOver, reviewed.contains(kind.name)
    else { return tally }
    _ = feed(Array("set format json".utf8))
    clock.reset()
    let reply = feed(Array("review".utf8))
    if reply.code != nil {
      if clock.isOver { return tally }
      throw finding("no review", reply.text)
    }
    tally.reviews += 1
    if let fault = ReviewContract.fault(in: reply.text) { throw finding(fault, reply.text) }
    return tally
  }
}

/// Stops advice after some questions whether it is interrupted, so that no clock decides.
final class Patience: Sendable {
  private let asked = Atomic(0)
  private let most: Int

  init(_ most: Int) { self.most = most }

  func reset() { asked.store(0, ordering: .relaxed) }

  /// Whether there were too many questions; this is one more.
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
