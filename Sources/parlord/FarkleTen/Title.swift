/// A title that a level brings.
struct Title: Sendable {
  /// The level beyond which it may be worn.
  let level: Int
  /// The words.
  let text: String

  /// Every title, the lowest first.
  static let all: [Title] = [
    (0, ""), (3, "the Prospect"), (6, "the Joker"), (9, "the Princess"), (12, "the Scary Clown"),
    (15, "the Farkled"), (18, "the Average Joe"), (21, "the Wicked"), (24, "the Sexy Lady"),
    (27, "the Gamer"), (30, "the Notorious"), (33, "the Lucky Dog"), (36, "the Veteran"),
    (39, "the Samsquash"), (42, "the Dola"), (45, "the Star"), (48, "the Professional"),
    (51, "the Stud"), (54, "the Dice Master"), (57, "the Chosen One"), (60, "the King of Farkle"),
    (100, "the Centurion"),
  ].map { Title(level: $0.0, text: $0.1) }

  /// The titles that a player of a level may choose from: those of the levels below.
  static func choices(at level: Int) -> [Title] { all.filter { $0.level < level } }
}
