/// Philox4x32-10: a keyed, counter-based generator. Equal key and counter give equal numbers, on
/// every machine and for ever.
///
/// Source: Salmon, Moraes, Dror, Shaw, "Parallel Random Numbers: As Easy as 1, 2, 3", SC11,
/// section 3.3; constants and test vectors from Random123 (`kat_vectors`).
public struct Philox4x32: Sendable {
  /// Four words of 32 bits.
  public typealias Block = (UInt32, UInt32, UInt32, UInt32)

  /// The key.
  public let key: (UInt32, UInt32)

  /// A generator with a key.
  @inlinable
  public init(key: (UInt32, UInt32)) { self.key = key }

  /// The block of a counter.
  @inlinable
  public func block(_ counter: Block) -> Block {
    var (c0, c1, c2, c3) = counter
    var (k0, k1) = key
    for _ in 0..<10 {
      let p0 = UInt64(c0) &* 0xD251_1F53
      let p1 = UInt64(c2) &* 0xCD9E_8D57
      (c0, c1, c2, c3) = (
        UInt32(truncatingIfNeeded: p1 >> 32) ^ c1 ^ k0, UInt32(truncatingIfNeeded: p1),
        UInt32(truncatingIfNeeded: p0 >> 32) ^ c3 ^ k1, UInt32(truncatingIfNeeded: p0)
      )
      k0 = k0 &+ 0x9E37_79B9
      k1 = k1 &+ 0xBB67_AE85
    }
    return (c0, c1, c2, c3)
  }
}

extension UInt64 {
  /// A number that looks random, another for each number: a step of SplitMix64.
  ///
  /// Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.
  @inlinable package var mixed: UInt64 {
    var mixed = self &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
