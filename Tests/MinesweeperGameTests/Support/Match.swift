import GameTesting
import ParlorKit

@testable import MinesweeperGame

/// A game under test, played by lines as the host would play it.
struct Match: PlayedGame {
  var now: GameTime { GameTime(milliseconds: time) }
  let game = Minesweeper()
  let setup: GameConfiguration
  var state: MinesweeperState
  /// The time of the game's clock in milliseconds.
  var time: Int64 = 0
  private(set) var log: [(move: MinesweeperMove, time: Int64)] = []
  private(set) var draws = 0

  /// Opens a game: `Match("easy first=open")`.
  init(_ words: String = "easy", seed: UInt64 = 7, showsSeed: Bool = true) throws {
    setup = .minesweeper(words, seed: seed, showsSeed: showsSeed)
    state = try game.start(setup)
  }

  /// What becomes of a line.
  enum Outcome {
    case events([MinesweeperEvent])
    case ignored(String)
    case reopens([Argument])
  }

  /// Plays a line and returns the whole reply: events, then the situation.
  @discardableResult
  mutating func play(_ line: String) throws -> String {
    switch try run(line) {
    case .events(let events): return reply(to: events)
    case .ignored(let reason): return "ignored: \(reason)"
    case .reopens(let words): return "opens: \(words)"
    }
  }

  /// Plays lines parted by semicolons and returns the last reply.
  @discardableResult
  mutating func play(all lines: String) throws -> String {
    var last = ""
    for line in lines.split(separator: ";") { last = try play(String(line)) }
    return last
  }

  /// Plays a line and returns what happens.
  mutating func events(of line: String) throws -> [MinesweeperEvent] {
    if case .events(let events) = try run(line) { events } else { [] }
  }

  mutating func run(_ line: String) throws -> Outcome {
    if line == "resign" { return try make(game.resignation(in: state)) }
    switch try game.command(Call(line: line), in: state, at: .zero) {
    case .answer(let events): return .events(events)
    case .reopen(let words): return .reopens(words)
    case .move(let move): return try make(move)
    }
  }

  /// Resolves and applies a move.
  @discardableResult
  mutating func make(_ move: MinesweeperMove) throws -> Outcome {
    var chance = Chance(seed: setup.seed, draw: draws)
    switch try game.resolve(move, in: state, chance: &chance) {
    case .ignore(let reason): return .ignored(reason)
    case .play(let resolved):
      if game.traits(of: resolved).contains(.draws) { draws += 1 }
      log.append((resolved, time))
      var events: [MinesweeperEvent] = []
      game.apply(resolved, to: &state, at: GameTime(milliseconds: time)) { events.append($0) }
      return .events(events)
    }
  }

  /// The lines of `cells` in JSON.
  var cells: [String] { state.board.rows }

  /// The line of a move as `log` shows it.
  func masked(_ move: MinesweeperMove) -> String { written { game.writeMasked(move, to: &$0) } }
}
