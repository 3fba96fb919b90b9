package import ParlorKit

/// Words that lines are made of.
enum Words {
  /// Names of players, ordinary and unusual.
  static let names = [
    "Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "\"Mary Ann\"", "Zoë", "李", "🎲", "a=b",
    "\"\\\"\"", "best", "roll", ">", "error[x]", "(re)", "...",
  ]

  /// Numbers at, near and far beyond the limits of integer types, and near-numbers.
  static let extremes = [
    "0", "-0", "+0", "00", "1", "-1", "+1", "7", "32", "33", "255", "256", "999", "1000", "1001",
    "4096", "65536", "1000000", "1000001", "2147483647", "2147483648", "-2147483648",
    "4294967295", "4294967296", "9007199254740991", "9007199254740992", "9223372036854775807",
    "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
    "18446744073709551615", "18446744073709551616", "99999999999999999999999999999999999999",
    "1e9", "1.5", "0x10", "NaN", "inf", "١٢", "½", "--1", "+-1", "1_000", "1,000",
  ]

  /// Words with a meaning for the line parser, and characters that text must not contain.
  static let syntax = [
    "\"", "\"\"", "\\", "\\\"", "#", "# x", ";", "=", "a=", "=a", "seed=", "seed=-1", "rules=",
    "rules=none", "\"a b\"", "x=\"a b\"", "x=\"", "x=\\", "?", "...", ">", "> roll",
    "error[syntax]: x", "{\"ok\":false}", "=XXXXXXXX",
    "all", "best", "on", "off", "help", "new", "-", "--", "@", "@/etc/passwd", "../..", "*", "\t",
    "\u{1B}[31m", "\u{202E}", "\u{0}", "\u{FEFF}", "e\u{301}", "\r",
  ]

  /// An arbitrary word.
  static func stray(_ chance: inout Chance) -> String {
    switch chance.below(5) {
    case 0, 1: chance.pick(extremes)
    case 2: chance.pick(syntax)
    case 3: chance.pick(names)
    default: String(repeating: chance.pick(["9", "a", "é", "\""]), count: 1 + chance.index(300))
    }
  }
}

extension Parameter.Kind {
  /// A word that fits a parameter of this kind.
  func fittingWord(_ chance: inout Chance) -> String {
    switch self {
    case .literal(let word): word
    case .integer(let range): String(chance.number(in: range))
    case .die(let sides): String(chance.die(sides: max(sides, 1)))
    case .choice(let words): words.isEmpty ? "" : chance.pick(words)
    case .name: chance.pick(Words.names)
    case .file: chance.pick(["none.parlor", "/dev/null", "examples", "\"a b\""])
    case .word: chance.pick(["roll", "new", "farkle", "x", "log", "same"])
    case .duration: chance.pick(["10s", "+1.5s", "2m", "1h", "0s", "+0.001s"])
    case .secret: "secret"
    }
  }
}

extension Parameter {
  /// As many words as the parameter takes, at most seven more than it needs.
  func words(
    _ chance: inout Chance, _ word: (Parameter.Kind, inout Chance) -> String
  ) -> [String] {
    let maxCount = min(count.upperBound, count.lowerBound + 7)
    let count = count.lowerBound + chance.index(maxCount - count.lowerBound + 1)
    return (0..<count).map { _ in word(kind, &chance) }
  }
}

extension OptionDeclaration {
  /// A value, which fits the option three times out of four.
  func word(_ chance: inout Chance) -> String {
    if chance.isOne(in: 4) { return Words.stray(&chance) }
    return switch kind {
    case .integer(let range): String(chance.number(in: range))
    case .integers(let values): values.isEmpty ? "0" : String(chance.pick(values))
    case .points(let range): chance.isOne(in: 4) ? "off" : String(chance.number(in: range))
    case .choice(let values): values.isEmpty ? "" : chance.pick(values)
    case .flag: chance.pick(["on", "off"])
    case .text(let limit): "\"" + String(repeating: "x ", count: chance.index(limit)) + "\""
    }
  }
}

/// Random choices. They use the same generator as the draws of games, so that a seed gives the same
/// lines on every machine.
extension Chance {
  /// A random element of a non-empty array.
  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[index(elements.count)]
  }

  /// A random number from 0 to `count` - 1; 0 if `count` is 0.
  package mutating func index(_ count: Int) -> Int {
    count < 2 ? 0 : Int(below(UInt32(clamping: count)))
  }

  /// True with a probability of 1 in `count`.
  package mutating func isOne(in count: Int) -> Bool { index(count) == 0 }

  /// A random number of a range. Each end has a probability of at least 1/8.
  package mutating func number(in range: ClosedRange<Int>) -> Int {
    switch below(8) {
    case 0: return range.lowerBound
    case 1: return range.upperBound
    default:
      // If a range has no upper limit, only the state knows one: small numbers fit best.
      let upper = range.upperBound == .max ? range.lowerBound &+ 15 : range.upperBound
      let width = UInt64(bitPattern: Int64(upper &- range.lowerBound))
      let offset = width == .max ? wide() : wide() % (width + 1)
      return range.lowerBound &+ Int(truncatingIfNeeded: offset)
    }
  }

  /// A random byte.
  package mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: word()) }

  private mutating func wide() -> UInt64 { UInt64(word()) << 32 | UInt64(word()) }
}
