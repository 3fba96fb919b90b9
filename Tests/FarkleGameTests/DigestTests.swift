import GameTesting
import ParlorKit
import Testing

@testable import FarkleGame

@Suite("Digests")
struct DigestTests {
  @Test
  func `Names, rules and every move change the digest; the seed does not`() throws {
    let lines = ["roll 1 5 5 2 3 6", "hold 1", "hold 5", "bank", "roll 5 1 5 2 3 6", "resign"]
    var seen: Set<UInt64> = []
    var match = try Match()
    seen.insert(match.digest)
    for line in lines {
      try match.play(line)
      #expect(seen.insert(match.digest).inserted, "after \(line)")
    }
    #expect(seen.insert(try Match("Ann Bo").digest).inserted)
    #expect(seen.insert(try Match("Ann Bob", "rules=flat").digest).inserted)
    #expect(seen.insert(try Match("Ann Bob", "defend=on").digest).inserted)
    #expect(try Match(seed: 8).digest == Match(seed: 9).digest)
  }

  @Test
  func `The order of the dice on the table and who was there first matter`() throws {
    var one = try Match()
    var other = try Match()
    try one.play("roll 1 2 3 4 6 6")
    try other.play("roll 6 2 3 4 1 6")
    #expect(one.digest != other.digest)
  }
}
