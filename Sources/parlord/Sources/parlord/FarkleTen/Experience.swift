/// The level of a player, and the points towards the next level.
struct Experience: Sendable, Equatable {
  /// The level, from 1.
  var level = 1
  /// The points since the level was reached.
  var points = 0
  /// The points that the next level needs.
  var needed = 40

  /// The points for playing all ten rounds: one more for each player beyond the second.
  static func forFinishing(players: Int) -> Int { 5 + players - 2 }
  /// The points for winning: one more for each player beyond the second.
  static func forWinning(players: Int) -> Int { 5 + players - 2 }
  /// The points for finishing a solo game, in addition to those for the rounds.
  static let forSolo = 3
  /// The points for a round that scores more than 750.
  static let forGoodRound = 1
  /// The points for every entrant when a tournament ends.
  static let forTournament = 20
  static let forTournamentWin = 100

  /// Adds points and raises the level as far as they reach.
  ///
  /// - Returns: the levels that are reached.
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

  /// The points from `level` to the next level: 40, and 5 % more for each level, rounded down.
  static func needed(beyond level: Int) -> Int {
    var needed = 40.0
    for _ in 1..<max(1, min(level, 400)) { needed *= 1.05 }
    return Int(needed)
  }

  /// The image file behind the card of a player of a level.
  static func card(at level: Int) -> String {
    switch level {
    case ..<10: "green"
    case 100...: "prestige8.png"
    case 80...: "prestige7.png"
    default: "prestige\(level / 10).png"
    }
  }

  /// The reward for reaching a level, as the client shows it.
  static func reward(at level: Int) -> String {
    let rewards = [
      level % 3 == 0 ? "You have earned a new title!" : nil,
      level % 10 == 0 ? "You have earned a new background!" : nil,
    ]
    return rewards.compactMap { $0 }.joined(separator: "<br/>")
  }
}

/// A title that players can choose once their level is high enough.
struct Title: Sendable {
  /// The title can be chosen above this level.
  let level: Int
  let text: String

  /// All titles, by ascending level.
  static let all: [Title] = [
    (0, ""), (3, "the Prospect"), (6, "the Joker"), (9, "the Princess"), (12, "the Scary Clown"),
    (15, "the Farkled"), (18, "the Average Joe"), (21, "the Wicked"), (24, "the Sexy Lady"),
    (27, "the Gamer"), (30, "the Notorious"), (33, "the Lucky Dog"), (36, "the Veteran"),
    (39, "the Samsquash"), (42, "the Dola"), (45, "the Star"), (48, "the Professional"),
    (51, "the Stud"), (54, "the Dice Master"), (57, "the Chosen One"), (60, "the King of Farkle"),
    (100, "the Centurion"),
  ].map { Title(level: $0.0, text: $0.1) }

  /// The titles that a player of a level can choose from.
  static func choices(at level: Int) -> [Title] { all.filter { $0.level < level } }
}
