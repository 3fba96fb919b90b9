extension ScoringOptions {
  /// The best total over all ways to divide dice into combinations with no die left over; 0 if
  /// they cannot be so divided.
  ///
  /// A combination of several faces takes all six dice, so a division has one of these alone or
  /// divides each face by itself.
  ///
  /// - Parameter faces: ``scoresByFace``.
  func score(of dice: DiceCounts, faces: [[Int]]) -> Int {
    var apart = 0
    for face in 1...6 where dice[face] > 0 {
      let score = faces[face][dice[face]]
      guard score > 0 else { return together(dice) }
      apart += score
    }
    return max(apart, together(dice))
  }

  /// What so many dice of one face are worth, by face, then by their number; 0 if they cannot be
  /// divided into singles and kinds.
  var scoresByFace: [[Int]] {
    (0...6).map { face in
      (1...6).reduce(into: [0]) { scores, count in
        let divisions = (1...count).map { size in
          let first = kind(of: size, showing: face)
          let rest = scores[count - size]
          return first > 0 && (rest > 0 || size == count) ? first + rest : 0
        }
        scores.append(divisions.max() ?? 0)
      }
    }
  }

  /// What exactly so many dice of a face are worth as one combination.
  private func kind(of size: Int, showing face: Int) -> Int {
    let triple = face == 1 ? tripleOnes : face * multiplier
    return switch (size, kinds) {
    case (1, _): singles ? (face == 1 ? 100 : face == 5 ? 50 : 0) : 0
    case (2, _): 0
    case (3, _): triple
    case (_, .double): triple << (size - 3)
    case (_, .linear): triple * (size - 2)
    case (_, .flat): 1000 * (size - 3)
    case (_, .none): 0
    }
  }

  /// What all six dice are worth as one combination of several faces.
  private func together(_ dice: DiceCounts) -> Int {
    // How many faces come once, twice, and so on: four bits each, from the second four up.
    var shape = 0
    for face in 1...6 where dice[face] > 0 { shape += 1 << (4 * dice[face]) }
    return switch shape {
    case 0x60: straight
    case 0x300: pairs
    case 0x1_0100: fourTwo
    case 0x2000, 0x100_0000: triplets
    default: 0
    }
  }
}
