/// A game of Farkle in progress. Nothing of it is hidden from the players.
///
/// A round is a queue of the seats that still have a turn in it: everybody's in ordinary play, the
/// others' in the final round, the equals' in overtime. When the queue is empty, the phase says
/// what comes next.
public struct FarkleState: Sendable {
  /// Who plays, by which rules.
  public let match: FarkleMatch
  /// How the players stand, in the order of play.
  public internal(set) var seats: [Seat]
  /// The seat whose turn it is; at the end, whose turn was the last.
  public internal(set) var player = 0
  /// The turn of ``player``.
  public internal(set) var turn = Turn()
  /// The part of the game that is being played.
  public internal(set) var phase = Phase.playing
  /// The number of the round, from 1; the final round and overtime count on.
  public internal(set) var round = 1
  /// How often equals have played on.
  public internal(set) var overtimes = 0
  /// How many turns have ended.
  public internal(set) var turns = 0
  /// The turns left in this round after the present one.
  var queue: TurnQueue
  /// In the final round, the seat that wins as things stand.
  var leader = 0
  /// In overtime without rounds, the seats that are still level.
  var contenders = SeatSet()
  /// How the game ended, once it has.
  var outcome: Outcome?

  init(_ match: FarkleMatch) {
    self.match = match
    seats = Array(repeating: Seat(), count: match.names.count)
    queue = TurnQueue(match.names.indices.dropFirst())
  }

  /// The rules.
  public var rules: FarkleRules { match.rules }

  /// Whether the game has ended.
  public var isOver: Bool { phase == .over }

  /// The name of the player whose turn it is.
  public var playerName: String { match.names[player] }

  /// The seats of those who have not left.
  var active: SeatSet {
    seats.indices.reduce(into: SeatSet()) { set, seat in
      if !seats[seat].hasLeft { set.insert(SeatSet(seat: seat)) }
    }
  }

  /// The highest score of those who have not left.
  public var highestScore: Int { seats.lazy.filter { !$0.hasLeft }.map(\.score).max() ?? 0 }

  /// The least that the player whose turn it is may bank.
  public var leastBank: Int {
    let minimum = max(match.rules.minimum, 1)
    return seats[player].isOnBoard ? minimum : max(minimum, match.rules.opening)
  }
}
