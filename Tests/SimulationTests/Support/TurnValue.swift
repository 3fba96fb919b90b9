/// What a turn of Farkle is worth by the standard rules to a player who holds what is worth most
/// and banks from so many points up: an exact sum over all rolls, told apart from the engine.
final class TurnValue {
  /// The points from which the player banks.
  private let goal: Int
  private var known: [[Int]: Double] = [:]

  init(goal: Int) { self.goal = goal }

  /// What comes of a roll: the points of the best hold, the dice it takes, and how many of the
  /// 6^n rolls bring it.
  struct Share {
    var points: Int
    var dice: Int
    var rolls: Int
  }

  /// The shares for one to six dice.
  static let shares: [[Share]] = (0...6).map { count in
    var rolls: [[Int]: Int] = [:]
    forEachRoll(of: count) { faces in rolls[best(of: faces), default: 0] += 1 }
    return rolls.map { Share(points: $0.key[0], dice: $0.key[1], rolls: $0.value) }
      .sorted { ($0.points, $0.dice) < ($1.points, $1.dice) }
  }

  /// The mean of what the player banks in a turn, with points at stake and dice to roll.
  func mean(points: Int = 0, dice: Int = 6) -> Double {
    if let mean = known[[points, dice]] { return mean }
    var sum = 0.0
    var all = 0
    for share in Self.shares[dice] {
      all += share.rolls
      if share.points == 0 { continue }
      let total = points + share.points
      let left = dice - share.dice
      let value = total >= goal ? Double(total) : mean(points: total, dice: left == 0 ? 6 : left)
      sum += value * Double(share.rolls)
    }
    let mean = sum / Double(all)
    known[[points, dice]] = mean
    return mean
  }

  private static func forEachRoll(of count: Int, _ body: ([Int]) -> Void) {
    var faces = [Int](repeating: 1, count: count)
    while true {
      body(faces)
      guard let place = faces.firstIndex(where: { $0 < 6 }) else { return }
      faces[place] += 1
      for lower in 0..<place { faces[lower] = 1 }
    }
  }

  /// The points of the best hold and the least dice that bring them; 0 and 0 for a farkle.
  private static func best(of faces: [Int]) -> [Int] {
    let counts = (1...6).map { face in faces.count { $0 == face } }
    if counts == [1, 1, 1, 1, 1, 1] || counts.count(where: { $0 == 2 }) == 3 { return [1500, 6] }
    var points = 0
    var dice = 0
    for (index, count) in counts.enumerated() {
      let triple = index == 0 ? 1000 : (index + 1) * 100
      let single = index == 0 ? 100 : index == 4 ? 50 : 0
      let score = count >= 3 ? triple << (count - 3) : count * single
      points += score
      dice += score > 0 ? count : 0
    }
    return [points, dice]
  }
}
