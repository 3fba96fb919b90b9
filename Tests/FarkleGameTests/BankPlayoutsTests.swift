import GameTesting
import ParlorKit
import Testing

@testable import FarkleGame

@Suite("Whole games between bots bank=POINTS")
struct BankPlayoutsTests {
  private static let players: [[Int]] = [
    [300], [300, 500], [50, 1000, 250], [400, 300, 350, 450],
  ]

  private func options(_ text: String) throws -> GameConfiguration<FarkleRules> {
    try Farkle().configuration("Ann \(text)")
  }

  @Test(arguments: RandomGameTests.rules)
  func `They are the games that the bots play move by move`(rules: String) throws {
    var configuration = try options(rules)
    for points in Self.players {
      for seats in points.count...(points.count + 1) {
        configuration.arguments = (0..<seats).map { .word("P\($0)") }
        let bots = points.map { "bank=\($0)" }
        let limit = points.count == 3 ? 400 : 20_000
        let playouts = Farkle().playouts(configuration, bots: bots, limit: limit)
        guard let playouts else {
          #expect(configuration.options.isPhysical || configuration.options.duplicate)
          continue
        }
        let choices = points.map { BankBot.bot.choice(.integer($0)) }
        for seed in 0..<40 as Range<UInt64> {
          configuration.seed = seed &* 0x9E37_79B9_7F4A_7C15 >> 11
          let slow = try Farkle.playout(
            Farkle(), configuration, from: nil, limit: limit, choices: choices)
          guard let fast = try playouts(configuration.seed) else {
            #expect(slow.moves == limit)
            continue
          }
          #expect(fast.isLike(slow) && fast.digest == slow.digest, "\(bots), seed \(seed)")
        }
      }
    }
  }

  @Test(arguments: [["random"], ["bank=300", "best"], ["bank"], ["bank=x"]])
  func `Other bots make their moves one by one`(bots: [String]) throws {
    #expect(Farkle().playouts(try options(""), bots: bots, limit: 1000) == nil)
  }
}
