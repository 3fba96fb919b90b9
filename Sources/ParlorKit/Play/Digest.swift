/// A digest of a state: 64-bit FNV-1a over its parts, folded to 32 bits when read.
///
/// Source: Fowler, Noll, Vo, Eastlake, "The FNV Non-Cryptographic Hash Algorithm", sections 2
/// and 4 (offset basis, prime, xor-folding). Parts are mixed in as bytes, integers as eight bytes
/// with the least first, strings with their length before them.
public struct Digest: Sendable {
  @usableFromInline var hash: UInt64 = 0xcbf2_9ce4_8422_2325

  /// The digest of nothing.
  @inlinable
  public init() {}

  /// Mixes in one byte.
  @inlinable
  public mutating func combine(byte: UInt8) {
    hash = (hash ^ UInt64(byte)) &* Self.prime
  }

  /// Mixes in bytes, without their count.
  package mutating func combine(bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBytes { for byte in $0 { combine(byte: byte) } }
  }

  /// Mixes in an integer.
  @inlinable
  public mutating func combine(_ number: Int) {
    var rest = UInt64(bitPattern: Int64(number))
    // A byte of 0 only multiplies, and most numbers end with many.
    var zeros = 8
    while rest != 0 {
      combine(byte: UInt8(truncatingIfNeeded: rest))
      rest >>= 8
      zeros &-= 1
    }
    if zeros & 1 != 0 { hash &*= Self.prime }
    if zeros & 2 != 0 { hash &*= Self.prime &* Self.prime }
    if zeros & 4 != 0 { hash &*= Self.prime &* Self.prime &* Self.prime &* Self.prime }
    // The eighth power.
    if zeros & 8 != 0 { hash &*= 0x1efa_c709_0aef_4a21 }
  }

  /// The prime of FNV-1a for 64 bits.
  @usableFromInline static var prime: UInt64 { 0x0000_0100_0000_01b3 }

  /// Mixes in a truth value.
  public mutating func combine(_ flag: Bool) { combine(byte: flag ? 1 : 0) }

  /// Mixes in a string.
  public mutating func combine(_ text: String) {
    combine(text.utf8.count)
    for byte in text.utf8 { combine(byte: byte) }
  }

  /// Mixes in numbers, with their count before them.
  public mutating func combine(_ numbers: some Collection<Int>) {
    combine(numbers.count)
    for number in numbers { combine(number) }
  }

  /// Mixes in the hash of another digest; a digest of nothing becomes that digest.
  public mutating func combine(hash other: UInt64) {
    if hash == Digest().hash { hash = other } else { combine(Int(truncatingIfNeeded: other)) }
  }

  /// Mixes in all stored values of a value, one after the other, as `Mirror` lists them: numbers,
  /// truth values and strings as such, everything else by its parts, sets and dictionaries in the
  /// order of their parts' digests, and a value without parts by its description.
  public mutating func combine(valuesOf value: Any) {
    switch value {
    case let number as any BinaryInteger: return combine(Int(truncatingIfNeeded: number))
    case let flag as Bool: return combine(flag)
    case let text as String: return combine(text)
    case let number as Double: return combine(Int(truncatingIfNeeded: number.bitPattern))
    default: break
    }
    let mirror = Mirror(reflecting: value)
    if mirror.children.isEmpty { return combine(String(describing: value)) }
    if mirror.displayStyle == .set || mirror.displayStyle == .dictionary {
      let parts = mirror.children.map { child in
        var digest = Digest()
        digest.combine(valuesOf: child.value)
        return Int(truncatingIfNeeded: digest.full)
      }
      return combine(parts.sorted())
    }
    combine(mirror.children.count)
    for child in mirror.children {
      if mirror.displayStyle == .enum, let label = child.label { combine(label) }
      combine(valuesOf: child.value)
    }
  }

  /// The 64-bit hash.
  @inlinable
  public var full: UInt64 { hash }

  /// The hash folded to 32 bits.
  public var folded: UInt32 { UInt32(truncatingIfNeeded: hash ^ (hash >> 32)) }
}
