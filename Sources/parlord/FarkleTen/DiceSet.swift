/// One roll of a round with what was set aside of it.
struct DiceSet: Sendable, Equatable {
  /// Which six dice of the round these are; a new hand begins when all six have scored.
  var hand: Int
  /// The faces that fell at the six places; 0 where a die was set aside before.
  var rolled: [Int]
  /// What was set aside at each place: a face, 0 for nothing, 10 for a die set aside before.
  var saved: [Int] = Array(repeating: 0, count: 6)
  /// The points of what was set aside.
  var score = 0

  /// The faces that were set aside of this roll.
  var kept: [Int] { saved.filter { 1...6 ~= $0 } }

  /// Whether the next roll is one of six fresh dice.
  var isHot: Bool { zip(rolled, saved).allSatisfy { $0 == 0 || $0 == $1 } }

  /// Sets dice aside.
  ///
  /// Dice that score nothing may be among them, as long as some score. A face must be the one that
  /// fell, and a place that was emptied before may be written as 10 or 0 but for nothing else.
  ///
  /// - Parameter saved: what the player sends, six numbers.
  mutating func setAside(_ saved: [Int]) throws(SelectionError) {
    guard saved.count == 6 else { throw .mismatch }
    guard saved.contains(where: { 1...6 ~= $0 }) else { throw .nothing }
    for (face, claim) in zip(rolled, saved) {
      let isHonest = face == 0 ? claim == 0 || claim == 10 : claim == 0 || claim == face
      guard isHonest else { throw .mismatch }
    }
    self.saved = zip(rolled, saved).map { $0 == 0 ? 10 : $1 }
    score = TenRules.score(of: kept)
  }
}

/// Why dice cannot be set aside.
enum SelectionError: Error {
  /// None was chosen.
  case nothing
  /// They are not the dice that fell.
  case mismatch
}
