/// The scores of combinations of dice. 0 means that a combination does not score.
public struct ScoringOptions: Sendable, Hashable {
  /// Whether a single 1 scores 100 and a single 5 scores 50.
  public var singles = true
  /// The score of three ones, independent of ``multiplier``.
  public var tripleOnes = 1000
  /// The score of three of a kind per pip of the face, except ones.
  public var multiplier = 100
  /// The scores of four, five and six of a kind.
  public var kinds = Kinds.double
  /// The score of 1 2 3 4 5 6.
  public var straight = 1500
  /// The score of three different pairs; four and two of a kind are not three pairs.
  public var pairs = 1500
  /// The score of four of a kind and a pair together.
  public var fourTwo = 0
  /// The score of two triplets together; six of a kind count as two triplets.
  public var triplets = 0

  /// Options; the defaults are those of the preset `standard`.
  init(
    tripleOnes: Int = 1000, kinds: Kinds = .double, straight: Int = 1500, pairs: Int = 1500,
    fourTwo: Int = 0, triplets: Int = 0
  ) {
    self.tripleOnes = tripleOnes
    self.kinds = kinds
    self.straight = straight
    self.pairs = pairs
    self.fourTwo = fourTwo
    self.triplets = triplets
  }

  /// The scores of four, five and six of a kind.
  public enum Kinds: String, Sendable, CaseIterable {
    /// Two, four and eight times the three of a kind.
    case double
    /// Two, three and four times the three of a kind.
    case linear
    /// 1000, 2000 and 3000 for any face.
    case flat
    /// No score of their own.
    case none
  }
}

extension ScoringOptions {
  /// The best total over all ways to divide dice into combinations without a remainder; 0 if there
  /// is none.
  ///
  /// A combination of several faces takes all six dice, so a division either is one of these or
  /// divides each face separately.
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

  /// The scores of dice of one face, by face, then by their number; 0 if they cannot be divided
  /// into singles and kinds.
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

  /// The score of exactly this many dice of a face as one combination.
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

  /// The score of all six dice as one combination of several faces.
  private func together(_ dice: DiceCounts) -> Int {
    // The number of faces that occur once, twice, and so on: four bits each, from the second four
    // up.
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
