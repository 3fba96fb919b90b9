import GameTesting
import ParlorKit
import Testing

@testable import FarkleGame

@Suite("Whole games between bots bank=POINTS and best")
struct FarklePlayoutsTests {
  private static let bots: [[String]] = [
    ["bank=300"], ["bank=300", "bank=500"], ["bank=50", "bank=1000", "bank=250"],
    ["bank=400", "bank=300", "bank=350", "bank=450"], ["best"], ["bank=350", "best"],
  ]

  private func options(_ text: String) throws -> GameConfiguration<FarkleRules> {
    try Farkle().configuration("Ann \(text)")
  }

  @Test(arguments: RandomGameTests.rules)
  func `They are the games that the bots play move by move`(rules: String) throws {
    var configuration = try options(rules)
    for bots in Self.bots {
      for seats in bots.count...(bots.count + 1) {
        configuration.arguments = (0..<seats).map { .word("P\($0)") }
        let limit = bots.count == 3 ? 400 : 20_000
        let playouts = Farkle().playouts(configuration, bots: bots, limit: limit)
        guard let playouts else {
          #expect(
            configuration.options.isPhysical || configuration.options.duplicate
              || bots.contains("best") && seats != 2)
          continue
        }
        let choices = bots.map { bot in
          BankBot.points(of: bot).map { BankBot.bot.choice(.integer($0)) }
            ?? FarkleAdviser.bestBot.choice(.integer(0))
        }
        for seed in 0..<40 as Range<UInt64> {
          configuration.seed = seed &* 0x9E37_79B9_7F4A_7C15 >> 11
          let slow = try Farkle.playout(
            Farkle(), configuration, from: nil, limit: limit, choices: choices)
          guard let fast = try playouts(configuration.seed) else {
            #expect(slow.moves == limit, "\(bots), seed \(seed)")
            continue
          }
          #expect(fast.isLike(slow) && fast.digest == slow.digest, "\(bots), seed \(seed)")
        }
      }
    }
  }

  @Test(arguments: [["random"], ["bank=300", "max"], ["bank"], ["bank=x"]])
  func `Other bots make their moves one by one`(bots: [String]) throws {
    #expect(Farkle().playouts(try options(""), bots: bots, limit: 1000) == nil)
  }
}
