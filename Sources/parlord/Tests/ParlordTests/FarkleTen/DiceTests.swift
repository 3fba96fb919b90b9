import Testing

@testable import parlord

/// Which dice can be set aside, and what they score.
@Suite struct DiceTests {
  @Test(arguments: [
    ([1, 1, 1, 1, 1, 1], 4000), ([1, 1, 1, 1, 1], 3000), ([2, 2, 2, 2, 2], 600),
    ([2, 2, 2, 2, 2, 2], 2500), ([1, 2, 3, 4, 5, 6], 1000), ([2, 2, 3, 3, 4, 4], 750),
    ([2, 2, 2, 3, 3, 3], 2500), ([2, 2, 2, 2, 3, 3], 750), ([1, 1, 2, 2, 2, 2], 750),
    ([2, 3, 4, 6, 2, 3], 0), ([1, 2], 100), ([5], 50), ([], 0),
  ])
  func `dice score as in Farkle Ten`(_ faces: [Int], _ score: Int) {
    #expect(TenRules.score(of: faces) == score)
  }

  @Test func `dice that do not score can be set aside with others`() throws {
    var set = DiceSet(hand: 1, rolled: [1, 2, 3, 4, 6, 6])
    try set.setAside([1, 2, 0, 0, 0, 0])
    #expect(set.score == 100 && set.kept == [1, 2])
  }

  @Test(arguments: [
    [1, 5, 0, 0, 0, 0], [1, 1, 1, 1, 1, 1], [0, 1, 0, 0, 0, 0], [10, 2, 0, 0, 0, 0],
    [1, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0], [7, 0, 0, 0, 0, 0], [-1, 2, 0, 0, 0, 0],
  ])
  func `dice that were not rolled cannot be set aside`(_ saved: [Int]) {
    var set = DiceSet(hand: 1, rolled: [1, 2, 3, 4, 6, 6])
    #expect(throws: SelectionError.self) { try set.setAside(saved) }
    #expect(set.score == 0)
  }

  @Test func `empty places stay empty`() throws {
    var set = DiceSet(hand: 1, rolled: [0, 1, 1, 1, 2, 3])
    #expect(throws: SelectionError.mismatch) { try set.setAside([1, 1, 1, 1, 0, 0]) }
    try set.setAside([0, 1, 1, 1, 0, 0])
    #expect(set.saved == [10, 1, 1, 1, 0, 0] && set.score == 1000 && !set.isHot)
    var last = DiceSet(hand: 1, rolled: [0, 0, 0, 0, 0, 5])
    try last.setAside([10, 10, 10, 10, 10, 5])
    #expect(last.isHot)
  }

  @Test(
    arguments: [
      ([1, 2, 3, 4, 5, 6], [.straight]), ([3, 1, 3, 1, 2, 2], [.threePairs]),
      ([4, 4, 4, 2, 2, 2], [.twoTriplets]), ([5, 5, 5, 5, 5, 5], [.sixOfAKind]),
      ([1, 1, 1, 1, 1, 1], [.sixOfAKind, .sixOnes]), ([1, 1, 1], []), ([2, 2, 2, 2, 3, 3], []),
    ] as [([Int], [Achievement])])
  func `some selections bring achievements`(_ faces: [Int], _ achievements: [Achievement]) {
    #expect(Achievement.forDice(faces) == achievements)
  }
}
