/// The draws of one move: a function of the game's seed, the number of the drawing move and the
/// undo epoch only.
///
/// The words come from ``Philox4x32`` with the seed as its key (low word first) and the counter
/// (block, drawing move's low word, its high word, epoch). Blocks are counted from 0 and their
/// words are used in order. The draws of a fair game come from its secret.
public struct Chance: Sendable {
  @usableFromInline let generator: Philox4x32
  @usableFromInline var draw: UInt64
  @usableFromInline let epoch: UInt32
  @usableFromInline var next: UInt32 = 0
  @usableFromInline var block: Philox4x32.Block = (0, 0, 0, 0)
  /// The secret from which the draws of a fair game follow, in place of the seed.
  @usableFromInline var fair: FairSecret?

  /// The draws of a move.
  ///
  /// - Parameters:
  ///   - seed: the seed of the game.
  ///   - draw: the number of drawing moves before this one.
  ///   - epoch: how often the draws were renewed, by an undo, `amend` or `copy`.
  @inlinable
  public init(seed: UInt64, draw: Int, epoch: UInt32 = 0) {
    generator = Philox4x32(
      key: (UInt32(truncatingIfNeeded: seed), UInt32(truncatingIfNeeded: seed >> 32)))
    self.draw = UInt64(truncatingIfNeeded: draw)
    self.epoch = epoch
  }

  /// Takes the draws with another number than that of the move, for a game whose draws do not follow
  /// the order of its moves. Nothing may have been drawn yet.
  @inlinable
  public mutating func renumber(_ draw: UInt64) { self.draw = draw }

  /// Whether anything was drawn.
  @inlinable
  public var hasDrawn: Bool { next > 0 }

  /// Computes the block of the next word.
  @inlinable
  mutating func fill() {
    block = generator.block(
      (next >> 2, UInt32(truncatingIfNeeded: draw), UInt32(truncatingIfNeeded: draw >> 32), epoch))
  }

  /// The next word.
  @inlinable
  public mutating func word() -> UInt32 {
    if let fair { return fairWord(fair) }
    if next & 3 == 0 { fill() }
    defer { next &+= 1 }
    return switch next & 3 {
    case 0: block.0
    case 1: block.1
    case 2: block.2
    default: block.3
    }
  }

  /// A uniformly random number from 0 to `bound - 1`.
  ///
  /// Source: Lemire, "Fast Random Integer Generation in an Interval", ACM TOMACS 29 (2019),
  /// algorithm 5.
  ///
  /// - Parameter bound: 1 or more.
  @inlinable
  public mutating func below(_ bound: UInt32) -> UInt32 {
    precondition(bound > 0, "a bound is 1 or more")
    if let fair { return fairNumber(below: bound, fair) }
    var product = UInt64(word()) &* UInt64(bound)
    if UInt32(truncatingIfNeeded: product) < bound {
      let threshold = (0 &- bound) % bound
      while UInt32(truncatingIfNeeded: product) < threshold {
        product = UInt64(word()) &* UInt64(bound)
      }
    }
    return UInt32(truncatingIfNeeded: product >> 32)
  }

  /// The face of a die, 1 to `sides`.
  @inlinable
  public mutating func die(sides: Int = 6) -> Int {
    Int(below(UInt32(truncatingIfNeeded: sides))) + 1
  }

  /// Throws up to eight dice with six sides. The faces are those of as many calls of
  /// ``die(sides:)``, in a third of the time.
  ///
  /// - Returns: the faces, four bits each, the first die lowest.
  @inlinable
  public mutating func packedDice(_ count: Int) -> UInt32 {
    var faces: UInt32 = 0
    var thrown = 0
    if next == 0, fair == nil {
      // Use whole blocks unless a word may have to be drawn again: one in 700 million.
      fill()
      if let four = fourDice {
        faces = four
        thrown = min(count, 4)
        next = UInt32(truncatingIfNeeded: thrown)
        if count > 4 {
          fill()
          if let four = fourDice {
            faces |= four &<< 16
            thrown = count
            next = UInt32(truncatingIfNeeded: count)
          }
        }
        faces &= UInt32(truncatingIfNeeded: (1 &<< (4 &* thrown)) &- 1)
      }
    }
    while thrown < count {
      faces |= UInt32(truncatingIfNeeded: die()) &<< UInt32(truncatingIfNeeded: 4 &* thrown)
      thrown += 1
    }
    return faces
  }

  /// The dice of the four words of the block; `nil` if `below` may draw again for one of them.
  @inlinable var fourDice: UInt32? {
    let (a, b) = (UInt64(block.0) &* 6, UInt64(block.1) &* 6)
    let (c, d) = (UInt64(block.2) &* 6, UInt64(block.3) &* 6)
    let least = min(
      min(UInt32(truncatingIfNeeded: a), UInt32(truncatingIfNeeded: b)),
      min(UInt32(truncatingIfNeeded: c), UInt32(truncatingIfNeeded: d)))
    guard least >= 6 else { return nil }
    let faces = a >> 32 | (b >> 32) << 4 | (c >> 32) << 8 | (d >> 32) << 12
    return UInt32(truncatingIfNeeded: faces) &+ 0x1111
  }

  /// Shuffles elements uniformly (Fisher and Yates, as in Knuth, "The Art of Computer Programming",
  /// volume 2, algorithm 3.4.2P).
  @inlinable
  public mutating func shuffle<Element>(_ elements: inout [Element]) {
    for index in elements.indices.dropFirst().reversed() {
      elements.swapAt(index, Int(below(UInt32(truncatingIfNeeded: index + 1))))
    }
  }
}
