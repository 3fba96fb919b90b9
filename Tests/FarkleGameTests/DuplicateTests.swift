import GameTesting
import ParlorKit
import Testing

@testable import FarkleGame

/// `duplicate=on`. Tests/Peers/duplicate.py draws the dice of whole games from the article.
@Suite("Duplicate games")
struct DuplicateTests {
  /// The dice of a roll, ones of a turn, from the words of the generator.
  private func dice(_ count: Int, turn: UInt32, roll: UInt32, seed: UInt64) -> [Int] {
    let generator = Philox4x32(
      key: (UInt32(truncatingIfNeeded: seed), UInt32(truncatingIfNeeded: seed >> 32)))
    let blocks = [0, 1].map { generator.block(($0, roll, turn, 0)) }
    let words = blocks.flatMap { [$0.0, $0.1, $0.2, $0.3] }
    return words.prefix(count).map { Int((UInt64($0) * 6) >> 32) + 1 }
  }

  private func rolled(_ match: inout Match) throws -> [Int] {
    try match.play("roll")
    guard case .roll(let dice?) = match.log.last?.move else { return [] }
    return Array(dice)
  }

  @Test
  func `Each seat has the same dice, and of fewer dice the first ones`() throws {
    let seed: UInt64 = 0x1_2345_6789
    var match = try Match("Ann Bob Cy", "duplicate=on", seed: seed)
    for turn in 1...3 as ClosedRange<UInt32> {
      for holds in ["best", "all", "best"] {
        var roll: UInt32 = 0
        let seat = match.state.player
        while match.state.player == seat, roll < 2 {
          roll += 1
          let count = match.state.turn.diceToRoll
          #expect(try rolled(&match) == dice(count, turn: turn, roll: roll, seed: seed))
          if match.state.player == seat {
            if (try? match.play("hold \(holds)")) == nil { try match.play("hold best") }
          }
        }
        if match.state.player == seat { try match.play("bank") }
      }
    }
  }

  @Test
  func `A guest has the dice of the round`() throws {
    var match = try Match("Ann", "duplicate=on target=1000000", seed: 5)
    for _ in 0..<3 {
      try match.play("roll")
      if match.state.turn.mustHold {
        try match.play("hold best")
        try match.play("bank")
      }
    }
    #expect(match.state.round == 4)
    let turn = try rolled(&match)
    if match.state.turn.mustHold {
      try match.play("hold best")
      try match.play("bank")
    }
    _ = try match.make(.join("Bob", score: 0))
    let next = try rolled(&match)
    #expect(next != turn)
    if match.state.turn.mustHold {
      try match.play("hold best")
      try match.play("bank")
    }
    #expect(match.state.playerName == "Bob")
    #expect(try rolled(&match) == next)
  }

  @Test
  func `Only a game that is one has another digest`() throws {
    let usual = try Match("Ann Bob")
    #expect(try Match("Ann Bob", "duplicate=off set=").digest == usual.digest)
    #expect(try Match("Ann Bob", "duplicate=on").digest != usual.digest)
    #expect(try Match("Ann Bob", "dice=physical").digest != usual.digest)
    #expect(
      try Match("Ann Bob", "dice=physical set=red").digest
        != Match("Ann Bob", "dice=physical").digest)
  }

  @Test
  func `The options say where they have no effect`() throws {
    #expect(try FarkleRules("duplicate=on").idle.isEmpty)
    #expect(
      try FarkleRules("duplicate=on dice=physical").idle
        == ["duplicate": "has no effect with `dice=physical`"])
    #expect(try FarkleRules("set=red").idle == ["set": "has no effect without `dice=physical`"])
    #expect(try FarkleRules("set=red dice=physical").idle.isEmpty)
  }
}
