extension DiceCounts {
  /// Every non-empty part of these dice, each once, these dice themselves first.
  var parts: Parts { Parts(whole: bits, rest: bits) }

  /// The non-empty parts of some dice, from the whole downwards.
  struct Parts: Sequence, IteratorProtocol {
    fileprivate let whole: UInt32
    fileprivate var rest: UInt32

    mutating func next() -> DiceCounts? {
      guard rest != 0 else { return nil }
      let part = DiceCounts(bits: rest)
      // Count down as a mileometer does: a count that falls below 0 goes back to its highest.
      let lower = rest &- 1
      let below = ((lower & 0x888888) &>> 3) &* 15
      rest = (lower & ~below) | (whole & below)
      return part
    }
  }

  /// Every set of up to six dice, 924 with the empty one, smaller sets first.
  static let all: [DiceCounts] = {
    var sets = [DiceCounts()]
    var start = 0
    for _ in 1...6 {
      let smaller = sets[start...]
      start = sets.count
      for set in smaller {
        // A die is added only after those that it does not precede, so no set comes up twice.
        let highest = (1...6).last { set[$0] > 0 } ?? 1
        for face in highest...6 {
          var larger = set
          larger.insert(face)
          sets.append(larger)
        }
      }
    }
    return sets
  }()
}
