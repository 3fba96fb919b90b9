package import ParlorKit

/// A way to make random lines.
package struct LineStrategy: Sendable {
  package let name: String
  /// How often the strategy is used, relative to the weights of all strategies.
  package let weight: Int
  package let make: @Sendable (Vocabulary, inout Chance) -> [UInt8]

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

  /// A random strategy, chosen by weight.
  package static func pick(_ chance: inout Chance) -> LineStrategy {
    var point = chance.index(totalWeight)
    for strategy in all {
      if point < strategy.weight { return strategy }
      point -= strategy.weight
    }
    return all[0]
  }

  private static let totalWeight = all.reduce(0) { $0 + $1.weight }

  /// A valid line with one to four mutations.
  private static func mutated(_ vocabulary: Vocabulary, _ chance: inout Chance) -> [UInt8] {
    var line = vocabulary.validLine(&chance)
    let other = vocabulary.opening(&chance)
    for _ in 0...chance.index(4) where !line.isEmpty {
      chance.pick(Mutation.all).apply(&line, other, &chance)
    }
    return line
  }

  private static func bytes(_ vocabulary: Vocabulary, _ chance: inout Chance) -> [UInt8] {
    (0..<chance.index(64)).map { _ in chance.byte() }
  }

  /// A verb followed by arbitrary words.
  private static func words(_ vocabulary: Vocabulary, _ chance: inout Chance) -> [UInt8] {
    let verb = vocabulary.command(&chance)?.verb ?? "roll"
    let words = (0..<chance.index(12)).map { _ in Words.stray(&chance) }
    return Array(([verb] + words).joined(separator: " ").utf8)
  }

  /// A line near the maximum length, or far beyond it.
  private static func long(_ vocabulary: Vocabulary, _ chance: inout Chance) -> [UInt8] {
    let lengths = [4_094, 4_095, 4_096, 4_097, 4_098, 5_000, 70_000]
    let length = chance.pick(lengths)
    let unit = chance.isOne(in: 2) ? Words.stray(&chance) + " " : chance.pick(["1 ", "x", "\""])
    var line = vocabulary.validLine(&chance) + [UInt8(ascii: " ")]
    while line.count < length { line.append(contentsOf: unit.utf8) }
    return Array(line.prefix(length))
  }

  /// Repeated prefixes: numbers before verbs, commands in commands, quotes in quotes.
  private static func nested(_ vocabulary: Vocabulary, _ chance: inout Chance) -> [UInt8] {
    let prefix = chance.pick(["source ", "echo ", "1 ", "2147483648 ", "\"", "; ", "x="])
    let depth = 1 + chance.index(24)
    return Array(String(repeating: prefix, count: depth).utf8) + vocabulary.validLine(&chance)
  }
}

/// A small change of a line.
struct Mutation: Sendable {
  /// Changes a non-empty line in place. The second line is a source of other parts.
  let apply: @Sendable (inout [UInt8], [UInt8], inout Chance) -> Void

  /// All mutations; each has the same probability.
  static let all = [flip, replace, insert, remove, truncate, repeatPart, swap, splice, word]

  static let flip = Mutation { line, _, chance in
    line[chance.index(line.count)] ^= 1 << UInt8(chance.index(8))
  }

  private static let replace = Mutation { line, _, chance in
    line[chance.index(line.count)] = chance.byte()
  }

  private static let insert = Mutation { line, _, chance in
    line.insert(chance.byte(), at: chance.index(line.count + 1))
  }

  private static let remove = Mutation { line, _, chance in
    line.remove(at: chance.index(line.count))
  }

  private static let truncate = Mutation { line, _, chance in
    line.removeLast(1 + chance.index(line.count))
  }

  private static let repeatPart = Mutation { line, _, chance in
    let part = Mutation.part(of: line, &chance)
    line.insert(contentsOf: part, at: chance.index(line.count + 1))
  }

  private static let swap = Mutation { line, _, chance in
    line.swapAt(chance.index(line.count), chance.index(line.count))
  }

  private static let splice = Mutation { line, other, chance in
    line.replaceSubrange(chance.index(line.count)..., with: Mutation.part(of: other, &chance))
  }

  private static let word = Mutation { line, _, chance in
    line.append(UInt8(ascii: " "))
    line.append(contentsOf: Words.stray(&chance).utf8)
  }

  private static func part(of line: [UInt8], _ chance: inout Chance) -> ArraySlice<UInt8> {
    let start = chance.index(line.count)
    return line[start...].prefix(1 + chance.index(line.count))
  }
}
