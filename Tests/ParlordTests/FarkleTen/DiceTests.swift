import Testing

@testable import parlord

/// What may be set aside, and what it is worth.
@Suite struct DiceTests {
  @Test(arguments: [
    ([1, 1, 1, 1, 1, 1], 4000), ([1, 1, 1, 1, 1], 3000), ([2, 2, 2, 2, 2], 600),
    ([2, 2, 2, 2, 2, 2], 2500), ([1, 2, 3, 4, 5, 6], 1000), ([2, 2, 3, 3, 4, 4], 750),
    ([2, 2, 2, 3, 3, 3], 2500), ([2, 2, 2, 2, 3, 3], 750), ([1, 1, 2, 2, 2, 2], 750),
    ([2, 3, 4, 6, 2, 3], 0), ([1, 2], 100), ([5], 50), ([], 0),
  ])
  func `dice are worth what they are worth in Farkle Ten`(_ faces: [Int], _ score: Int) {
    #expect(TenRules.score(of: faces) == score)
  }

  @Test func `dice that score nothing may go along`() throws {
    var set = DiceSet(hand: 1, rolled: [1, 2, 3, 4, 6, 6])
    try set.setAside([1, 2, 0, 0, 0, 0])
    #expect(set.score == 100 && set.kept == [1, 2])
  }

  @Test(arguments: [
    [1, 5, 0, 0, 0, 0], [1, 1, 1, 1, 1, 1], [0, 1, 0, 0, 0, 0], [10, 2, 0, 0, 0, 0],
    [1, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0], [7, 0, 0, 0, 0, 0], [-1, 2, 0, 0, 0, 0],
  ])
  func `nobody sets aside dice that did not fall`(_ saved: [Int]) {
    var set = DiceSet(hand: 1, rolled: [1, 2, 3, 4, 6, 6])
    #expect(throws: SelectionError.self) { try set.setAside(saved) }
    #expect(set.score == 0)
  }

  @Test func `places that are empty stay so`() throws {
    var set = DiceSet(hand: 1, rolled: [0, 1, 1, 1, 2, 3])
    #expect(throws: SelectionError.mismatch) { try set.setAside([1, 1, 1, 1, 0, 0]) }
    try set.setAside([0, 1, 1, 1, 0, 0])
    #expect(set.saved == [10, 1, 1, 1, 0, 0] && set.score == 1000 && !set.isHot)
    var last = DiceSet(hand: 1, rolled: [0, 0, 0, 0, 0, 5])
    try last.setAside([10, 10, 10, 10, 10, 5])
    #expect(last.isHot)
  }

  @Test(arguments: [
    ([1, 2, 3, 4, 5, 6], [22]), ([3, 1, 3, 1, 2, 2], [21]), ([4, 4, 4, 2, 2, 2], [23]),
    ([5, 5, 5, 5, 5, 5], [42]), ([1, 1, 1, 1, 1, 1], [42, 43]), ([1, 1, 1], []),
    ([2, 2, 2, 2, 3, 3], []),
  ])
  func `some dice are remembered`(_ faces: [Int], _ achievements: [Int]) {
    #expect(Milestones.dice(faces) == achievements)
  }
}
