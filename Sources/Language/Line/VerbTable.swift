/// Finds a verb among those of a list of declarations by its bytes, without making a string.
struct VerbTable<Target: Sendable>: Sendable {
  /// The bytes of a verb, at most 16, padded with zeros.
  private struct Key: Hashable, Sendable {
    var low: UInt64 = 0
    var high: UInt64 = 0

    init?(_ bytes: some Collection<UInt8>) {
      guard bytes.count <= 16 else { return nil }
      var shift: UInt64 = 0
      for byte in bytes {
        if shift < 64 { low |= UInt64(byte) << shift } else { high |= UInt64(byte) << (shift - 64) }
        shift += 8
      }
    }
  }

  private var targets: [Key: Target] = [:]

  /// Adds a verb; one that stands in the table already is kept.
  mutating func add(_ verb: String, _ target: Target) {
    guard let key = Key(verb.utf8), targets[key] == nil else { return }
    targets[key] = target
  }

  /// What a word means.
  func find(_ word: ArraySlice<UInt8>) -> Target? {
    Key(word).flatMap { targets[$0] }
  }
}
