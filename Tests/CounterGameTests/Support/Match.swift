import GameTesting
import ParlorKit

@testable import CounterGame

typealias Match = PlayedGame<Counter>

extension PlayedGame<Counter> {
  /// Opens a game: `Match("Ann Bob")`.
  init(_ names: String = "") throws { try self.init(Counter(), names) }

  /// Lets seconds pass.
  mutating func wait(_ seconds: Double) { milliseconds += Int64(seconds * 1000) }

  /// What the timer of the turn shows, in milliseconds.
  var reading: Int64 { state.timer.reading(at: now) }

  /// Why a line has no effect; `nil` if it has one.
  func ignored(_ line: String) throws -> String? {
    var copy = self
    guard case .ignored(let reason) = try copy.run(line) else { return nil }
    return reason
  }

  /// The players in the order of play with their scores, a star at the one whose turn it is.
  var order: String {
    state.roster.players.enumerated().map { index, player in
      let mark = state.hasStarted && index == state.current ? "*" : ""
      return "\(mark)\(state.roster.name(of: player.number)):\(player.score)"
    }.joined(separator: " ")
  }
}

extension CounterState {
  /// What must hold in every state that play can reach.
  ///
  /// - Returns: what does not, in words; empty in a sound state.
  func checkInvariants() -> [String] {
    let players = roster.players
    var sums: [Int: Int] = [:]
    for turn in turns.all { sums[Int(turn.player), default: 0] += Int(turn.points) }
    let laws: [(String, Bool)] = [
      ("a game that has begun has players", !hasStarted || !players.isEmpty),
      ("the turn is somebody's", players.isEmpty ? current == 0 : players.indices ~= current),
      ("no turn is played before the start", hasStarted || (current == 0 && turns.count == 0)),
      ("numbers differ", Set(players.map(\.number)).count == players.count),
      ("everybody has a name", players.allSatisfy { 1...roster.names.count ~= $0.number }),
      ("scores are sums of turns", players.allSatisfy { $0.score == sums[$0.number, default: 0] }),
      ("turns are counted", turns.all.reduce(0) { count, _ in count + 1 } == turns.count),
    ]
    return laws.filter { !$0.1 }.map(\.0)
  }
}
