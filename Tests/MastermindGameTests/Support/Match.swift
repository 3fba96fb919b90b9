import GameTesting
import ParlorKit

@testable import MastermindGame

/// A game under test, played by lines as the host would play it.
struct Match: PlayedGame {
  var now: GameTime { time }
  let game = Mastermind()
  let setup: GameConfiguration
  var state: MastermindState
  private(set) var log: [MastermindMove] = []
  /// The time at which the next move is made.
  var time = GameTime.zero

  /// Opens a game: `Match("slots=3 guesses=5", secret: "1 5 2")`.
  init(
    _ options: String = "", secret: String = "", seed: UInt64 = 7, showsSeed: Bool = false
  ) throws {
    let given = GameConfiguration.mastermind(
      options, secret: secret, seed: seed, showsSeed: showsSeed)
    var chance = Chance(seed: seed, draw: 0)
    setup = try game.prepare(given, chance: &chance)
    state = try game.start(setup)
  }

  /// The secret, as the log has it.
  var secret: String { setup.options.text("secret") }

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
  mutating func events(of line: String) throws -> [MastermindEvent] {
    if line == "resign" { return try make(game.resignation(in: state)) }
    switch try game.command(Call(line: line), in: state, at: .zero) {
    case .answer(let events): return events
    case .move(let move): return try make(move)
    case .reopen: return []
    }
  }

  /// Resolves and applies a move.
  @discardableResult
  mutating func make(_ move: MastermindMove) throws -> [MastermindEvent] {
    var chance = Chance(seed: setup.seed, draw: 1)
    guard case .play(let resolved) = try game.resolve(move, in: state, chance: &chance) else {
      return []
    }
    precondition(!chance.hasDrawn)
    log.append(resolved)
    var events: [MastermindEvent] = []
    game.apply(resolved, to: &state, at: time) { events.append($0) }
    return events
  }

  /// The text of the command `show`, without the situation.
  var table: String { written { view.writeTable(to: &$0) } }

  /// The text after every move.
  var situation: String { written { view.writeSituation(to: &$0) } }
}
