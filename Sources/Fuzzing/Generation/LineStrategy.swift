package import ParlorKit

/// One way to make a line, and how often it is taken.
package struct LineStrategy: Sendable {
  /// What kind of lines it makes.
  package let name: String
  /// Its share among the weights of all strategies.
  package let weight: Int
  /// Makes a line from a vocabulary.
  package let make: @Sendable (Vocabulary, inout Chance) -> [UInt8]

  /// Every strategy. A new kind of line is one more entry.
  package static let all = [
    LineStrategy(name: "legal", weight: 14) { $0.legalLine(&$1) },
    LineStrategy(name: "valid", weight: 34) { $0.validLine(&$1) },
    LineStrategy(name: "stray values", weight: 14) { $0.strayLine(&$1) },
    LineStrategy(name: "opening", weight: 3) { $0.opening(&$1) },
    LineStrategy(name: "mutated", weight: 20, make: mutated),
    LineStrategy(name: "bytes", weight: 6, make: bytes),
    LineStrategy(name: "words", weight: 6, make: words),
    LineStrategy(name: "long", weight: 1, make: long),
    LineStrategy(name: "nested", weight: 2, make: nested),
  ]

  /// The strategy at a point from 0 to ``totalWeight`` - 1.
  package static func pick(_ chance: inout Chance) -> LineStrategy {
    var point = chance.index(totalWeight)
    for strategy in all {
      if point < strategy.weight { return strategy }
      point -= strategy.weight
    }
    return all[0]
  }

  private static let totalWeight = all.reduce(0) { $0 + $1.weight }

  /// A valid line after one to four mutations.
  private static func mutated(_ vocabulary: Vocabulary, _ chance: inout Chance) -> [UInt8] {
    var line = vocabulary.validLine(&chance)
    let other = vocabulary.opening(&chance)
    for _ in 0...chance.index(4) where !line.isEmpty {
      chance.pick(Mutation.all).apply(&line, other, &chance)
    }
    return line
  }

  /// Any bytes at all.
  private static func bytes(_ vocabulary: Vocabulary, _ chance: inout Chance) -> [UInt8] {
    (0..<chance.index(64)).map { _ in chance.byte() }
  }

  /// A verb, or what looks like one, and words that fit nowhere.
  private static func words(_ vocabulary: Vocabulary, _ chance: inout Chance) -> [UInt8] {
    let verb = vocabulary.command(&chance)?.verb ?? "roll"
    let words = (0..<chance.index(12)).map { _ in Words.stray(&chance) }
    return Array(([verb] + words).joined(separator: " ").utf8)
  }

  /// A line about as long as lines may be, or much longer.
  private static func long(_ vocabulary: Vocabulary, _ chance: inout Chance) -> [UInt8] {
    let lengths = [4_094, 4_095, 4_096, 4_097, 4_098, 5_000, 70_000]
    let length = chance.pick(lengths)
    let unit = chance.isOne(in: 2) ? Words.stray(&chance) + " " : chance.pick(["1 ", "x", "\""])
    var line = vocabulary.validLine(&chance) + [UInt8(ascii: " ")]
    while line.count < length { line.append(contentsOf: unit.utf8) }
    return Array(line.prefix(length))
  }

  /// Numbers before verbs, commands inside commands, quotes inside quotes.
  private static func nested(_ vocabulary: Vocabulary, _ chance: inout Chance) -> [UInt8] {
    let prefix = chance.pick(["source ", "echo ", "1 ", "2147483648 ", "\"", "; ", "x="])
    let depth = 1 + chance.index(24)
    return Array(String(repeating: prefix, count: depth).utf8) + vocabulary.validLine(&chance)
  }
}
