package import ParlorKit

/// How many lines were fed, and what became of them.
package struct FuzzTally: Sendable, Equatable {
  /// Lines that were accepted.
  package var accepted = 0
  /// Lines that were refused, by code.
  package var refused: [ErrorCode: Int] = [:]

  /// An empty tally.
  package init() {}

  /// All lines.
  package var lines: Int { refused.values.reduce(accepted, +) }

  /// Counts one line.
  package mutating func count(_ code: ErrorCode?) {
    if let code { refused[code, default: 0] += 1 } else { accepted += 1 }
  }

  /// Adds another tally.
  package mutating func add(_ other: FuzzTally) {
    accepted += other.accepted
    refused.merge(other.refused, uniquingKeysWith: +)
  }
}
