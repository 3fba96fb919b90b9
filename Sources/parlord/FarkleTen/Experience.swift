import Platform

/// How far a player has come: a level, and points towards the next.
struct Experience: Sendable, Equatable {
  /// The level, from 1.
  var level = 1
  /// The points since the level was reached.
  var points = 0
  /// The points that the next level needs.
  var needed = 40

  /// For playing all ten rounds, and one more for each player beyond the second.
  static func forFinishing(players: Int) -> Int { 5 + players - 2 }
  /// For winning, and one more for each player beyond the second.
  static func forWinning(players: Int) -> Int { 5 + players - 2 }
  /// For finishing a game alone, besides the rounds.
  static let forSolo = 3
  /// For a round of more than 750 points.
  static let forGoodRound = 1
  /// For taking part in a tournament to its end.
  static let forTournament = 20
  /// For winning a tournament.
  static let forTournamentWin = 100

  /// Adds points and climbs the levels that they reach.
  ///
  /// - Returns: the levels that were reached.
  mutating func add(_ points: Int) -> [Int] {
    self.points += max(0, points)
    var reached: [Int] = []
    while self.points >= needed {
      self.points -= needed
      level += 1
      needed = Self.needed(beyond: level)
      reached.append(level)
    }
    return reached
  }

  /// What the level after `level` needs: 40, and 5 % more each level, rounded down.
  static func needed(beyond level: Int) -> Int {
    var needed = 40.0
    for _ in 1..<max(1, min(level, 400)) { needed *= 1.05 }
    return Int(needed)
  }

  /// The file of the card's background at a level.
  static func card(at level: Int) -> String {
    switch level {
    case ..<10: "green"
    case 100...: "prestige8.png"
    case 80...: "prestige7.png"
    default: "prestige\(level / 10).png"
    }
  }

  /// What reaching a level brings, as the client shows it.
  static func reward(at level: Int) -> String {
    let rewards = [
      level % 3 == 0 ? "You have earned a new title!" : nil,
      level % 10 == 0 ? "You have earned a new background!" : nil,
    ]
    return rewards.compactMap { $0 }.joined(separator: "<br/>")
  }
}
