import ParlorKit
import Synchronization

@testable import parlord

extension RandomSource {
  /// Random numbers that are the same in every run.
  static func numbered(_ seed: UInt64 = 1) -> RandomSource {
    let count = Counter()
    return RandomSource(
      chance: { Chance(seed: seed, draw: count.next()) },
      bytes: { size in
        var chance = Chance(seed: seed &+ 1, draw: count.next())
        return (0..<size).map { _ in UInt8(chance.below(256)) }
      })
  }
}

/// Counts from 0.
private final class Counter: Sendable {
  private let count = Mutex(0)

  func next() -> Int {
    count.withLock { count in
      defer { count += 1 }
      return count
    }
  }
}
