import ParlorKit

/// A game that is being counted. Nothing of it is hidden.
public struct CounterState: Sendable {
  /// Who plays.
  public internal(set) var roster = Roster()
  /// Whether the game has begun.
  public internal(set) var hasStarted = false
  /// The index in the order of play of the player whose turn it is; 0 before the game begins.
  public internal(set) var current = 0
  /// The time of the turn.
  public internal(set) var timer = TurnTimer()
  /// Every change of a score.
  public internal(set) var turns = TurnTable()

  /// A game of these players, which begins at once if there are any.
  init(_ names: [String]) {
    for name in names { _ = roster.join(name) }
    hasStarted = !names.isEmpty
  }

  /// The player whose turn it is; nobody before the game begins.
  public var player: Player? { hasStarted ? roster.players[current] : nil }

  /// The index of the player so many places after the current one, round the table.
  func index(after steps: Int) -> Int {
    let count = roster.players.count
    return count == 0 ? 0 : ((current + steps) % count + count) % count
  }

  /// What must hold in every state that play can reach.
  ///
  /// - Returns: what does not, in words; nothing in a sound state.
  func checkInvariants() -> [String] {
    let players = roster.players
    var sums: [Int: Int] = [:]
    for turn in turns.all { sums[Int(turn.player), default: 0] += Int(turn.points) }
    let laws: [(String, Bool)] = [
      ("a game that has begun has players", !hasStarted || !players.isEmpty),
      ("the turn is somebody's", players.isEmpty ? current == 0 : players.indices ~= current),
      ("nobody plays before the beginning", hasStarted || (current == 0 && turns.count == 0)),
      ("numbers differ", Set(players.map(\.number)).count == players.count),
      ("everybody has a name", players.allSatisfy { 1...roster.names.count ~= $0.number }),
      ("scores are sums of turns", players.allSatisfy { $0.score == sums[$0.number, default: 0] }),
      ("turns are counted", turns.all.reduce(0) { count, _ in count + 1 } == turns.count),
    ]
    return laws.filter { !$0.1 }.map(\.0)
  }
}
