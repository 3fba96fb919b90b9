import ParlorKit

/// The score of every player, and how far it is from the target and from the leader.
public struct Scoreboard: Sendable, Equatable {
  /// A row for each player in the order of play.
  let rows: [Row]

  /// How one player stands.
  struct Row: Sendable, Equatable {
    var name: String
    var score: Int
    /// What is missing to the target, at least 0; nothing where rounds are played.
    var toTarget: Int?
    /// What is missing to the highest score of those who play.
    var toLeader: Int
    /// Whether nobody else has the highest score.
    var leads: Bool
    var isTurn: Bool
    var hasLeft: Bool
  }

  init(_ state: FarkleState) {
    let rules = state.rules
    let highest = state.highestScore
    let leaders = state.seats.filter { !$0.hasLeft && $0.score == highest }.count
    rows = state.seats.indices.map { index in
      let seat = state.seats[index]
      return Row(
        name: state.match.names[index], score: seat.score,
        toTarget: rules.rounds > 0 ? nil : max(0, rules.target - seat.score),
        toLeader: max(0, highest - seat.score),
        leads: !seat.hasLeft && seat.score == highest && leaders == 1,
        isTurn: !state.isOver && index == state.player, hasLeft: seat.hasLeft)
    }
  }

  /// The scoreboard as data.
  var fields: Fields {
    [
      "players": .array(
        rows.map { row in
          .object([
            "name": .string(row.name), "score": .integer(row.score),
            "toTarget": row.toTarget.map { .integer($0) } ?? .null,
            "toLeader": .integer(row.toLeader), "resigned": .bool(row.hasLeft),
          ])
        })
    ]
  }
}
