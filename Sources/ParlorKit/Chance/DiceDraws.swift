/// The dice of the draws of a game, in the order of the draws: those of ``Chance/packedDice(_:)``, in
/// half the time.
///
/// ``Philox4x32`` counts, so the blocks of several draws can be computed side by side, in the lanes of
/// vectors.
@usableFromInline
package struct DiceDraws {
  /// A number of 32 bits for each of four draws; the upper halves are zero.
  @usableFromInline typealias Lanes = SIMD4<UInt64>

  @usableFromInline let seed: UInt64
  /// The number of the next draw.
  @usableFromInline var draw = 0
  /// The faces of six dice of four draws, four bits each, the first die lowest; with the highest bit
  /// if a word may have to be drawn again.
  @usableFromInline var faces = Lanes()

  /// - Parameter seed: the seed of the game.
  @inlinable package init(seed: UInt64) { self.seed = seed }

  /// The dice of the next draw.
  ///
  /// - Parameter count: the number of dice, 1 to 6.
  /// - Returns: the faces, four bits each, the first die lowest.
  @inlinable @inline(__always) package mutating func next(_ count: Int) -> UInt32 {
    if draw & 3 == 0 { fill() }
    // A lane that is chosen at run time is read from memory, without a copy of all.
    let place = 8 &* (draw & 3)
    let faces = withUnsafeBytes(of: &faces) { $0.load(fromByteOffset: place, as: UInt64.self) }
    draw &+= 1
    if faces >> 63 == 1 { return drawAgain(count) }
    return UInt32(truncatingIfNeeded: faces) & ((1 &<< UInt32(truncatingIfNeeded: 4 &* count)) &- 1)
  }

  /// The dice of the last draw, word by word.
  @inlinable @inline(never) func drawAgain(_ count: Int) -> UInt32 {
    var chance = Chance(seed: seed, draw: draw - 1)
    return chance.packedDice(count)
  }

  /// Computes the faces of the next four draws.
  @inlinable @inline(never) mutating func fill() {
    let (first, second) = (block(0), block(1))
    let dice = (
      first.0.die, first.1.die, first.2.die, first.3.die, second.0.die, second.1.die
    )
    let doubt =
      dice.0.doubt | dice.1.doubt | dice.2.doubt | dice.3.doubt | dice.4.doubt | dice.5.doubt
    faces = dice.0.face | (dice.1.face &<< 4) | (dice.2.face &<< 8) | (dice.3.face &<< 12)
    faces |= (dice.4.face &<< 16) | (dice.5.face &<< 20)
    faces &+= Lanes(repeating: 0x11_1111)
    faces |= doubt & Lanes(repeating: 1 << 63)
  }

  /// A block of each of the next four draws, in the lower halves.
  @inlinable @inline(__always) func block(_ number: UInt64) -> (Lanes, Lanes, Lanes, Lanes) {
    let first = UInt64(truncatingIfNeeded: draw)
    // The counter: block, draw, and zeros.
    var c0 = Lanes(repeating: number)
    var c1 = Lanes(first, first &+ 1, first &+ 2, first &+ 3)
    var (c2, c3) = (Lanes(), Lanes())
    var (k0, k1) = (seed & 0xFFFF_FFFF, seed >> 32)
    @inline(__always) func mix() {
      let p0 = c0.word &* Lanes(repeating: 0xD251_1F53)
      let p1 = c2.word &* Lanes(repeating: 0xCD9E_8D57)
      (c0, c1, c2, c3) = (
        (p1 &>> 32) ^ c1 ^ Lanes(repeating: k0), p1,
        (p0 &>> 32) ^ c3 ^ Lanes(repeating: k1), p0
      )
      k0 = (k0 &+ 0x9E37_79B9) & 0xFFFF_FFFF
      k1 = (k1 &+ 0xBB67_AE85) & 0xFFFF_FFFF
    }
    // Ten rounds, whose upper halves are of no use. The compiler sees that products take the lower ones, and uses
    // one instruction for two products, without clearing the upper ones before.
    mix(); mix(); mix(); mix(); mix()
    mix(); mix(); mix(); mix(); mix()
    return (c0, c1, c2, c3)
  }
}

extension SIMD4<UInt64> {
  /// The lower halves.
  @inlinable @inline(__always) var word: Self { self & SIMD4(repeating: 0xFFFF_FFFF) }

  /// Dice from words: the faces, less 1, and numbers whose highest bit tells that the word may have to
  /// be drawn again.
  @inlinable @inline(__always) var die: (face: Self, doubt: Self) {
    let product = word &* SIMD4(repeating: 6)
    return (product &>> 32, product.word &- SIMD4(repeating: 6))
  }
}
