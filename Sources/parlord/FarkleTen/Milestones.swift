/// Which achievements a number brings.
enum Milestones {
  /// For so many wins.
  static func wins(_ count: Int) -> [Int] {
    reached(count, [(5, 1), (25, 2), (50, 3), (100, 24), (200, 25), (1000, 38)])
  }

  /// For a round of so many points.
  static func round(_ score: Int) -> [Int] { reached(score, [(1000, 4), (2500, 5), (5000, 6)]) }

  /// For a total of ten rounds.
  static func total(_ score: Int) -> [Int] {
    reached(score, [(5000, 16), (10_000, 17), (12_500, 18)])
  }

  /// For winning by so many points.
  static func margin(_ points: Int) -> [Int] { reached(points, [(3000, 10), (6000, 11)]) }

  /// For so many farkles.
  static func farkles(_ count: Int) -> [Int] { reached(count, [(10, 27), (50, 28), (100, 29)]) }

  /// For beating one player so often.
  static func rivalry(_ count: Int) -> [Int] { reached(count, [(5, 9), (15, 30), (50, 31)]) }

  /// For playing so many players.
  static func opponents(_ count: Int) -> [Int] { reached(count, [(5, 39), (20, 40), (50, 41)]) }

  /// For playing so many friends.
  static func friends(_ count: Int) -> [Int] { reached(count, [(3, 14), (10, 15)]) }

  /// For reaching levels.
  static func levels(_ levels: [Int]) -> [Int] {
    let ids = [10: 32, 20: 33, 30: 34, 40: 35, 50: 36, 60: 37, 100: 48]
    return levels.compactMap { ids[$0] }
  }

  /// For dice that were set aside together: three pairs, a straight, two triplets, six alike.
  static func dice(_ faces: [Int]) -> [Int] {
    guard faces.count == 6 else { return [] }
    let counts = (1...6).map { face in faces.count { $0 == face } }.filter { $0 > 0 }.sorted()
    return switch counts {
    case [1, 1, 1, 1, 1, 1]: [22]
    case [2, 2, 2]: [21]
    case [3, 3]: [23]
    case [6]: faces[0] == 1 ? [42, 43] : [42]
    default: []
    }
  }

  private static func reached(_ number: Int, _ steps: [(Int, Int)]) -> [Int] {
    steps.filter { number >= $0.0 }.map(\.1)
  }
}
