/// The bytes of a verb, at most 16, padded with zeros.
struct VerbKey: Comparable, Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count <= 16 else { return nil }
    var shift: UInt64 = 0
    for byte in bytes {
      if shift < 64 { low |= UInt64(byte) << shift } else { high |= UInt64(byte) << (shift - 64) }
      shift += 8
    }
  }

  static func < (one: VerbKey, other: VerbKey) -> Bool {
    (one.high, one.low) < (other.high, other.low)
  }
}

/// Finds a verb among those of a list of declarations by its bytes, without making a string.
struct VerbTable<Target: Sendable>: Sendable {
  /// In ascending order.
  private var keys: [VerbKey] = []
  private var targets: [Target] = []

  /// Adds a verb, unless the table has it already.
  mutating func add(_ verb: String, _ target: Target) {
    guard let key = VerbKey(verb.utf8) else { return }
    let place = place(of: key)
    if place < keys.count, keys[place] == key { return }
    keys.insert(key, at: place)
    targets.insert(target, at: place)
  }

  /// What a verb means.
  func find(_ key: VerbKey) -> Target? {
    let place = place(of: key)
    return place < keys.count && keys[place] == key ? targets[place] : nil
  }

  /// The number of keys before a key.
  private func place(of key: VerbKey) -> Int {
    var range = 0..<keys.count
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      range = keys[middle] < key ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}
