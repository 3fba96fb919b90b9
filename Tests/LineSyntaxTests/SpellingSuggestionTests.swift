import ParlorKit
import TestKit
import Testing

@testable import LineSyntax

/// Did you mean.
struct SpellingSuggestionTests {
  @Test func `a longer word comes before one that is two edits away`() {
    #expect(
      SpellingSuggestion.nearest(to: "mine", among: ["dice", "minesweeper"]) == ["minesweeper"])
    #expect(SpellingSuggestion.nearest(to: "mine", among: ["mint", "minesweeper"]) == ["mint"])
  }

  @Test(
    arguments: [
      ("rol", ["roll"]), ("orll", ["roll"]), ("rolll", ["roll"]), ("ROLL", []),
      ("hodl", ["hold"]), ("rill", ["roll"]), ("raid", []), ("bakn", ["bank"]), ("bonkx", []),
      ("sve", ["save"]), ("bnak", ["bank"]), ("x", []), ("", []), ("lo", ["log"]),
      ("use", ["use"]), ("usd", ["use"]), ("sake", ["save"]),
    ] as [(String, [String])])
  func `the nearest words are suggested`(word: String, words: [String]) {
    let known = ["roll", "hold", "bank", "save", "load", "log", "use"]
    #expect(SpellingSuggestion.nearest(to: word, among: known) == words)
  }

  @Test func `at most three and the nearest first`() {
    let known = ["abcxy", "abcdx", "abxde", "xbcde", "abcde"]
    #expect(SpellingSuggestion.nearest(to: "abcde", among: known) == ["abcde", "abcdx", "abxde"])
  }

  @Test func `long words are not compared`() {
    let word = String(repeating: "a", count: 33)
    #expect(SpellingSuggestion.nearest(to: word, among: [word]) == [])
  }

  /// The rows of the engine against the definition, on words of few letters.
  @Test(arguments: 0..<20)
  func `distance is that of its definition`(seed: UInt64) {
    var chance = Chance(seed: seed, draw: 1)
    for _ in 0..<20 {
      let (one, other) = (Self.word(&chance), Self.word(&chance))
      let expected = Self.distance(Array(one)[...], Array(other)[...])
      #expect(SpellingSuggestion.distance(one, other) == expected, "\(one) \(other)")
    }
  }

  private static func word(_ chance: inout Chance) -> String {
    String((0..<chance.below(6)).map { _ in ["a", "b", "ç"][Int(chance.below(3))] })
  }

  /// Optimal string alignment, straight from its recurrence.
  private static func distance(
    _ one: ArraySlice<Character>, _ other: ArraySlice<Character>
  ) -> Int {
    guard let a = one.last else { return other.count }
    guard let b = other.last else { return one.count }
    var best = min(distance(one.dropLast(), other), distance(one, other.dropLast())) + 1
    best = min(best, distance(one.dropLast(), other.dropLast()) + (a == b ? 0 : 1))
    if one.count > 1, other.count > 1, a == other.dropLast().last, one.dropLast().last == b {
      best = min(best, distance(one.dropLast(2), other.dropLast(2)) + 1)
    }
    return best
  }
}
