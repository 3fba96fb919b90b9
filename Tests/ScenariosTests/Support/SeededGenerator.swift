import ParlorKit

/// A generator that gives the same numbers in every run.
struct SeededGenerator: RandomNumberGenerator {
  private var chance: Chance

  init(seed: UInt64) { chance = Chance(seed: seed, draw: 0) }

  mutating func next() -> UInt64 { UInt64(chance.word()) << 32 | UInt64(chance.word()) }
}
