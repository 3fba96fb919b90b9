/// Finds a verb among those of a list of declarations by its bytes, without making a string.
struct VerbTable<Target: Sendable>: Sendable {
  /// The bytes of a verb, at most 16, padded with zeros.
  private struct Key: Comparable, Sendable {
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

    static func < (one: Key, other: Key) -> Bool {
      (one.high, one.low) < (other.high, other.low)
    }
  }

  /// In ascending order.
  private var keys: [Key] = []
  private var targets: [Target] = []

  /// Adds a verb, unless the table has it already.
  mutating func add(_ verb: String, _ target: Target) {
    guard let key = Key(verb.utf8) else { return }
    let place = place(of: key)
    if place < keys.count, keys[place] == key { return }
    keys.insert(key, at: place)
    targets.insert(target, at: place)
  }

  /// What a word means.
  func find(_ word: ArraySlice<UInt8>) -> Target? {
    guard let key = Key(word) else { return nil }
    let place = place(of: key)
    return place < keys.count && keys[place] == key ? targets[place] : nil
  }

  /// The number of keys before a key.
  private func place(of key: Key) -> Int {
    var range = 0..<keys.count
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      range = keys[middle] < key ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}
