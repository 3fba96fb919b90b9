import GameTesting
import ParlorKit

@testable import CounterGame

/// A game under test, played by lines as the host would play it: with a log, undo and a clock.
struct Table: PlayedGame {
  var now: GameTime { time }
  let game = Counter()
  let names: [String]
  var state: CounterState
  private(set) var log: [(move: CounterMove, time: GameTime)] = []
  private(set) var draws = 0
  /// The time of the game's clock.
  var time = GameTime.zero

  /// Opens a game: `Table("Ann Bob")`.
  init(_ names: String = "") throws {
    try self.init(names: names.split(separator: " ").map(String.init))
  }

  init(names: [String]) throws {
    self.names = names
    state = try game.start(.counter(names))
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
  mutating func events(of line: String) throws -> [CounterEvent] {
    if line == "resign" { return try make(game.resignation(in: state)) }
    switch try game.command(Call(line: line), in: state, at: time) {
    case .answer(let events): return events
    case .move(let move): return try make(move)
    case .reopen: return []
    }
  }

  /// Resolves and applies a move; a move without effect does nothing.
  @discardableResult
  mutating func make(_ move: CounterMove) throws -> [CounterEvent] {
    var chance = Chance(seed: 7, draw: draws)
    guard case .play(let resolved) = try game.resolve(move, in: state, chance: &chance) else {
      return []
    }
    if game.traits(of: resolved).contains(.draws) { draws += 1 }
    log.append((resolved, time))
    var events: [CounterEvent] = []
    game.apply(resolved, to: &state, at: time) { events.append($0) }
    return events
  }

  /// Why a move has no effect; nothing if it has one.
  func ignored(_ line: String) throws -> String? {
    guard case .move(let move) = try game.command(Call(line: line), in: state, at: time) else {
      return nil
    }
    var chance = Chance(seed: 7, draw: draws)
    guard case .ignore(let reason) = try game.resolve(move, in: state, chance: &chance) else {
      return nil
    }
    return reason
  }

  /// Takes the last step back as the host does: the clock then stands at the last move.
  mutating func undo() throws {
    while let last = log.popLast() {
      if game.traits(of: last.move).contains(.step) { break }
    }
    state = try game.start(.counter(names))
    for (move, time) in log { game.apply(move, to: &state, at: time) { _ in } }
    time = log.last?.time ?? .zero
  }

  /// Lets seconds pass.
  mutating func wait(_ seconds: Double) { time.milliseconds += Int64(seconds * 1000) }

  /// The players in the order of play, with their scores, a star at the one whose turn it is.
  var order: String {
    state.roster.players.enumerated().map { index, player in
      let mark = state.hasStarted && index == state.current ? "*" : ""
      return "\(mark)\(state.roster.name(of: player.number)):\(player.score)"
    }.joined(separator: " ")
  }
}
