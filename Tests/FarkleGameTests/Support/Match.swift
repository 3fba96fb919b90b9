import GameTesting
import ParlorKit

@testable import FarkleGame

/// A game under test, played by lines as the host would play it.
struct Match: PlayedGame {
  let game = Farkle()
  var state: FarkleState
  private(set) var log: [FarkleMove] = []
  private(set) var draws = 0

  /// Opens a game: `Match("Ann Bob", "rules=flat target=500")`.
  init(_ names: String = "Ann Bob", _ options: String = "", seed: UInt64 = 7) throws {
    state = try game.start(.farkle(names, options, seed: seed))
  }

  /// Plays a line and returns the whole reply: events, then the situation.
  @discardableResult
  mutating func play(_ line: String) throws -> String {
    let events = try events(of: line)
    return reply(to: events)
  }

  /// Plays lines parted by semicolons and returns the last reply.
  @discardableResult
  mutating func run(_ lines: String) throws -> String {
    var last = ""
    for line in lines.split(separator: ";") { last = try play(String(line)) }
    return last
  }

  /// Plays a line and returns what happens.
  mutating func events(of line: String) throws -> [FarkleEvent] {
    if line.split(separator: " ").first == "resign" {
      return try make(game.resignation(in: state))
    }
    switch try game.command(Call(line: line), in: state, at: .zero) {
    case .answer(let events): return events
    case .move(let move): return try make(move)
    case .reopen: return []
    }
  }

  /// Resolves and applies a move.
  mutating func make(_ move: FarkleMove) throws -> [FarkleEvent] {
    var chance = Chance(seed: state.match.seed, draw: draws)
    guard case .play(let resolved) = try game.resolve(move, in: state, chance: &chance) else {
      return []
    }
    if game.traits(of: resolved).contains(.draws) { draws += 1 }
    log.append(resolved)
    var events: [FarkleEvent] = []
    game.apply(resolved, to: &state, at: .zero) { events.append($0) }
    return events
  }

  var status: GameStatus { game.status(of: state) }

  var scores: [Int] { state.seats.map(\.score) }

  var legal: [String] { game.legalMoves(in: state).moves.map(line) }

  /// The text of the command `show`.
  func table(styled: Bool = false) -> String {
    written(styled: styled) { view.writeTable(to: &$0) }
  }

  /// The text after every move.
  func situation(styled: Bool = false) -> String {
    written(styled: styled) { view.writeSituation(to: &$0) }
  }
}
