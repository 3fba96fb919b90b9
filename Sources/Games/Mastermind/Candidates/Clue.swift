/// What an answer demands of a code, prepared for the search.
struct Clue: Sendable {
  /// The pegs of the guess; 0 for a colour that the secret is known not to have.
  let bits: UInt64
  /// The colours of the guess without those.
  let tally: Tally
  /// The pegs that must be equal.
  let black: Int
  /// The pegs that must be paired, equal ones included.
  let total: Int

  init(_ answer: Answer, without absent: UInt32) {
    var bits: UInt64 = 0
    for (slot, color) in answer.guess.enumerated() where absent & (1 << UInt32(color)) == 0 {
      bits |= UInt64(truncatingIfNeeded: color) << UInt64(5 * slot)
    }
    self.bits = bits
    tally = Tally(Code(bits: bits))
    black = answer.feedback.black
    total = answer.feedback.black + answer.feedback.white
  }

  /// Whether the first pegs of a code leave it possible to meet the demand.
  ///
  /// - Parameters:
  ///   - prefix: the first pegs of a code.
  ///   - colors: the colours of these pegs.
  ///   - mask: all bits of these pegs.
  ///   - depth: how many they are.
  ///   - rest: how many are still to come.
  @inline(__always)
  func isPossible(
    _ prefix: UInt64, _ colors: Tally, mask: UInt64, depth: Int, rest: Int
  ) -> Bool {
    let equal = depth &- Lanes.countNonzero((bits & mask) ^ prefix)
    guard equal <= black, equal &+ rest >= black else { return false }
    let paired = tally.common(with: colors)
    return paired <= total && paired &+ rest >= total
  }
}
