/// The dice of the draws of a game, in the order of the draws: those of ``Chance/packedDice(_:)``, in
/// half the time.
///
/// ``Philox4x32`` counts, so the blocks of several draws can be computed side by side, in the lanes of
/// vectors: four draws with two blocks each.
@usableFromInline
package struct DiceDraws {
  @usableFromInline typealias Lanes = SIMD8<UInt64>

  @usableFromInline let seed: UInt64
  /// The number of the next draw.
  @usableFromInline var draw = 0
  /// The faces of six dice of four draws, four bits each, the first die lowest; with the highest bit
  /// if a word may have to be drawn again.
  @usableFromInline var faces = SIMD4<UInt64>()

  /// - Parameter seed: the seed of the game.
  @inlinable package init(seed: UInt64) { self.seed = seed }

  /// The dice of the next draw.
  ///
  /// - Parameter count: the number of dice, 1 to 6.
  /// - Returns: the faces, four bits each, the first die lowest.
  @inlinable package mutating func next(_ count: Int) -> UInt32 {
    if draw & 3 == 0 { fill() }
    let faces = faces[draw & 3]
    defer { draw += 1 }
    guard faces >> 63 == 0 else {
      var chance = Chance(seed: seed, draw: draw)
      return chance.packedDice(count)
    }
    return UInt32(truncatingIfNeeded: faces) & ((1 &<< UInt32(truncatingIfNeeded: 4 &* count)) &- 1)
  }

  /// Computes the faces of the next four draws.
  @inlinable mutating func fill() {
    let low = Lanes(repeating: 0xFFFF_FFFF)
    let first = UInt64(truncatingIfNeeded: draw)
    let draws = SIMD4(first, first &+ 1, first &+ 2, first &+ 3)
    // The counter: block, draw, and zeros.
    var c0 = Lanes(lowHalf: SIMD4(repeating: 0), highHalf: SIMD4(repeating: 1))
    var (c1, c2, c3) = (Lanes(lowHalf: draws, highHalf: draws), Lanes(), Lanes())
    var (k0, k1) = (
      UInt32(truncatingIfNeeded: seed), UInt32(truncatingIfNeeded: seed >> 32)
    )
    for _ in 0..<10 {
      let p0 = (c0 & low) &* Lanes(repeating: 0xD251_1F53)
      let p1 = (c2 & low) &* Lanes(repeating: 0xCD9E_8D57)
      (c0, c1, c2, c3) = (
        (p1 &>> 32) ^ c1 ^ Lanes(repeating: UInt64(k0)), p1,
        (p0 &>> 32) ^ c3 ^ Lanes(repeating: UInt64(k1)), p0
      )
      k0 = k0 &+ 0x9E37_79B9
      k1 = k1 &+ 0xBB67_AE85
    }
    let six = Lanes(repeating: 6)
    let (a, b) = ((c0 & low) &* six, (c1 & low) &* six)
    let (c, d) = ((c2 & low).lowHalf &* six.lowHalf, (c3 & low).lowHalf &* six.lowHalf)
    // The highest bit of the difference tells that the lower half is below 6.
    let doubtful = ((a & low) &- six) | ((b & low) &- six)
    let doubt =
      doubtful.lowHalf | doubtful.highHalf
      | ((c & low.lowHalf) &- six.lowHalf) | ((d & low.lowHalf) &- six.lowHalf)
    let two = (a &>> 32) | ((b &>> 32) &<< 4)
    faces =
      (two.lowHalf | ((c &>> 32) &<< 8) | ((d &>> 32) &<< 12) | (two.highHalf &<< 16))
      &+ SIMD4(repeating: 0x111111)
    faces |= doubt & SIMD4(repeating: 1 << 63)
  }
}
