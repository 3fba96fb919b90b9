import ParlorKit

/// The achievements that exist on every server. The raw values are the numbers that clients know;
/// achievements for winning a tournament have numbers from 1000 and exist in the database only.
enum Achievement: Int, Sendable, CaseIterable {
  case fiveWins = 1, twentyFiveWins, fiftyWins
  case roundOf1000, roundOf2500, roundOf5000
  case betaTester, farkle
  case fiveWinsOverOne, marginOf3000, marginOf6000
  case firstRollFarkle, leaderboardLead
  case threeFriends, tenFriends
  case totalOf5000, totalOf10000, totalOf12500
  case hotDice, lastDie, threePairs, straight, twoTriplets
  case hundredWins, twoHundredWins, facebook
  case tenFarkles, fiftyFarkles, hundredFarkles
  case fifteenWinsOverOne, fiftyWinsOverOne
  case level10, level20, level30, level40, level50, level60
  case thousandWins
  case fiveOpponents, twentyOpponents, fiftyOpponents
  case sixOfAKind, sixOnes, perfectGame, holidays
  case tournamentGame, tournamentRoundWin, level100

  /// The points for winning a tournament.
  static let tournamentWorth = 35

  /// The image file of an achievement, one of those that the original client has.
  static func image(of number: Int) -> String {
    if let achievement = Achievement(rawValue: number) { return "\(achievement.image).png" }
    return number < 1000 ? "noachieve.png" : "tournament\((number - 1000) % 3 + 1).png"
  }

  private var image: String {
    switch self {
    case .fiveWins: "onestar"
    case .twentyFiveWins: "twostar"
    case .fiftyWins, .hundredWins, .twoHundredWins, .thousandWins: "threestar"
    case .roundOf1000, .totalOf5000, .leaderboardLead: "highround1"
    case .roundOf2500, .totalOf10000: "highround2"
    case .roundOf5000, .totalOf12500: "highround3"
    case .betaTester: "beta"
    case .farkle, .firstRollFarkle: "farkle"
    case .fiveWinsOverOne, .fifteenWinsOverOne, .fiftyWinsOverOne: "rivals"
    case .marginOf3000: "surrender"
    case .marginOf6000: "knockout"
    case .threeFriends, .fiveOpponents: "player"
    case .tenFriends, .twentyOpponents, .fiftyOpponents: "players"
    case .hotDice, .lastDie, .threePairs, .straight, .twoTriplets: "lotsofdice"
    case .facebook: "facebook"
    case .tenFarkles: "farkles1"
    case .fiftyFarkles: "farkles2"
    case .hundredFarkles: "farkles3"
    case .level10, .level20, .level30, .level40, .level50, .level60, .level100: "levelup"
    case .sixOfAKind: "wow"
    case .sixOnes: "superman"
    case .perfectGame: "sun"
    case .holidays: "christmas"
    case .tournamentGame: "tournament1"
    case .tournamentRoundWin: "tournament2"
    }
  }

  /// The title, the condition, and the points that it adds to the player's achievement score.
  var facts: (title: String, description: String, worth: Int) {
    switch self {
    case .fiveWins: ("Veni", "Win 5 games", 5)
    case .twentyFiveWins: ("Vidi", "Win 25 games", 10)
    case .fiftyWins: ("Vici", "Win 50 games", 15)
    case .roundOf1000: ("High Roller", "Score 1000 in one round", 10)
    case .roundOf2500: ("Mega Roller", "Score 2500 in one round", 15)
    case .roundOf5000: ("Insane Roller", "Score 5000 in one round", 30)
    case .betaTester: ("Beta Tester", "Play before the first release", 5)
    case .farkle: ("Farkled", "Farkle", 5)
    case .fiveWinsOverOne: ("Rivalry", "Beat the same player 5 times", 5)
    case .marginOf3000: ("Beatdown", "Win by 3000 points", 10)
    case .marginOf6000: ("Knock-Out", "Win by 6000 points", 15)
    case .firstRollFarkle: ("What the farkle?", "Farkle on the first roll of a round", 5)
    case .leaderboardLead: ("Top of the World", "Lead the leaderboard", 10)
    case .threeFriends: ("Company", "Play against 3 friends", 5)
    case .tenFriends: ("Full House", "Play against 10 friends", 10)
    case .totalOf5000: ("Five Thousand", "Score 5000 in ten rounds", 5)
    case .totalOf10000: ("Ten Thousand", "Score 10000 in ten rounds", 15)
    case .totalOf12500: ("Twelve and a Half", "Score 12500 in ten rounds", 30)
    case .hotDice: ("Hot Dice", "Set all six dice aside", 5)
    case .lastDie: ("Last Die", "Roll one die and score", 5)
    case .threePairs: ("Three Pairs", "Set aside three pairs", 5)
    case .straight: ("Straight", "Set aside a straight", 5)
    case .twoTriplets: ("Two Triplets", "Set aside two triplets", 10)
    case .hundredWins: ("Hundred", "Win 100 games", 20)
    case .twoHundredWins: ("Two Hundred", "Win 200 games", 25)
    case .facebook: ("Facebook", "Connect with Facebook", 5)
    case .tenFarkles: ("Ten Farkles", "Farkle 10 times", 5)
    case .fiftyFarkles: ("Fifty Farkles", "Farkle 50 times", 10)
    case .hundredFarkles: ("A Hundred Farkles", "Farkle 100 times", 15)
    case .fifteenWinsOverOne: ("Feud", "Beat the same player 15 times", 10)
    case .fiftyWinsOverOne: ("Nemesis", "Beat the same player 50 times", 20)
    case .level10: ("Level 10", "Reach level 10", 5)
    case .level20: ("Level 20", "Reach level 20", 10)
    case .level30: ("Level 30", "Reach level 30", 15)
    case .level40: ("Level 40", "Reach level 40", 20)
    case .level50: ("Level 50", "Reach level 50", 25)
    case .level60: ("Level 60", "Reach level 60", 30)
    case .thousandWins: ("Thousand", "Win 1000 games", 50)
    case .fiveOpponents: ("Sociable", "Play 5 different players", 5)
    case .twentyOpponents: ("Popular", "Play 20 different players", 10)
    case .fiftyOpponents: ("Famous", "Play 50 different players", 20)
    case .sixOfAKind: ("Six of a Kind", "Set aside six alike", 10)
    case .sixOnes: ("Six Ones", "Set aside six ones", 20)
    case .perfectGame: ("Perfect Game", "Play ten rounds without a farkle", 20)
    case .holidays: ("Holidays", "Play on 24 or 25 December", 5)
    case .tournamentGame: ("Contestant", "Play in a tournament", 5)
    case .tournamentRoundWin: ("Advancing", "Win a round of a tournament", 10)
    case .level100: ("Level 100", "Reach level 100", 50)
    }
  }
}

/// The achievements that a number brings: all whose threshold it reaches.
extension Achievement {
  static func forWins(_ count: Int) -> [Achievement] {
    reached(
      count,
      [
        (5, .fiveWins), (25, .twentyFiveWins), (50, .fiftyWins), (100, .hundredWins),
        (200, .twoHundredWins), (1000, .thousandWins),
      ])
  }

  /// For the points of one round.
  static func forRound(_ score: Int) -> [Achievement] {
    reached(score, [(1000, .roundOf1000), (2500, .roundOf2500), (5000, .roundOf5000)])
  }

  /// For the points of a whole game.
  static func forTotal(_ score: Int) -> [Achievement] {
    reached(score, [(5000, .totalOf5000), (10_000, .totalOf10000), (12_500, .totalOf12500)])
  }

  /// For the points between the winner and the second.
  static func forMargin(_ points: Int) -> [Achievement] {
    reached(points, [(3000, .marginOf3000), (6000, .marginOf6000)])
  }

  static func forFarkles(_ count: Int) -> [Achievement] {
    reached(count, [(10, .tenFarkles), (50, .fiftyFarkles), (100, .hundredFarkles)])
  }

  /// For the number of wins over the same player.
  static func forRivalry(_ count: Int) -> [Achievement] {
    reached(
      count, [(5, .fiveWinsOverOne), (15, .fifteenWinsOverOne), (50, .fiftyWinsOverOne)])
  }

  static func forOpponents(_ count: Int) -> [Achievement] {
    reached(count, [(5, .fiveOpponents), (20, .twentyOpponents), (50, .fiftyOpponents)])
  }

  static func forFriends(_ count: Int) -> [Achievement] {
    reached(count, [(3, .threeFriends), (10, .tenFriends)])
  }

  /// For the levels that a player has just reached.
  static func forLevels(_ levels: [Int]) -> [Achievement] {
    let achievements: [Int: Achievement] = [
      10: .level10, 20: .level20, 30: .level30, 40: .level40, 50: .level50, 60: .level60,
      100: .level100,
    ]
    return levels.compactMap { achievements[$0] }
  }

  /// For six dice that are set aside together.
  static func forDice(_ faces: [Int]) -> [Achievement] {
    guard faces.count == 6 else { return [] }
    let counts = (1...6).map { face in faces.count { $0 == face } }.filter { $0 > 0 }.sorted()
    return switch counts {
    case [1, 1, 1, 1, 1, 1]: [.straight]
    case [2, 2, 2]: [.threePairs]
    case [3, 3]: [.twoTriplets]
    case [6]: faces[0] == 1 ? [.sixOfAKind, .sixOnes] : [.sixOfAKind]
    default: []
    }
  }

  private static func reached(
    _ number: Int, _ thresholds: [(Int, Achievement)]
  ) -> [Achievement] {
    thresholds.filter { number >= $0.0 }.map(\.1)
  }
}

/// The achievements and levels of players, and whether they have seen them.
struct Achievements {
  private let context: ActionContext

  init(_ context: ActionContext) { self.context = context }

  private var database: any Database { context.database }

  /// `getachievements`: all achievements, those of the player first, and the player's score.
  func list() throws -> Value {
    let owner = context.form.integer("playerid") ?? context.me
    let rows = try Row.fetchAll(
      database,
      prepared: """
        SELECT achievements.*, moment FROM achievements
        LEFT JOIN earned ON achievementId = id AND playerId = ?
        WHERE moment IS NOT NULL OR id < 1000
        ORDER BY moment IS NULL, moment DESC, worth DESC, id
        """, arguments: [owner])
    let score = rows.filter { $0["moment"] as Int64? != nil }.reduce(0) {
      $0 + ($1["worth"] as Int)
    }
    return [.array(rows.map(card)), .integer(score)]
  }

  private func card(_ row: Row) -> Value {
    let moment = (row["moment"] as Int64?).map(Timestamp.init(milliseconds:))
    return [
      "earned": .integer(moment == nil ? 0 : 1), "achievementid": .integer(row["id"]),
      "name": .string(row["title"]), "description": .string(row["description"]),
      "xp_reward": .integer(row["worth"]), "worth": .integer(row["worth"]),
      "title": .string(row["title"]), "imagefile": .string(row["image"]),
      "achievedate": .optional(moment.map { WireDate.stamp($0) }),
      "formatteddate": .string(WireDate.dayOfYear(moment ?? context.now)),
    ]
  }

  /// The sum of the points of a player's achievements; null without any.
  func score(of player: Int) throws -> Value {
    .optional(
      try Int.fetchOne(
        database,
        prepared: """
          SELECT sum(worth) FROM earned JOIN achievements ON achievements.id = achievementId
          WHERE playerId = ?
          """, arguments: [player]))
  }

  /// The oldest achievement that the client has not acknowledged; false if there is none.
  func unseen(of player: Int) throws -> Value {
    let row = try Row.fetchOne(
      database,
      prepared: """
        SELECT achievements.* FROM earned JOIN achievements ON achievements.id = achievementId
        WHERE playerId = ? AND isSeen = 0 ORDER BY moment, id LIMIT 1
        """, arguments: [player])
    guard let row else { return false }
    return [
      "achievementid": .integer(row["id"]), "title": .string(row["title"]),
      "description": .string(row["description"]), "worth": .integer(row["worth"]),
      "imagefile": .string(row["image"]),
    ]
  }

  /// A level that the client has not acknowledged; 0 if there is none.
  func unseenLevel(of player: Player?) -> Value {
    guard let player, !player.levelSeen else { return 0 }
    return [
      "playerid": .integer(player.number), "playerlevel": .integer(player.level),
      "rewardstring": .string(Experience.reward(at: player.level)),
    ]
  }

  /// `ackachievement`: the client has shown the achievement.
  func acknowledge() throws -> Value? {
    guard let achievement = context.form.integer("achievementid"), achievement > 0 else {
      return nil
    }
    try database.execute(
      prepared: "UPDATE earned SET isSeen = 1 WHERE playerId = ? AND achievementId = ?",
      arguments: [context.me, achievement])
    return 1
  }

  /// `acklevel`: the client has shown the level.
  func acknowledgeLevel() throws -> Value {
    try database.execute(
      prepared: "UPDATE players SET levelSeen = 1 WHERE id = ?", arguments: [context.me])
    return 1
  }
}
