/// One number that tells whether games were played alike: a sum over them, modulo 2^64, so that
/// neither their order nor their portions matter.
package struct Signature: Sendable, Equatable, CustomStringConvertible {
  /// The number.
  package private(set) var value: UInt64 = 0

  /// The signature of no game.
  package init() {}

  /// Adds a game: a hash of its number, the digest of its last state and its number of moves.
  package mutating func add(_ result: MatchResult) {
    var hash = Self.mixed(UInt64(truncatingIfNeeded: result.index))
    hash = Self.mixed(hash ^ result.digest)
    hash = Self.mixed(hash ^ UInt64(truncatingIfNeeded: result.moves))
    value &+= hash
  }

  /// Adds other games.
  package mutating func merge(_ other: Signature) { value &+= other.value }

  /// Sixteen hexadecimal digits.
  package var description: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Spreads a number over all 64 bits. Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom
  /// Number Generators", OOPSLA 2014, figure 14 (`nextSeed` by the golden gamma, then `mix64`
  /// with Stafford's variant 13 as in its published code).
  private static func mixed(_ number: UInt64) -> UInt64 {
    var z = number &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
