import GameTesting
import ParlorKit
import Testing

@testable import FarkleGame

@Suite("Moves at random")
struct SampleTests {
  @Test
  func `Each listed move is as likely as the others`() throws {
    var match = try Match()
    try match.play("roll 1 5 5 2 3 6;hold 1")
    // roll, hold 5 5, hold 5, bank
    var counts: [String: Int] = [:]
    for draw in 0..<4000 {
      var chance = Chance(seed: 3, draw: draw)
      let move = try #require(match.state.sampleMove(chance: &chance))
      counts[match.state.line(of: move), default: 0] += 1
    }
    #expect(Set(counts.keys) == Set(match.legal))
    // Five standard deviations of a binomial distribution.
    #expect(counts.values.allSatisfy { abs($0 - 1000) < 137 }, "\(counts)")
  }

  @Test
  func `With dice of a real table every sample is legal, and games end`() throws {
    for seed in 0..<20 as Range<UInt64> {
      var match = try Match("Ann Bob", "dice=physical target=1000 minimum=330", seed: seed)
      var moves = 0
      while !match.state.isOver {
        var chance = Chance(seed: seed, draw: moves)
        let move = try #require(match.state.sampleMove(chance: &chance))
        _ = try match.make(move)
        moves += 1
      }
      var chance = Chance(seed: seed, draw: moves)
      #expect(match.state.sampleMove(chance: &chance) == nil)
    }
  }
}
