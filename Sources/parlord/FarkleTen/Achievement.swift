/// Something that a player can be proud of, once.
struct Achievement: Sendable {
  /// Its number, which clients know. From 1000 on they are wins of tournaments.
  let id: Int
  /// What it is called.
  let title: String
  /// What it takes.
  let description: String
  /// The points that it adds to the player's achievement score.
  let worth: Int

  /// The points of winning a tournament.
  static let tournamentWorth = 35

  /// The file of its picture.
  var image: String { id < 1000 ? "ach_\(id).png" : "tournament\((id - 1000) % 3 + 1).png" }

  /// Every achievement that stands from the beginning.
  static let all: [Achievement] = [
    (1, "Veni", "Win 5 games", 5), (2, "Vidi", "Win 25 games", 10),
    (3, "Vici", "Win 50 games", 15),
    (4, "High Roller", "Score 1000 in one round", 10),
    (5, "Mega Roller", "Score 2500 in one round", 15),
    (6, "Insane Roller", "Score 5000 in one round", 30),
    (7, "Beta Tester", "Play before the first release", 5),
    (8, "Farkled", "Farkle", 5), (9, "Rivalry", "Beat the same player 5 times", 5),
    (10, "Beatdown", "Win by 3000 points", 10), (11, "Knock-Out", "Win by 6000 points", 15),
    (12, "What the farkle?", "Farkle on the first roll of a round", 5),
    (13, "Top of the World", "Lead the leaderboard", 10),
    (14, "Company", "Play against 3 friends", 5), (15, "Full House", "Play against 10 friends", 10),
    (16, "Five Thousand", "Score 5000 in ten rounds", 5),
    (17, "Ten Thousand", "Score 10000 in ten rounds", 15),
    (18, "Twelve and a Half", "Score 12500 in ten rounds", 30),
    (19, "Hot Dice", "Set all six dice aside", 5), (20, "Last Die", "Roll one die and score", 5),
    (21, "Three Pairs", "Set aside three pairs", 5), (22, "Straight", "Set aside a straight", 5),
    (23, "Two Triplets", "Set aside two triplets", 10), (24, "Hundred", "Win 100 games", 20),
    (25, "Two Hundred", "Win 200 games", 25), (26, "Facebook", "Connect with Facebook", 5),
    (27, "Ten Farkles", "Farkle 10 times", 5), (28, "Fifty Farkles", "Farkle 50 times", 10),
    (29, "A Hundred Farkles", "Farkle 100 times", 15),
    (30, "Feud", "Beat the same player 15 times", 10),
    (31, "Nemesis", "Beat the same player 50 times", 20), (32, "Level 10", "Reach level 10", 5),
    (33, "Level 20", "Reach level 20", 10), (34, "Level 30", "Reach level 30", 15),
    (35, "Level 40", "Reach level 40", 20), (36, "Level 50", "Reach level 50", 25),
    (37, "Level 60", "Reach level 60", 30), (38, "Thousand", "Win 1000 games", 50),
    (39, "Sociable", "Play 5 different players", 5),
    (40, "Popular", "Play 20 different players", 10),
    (41, "Famous", "Play 50 different players", 20),
    (42, "Six of a Kind", "Set aside six alike", 10),
    (43, "Six Ones", "Set aside six ones", 20),
    (44, "Perfect Game", "Play ten rounds without a farkle", 20),
    (45, "Holidays", "Play on 24 or 25 December", 5), (46, "Contestant", "Play in a tournament", 5),
    (47, "Advancing", "Win a round of a tournament", 10), (48, "Level 100", "Reach level 100", 50),
  ].map { Achievement(id: $0.0, title: $0.1, description: $0.2, worth: $0.3) }
}
