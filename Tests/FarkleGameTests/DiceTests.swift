import GameTesting
import ParlorKit
import Testing

@testable import FarkleGame

@Suite("Dice")
struct DiceTests {
  @Test
  func `Dice keep their order, counts forget it`() throws {
    let dice = try #require(Dice([1, 5, 5, 2, 3, 6]))
    #expect(Array(dice) == [1, 5, 5, 2, 3, 6])
    #expect(dice.count == 6)
    #expect(Array(dice.counts.ascending) == [1, 2, 3, 5, 5, 6])
    #expect(dice.counts.count == 6)
    #expect(dice.counts[5] == 2)
    #expect(written { dice.write(to: &$0) } == "1 5 5 2 3 6")
    #expect(written { dice.counts.write(to: &$0) } == "1 2 3 5 5 6")
    #expect(written { Dice().write(to: &$0) }.isEmpty)
  }

  @Test
  func `Only up to six faces from 1 to 6 are dice`() {
    #expect(Dice([7]) == nil)
    #expect(Dice([0]) == nil)
    #expect(Dice([1, 1, 1, 1, 1, 1, 1]) == nil)
    #expect(DiceCounts([1, 2, 9]) == nil)
    #expect(Dice([])?.isEmpty == true)
  }

  @Test
  func `Every set has a rank of its own`() {
    #expect(DiceCounts.all.count == DiceCounts.ranks)
    #expect(Set(DiceCounts.all).count == DiceCounts.ranks)
    #expect(Set(DiceCounts.all.map { $0.rank(DiceCounts.rankTables) }) == Set(0..<DiceCounts.ranks))
    #expect(DiceCounts.all.map(\.count) == DiceCounts.all.map(\.count).sorted())
  }

  @Test(arguments: [
    ("1", 1), ("12", 3), ("222", 3), ("112233", 26), ("123456", 63), ("111116", 11),
  ])
  func `The parts of dice come once each, and are contained in them`(dice: String, count: Int) {
    let whole = DiceCounts(dice)
    let parts = Array(whole.parts)
    #expect(parts.count == count)
    #expect(Set(parts).count == count)
    #expect(parts.allSatisfy { whole.contains($0) && !$0.isEmpty })
    #expect(parts.first == whole)
  }

  @Test
  func `Counts of dice contain, add and subtract`() {
    let dice = DiceCounts("1223")
    #expect(dice.contains(DiceCounts("22")))
    #expect(!dice.contains(DiceCounts("222")))
    #expect(!dice.contains(DiceCounts("5")))
    #expect((dice - DiceCounts("12")).digits == "23")
    #expect((dice + DiceCounts("26")).digits == "122236")
    #expect(DiceCounts("2255").exceeding(dice).digits == "55")
    #expect(DiceCounts("222").exceeding(dice).digits == "222")
  }

  @Test
  func `A queue of turns keeps its order`() {
    var queue = TurnQueue([3, 0, 7])
    #expect(queue.count == 3)
    queue.append(5)
    #expect(queue.seats == [3, 0, 7, 5])
    #expect(queue.next() == 3)
    #expect(queue.seats == [0, 7, 5])
    #expect(TurnQueue(0..<8).seats == Array(0..<8))
    var empty = TurnQueue()
    #expect(empty.next() == nil)
  }

  @Test
  func `Moves are small`() { #expect(MemoryLayout<FarkleMove>.stride <= 8) }
}
