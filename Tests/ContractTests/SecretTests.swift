import ParlorKit
import Testing

@testable import ParlorEngine

/// What a game hides is in no reply before its end.
struct SecretTests {
  @Test(arguments: Contestants.hidden)
  func `no secret leaks`(game: any Game) {
    for seed in [7_654_321_987, 8_123_456_789_012] {
      #expect(Secrets.leaks(of: game, seed: seed, moves: 12) == [])
    }
  }

  /// The check itself: it finds a view that tells.
  @Test func `a view that tells is found`() {
    let leaks = Secrets.leaks(of: Vault(tells: true), seed: 7_654_321_987, moves: 6)
    #expect(leaks.isSuperset(of: ["state", "show", "log"]))
    let others = Secrets.leaks(of: Vault(), seed: 7_654_321_987, moves: 6)
    #expect(others.isDisjoint(with: ["state", "show", "games", "legal", "rules", "help"]))
  }

  /// Where nothing is hidden, seeds may be shown, and are.
  @Test func `games that hide nothing are not meant`() {
    for game in Contestants.all where !game.definition.traits.contains(.hidesDraws) {
      #expect(Secrets.leaks(of: game, seed: 7_654_321_987, moves: 1).contains("log"))
    }
  }
}
