/// SipHash-2-4: a hash of 64 bits with a key. Hashes without the key reveal neither
/// the key nor other hashes.
///
/// Source: Aumasson, Bernstein, "SipHash: a fast short-input PRF", INDOCRYPT 2012; test vectors
/// from its appendix A.
package struct SipHash: Sendable {
  private var v0, v1, v2, v3: UInt64
  private var length = 0

  /// - Parameter key: the first eight bytes of the key and the last eight, little-endian.
  package init(key: (UInt64, UInt64)) {
    v0 = key.0 ^ 0x736F_6D65_7073_6575
    v1 = key.1 ^ 0x646F_7261_6E64_6F6D
    v2 = key.0 ^ 0x6C79_6765_6E65_7261
    v3 = key.1 ^ 0x7465_6462_7974_6573
  }

  /// The hash of a message of whole words, little-endian.
  package static func hash(words: [UInt64], key: (UInt64, UInt64)) -> UInt64 {
    var hash = SipHash(key: key)
    for word in words { hash.combine(word) }
    return hash.finish(rest: [])
  }

  /// The hash of bytes.
  package static func hash(bytes: [UInt8], key: (UInt64, UInt64)) -> UInt64 {
    var hash = SipHash(key: key)
    var rest = bytes[...]
    while rest.count >= 8 {
      hash.combine(word(rest.prefix(8)))
      rest = rest.dropFirst(8)
    }
    return hash.finish(rest: rest)
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private mutating func combine(_ word: UInt64) {
    length += 8
    v3 ^= word
    mix()
    mix()
    v0 ^= word
  }

  private mutating func finish(rest: ArraySlice<UInt8>) -> UInt64 {
    let total = length + rest.count
    combine(UInt64(truncatingIfNeeded: total) << 56 | Self.word(rest))
    v2 ^= 0xFF
    for _ in 0..<4 { mix() }
    return v0 ^ v1 ^ v2 ^ v3
  }

  private mutating func mix() {
    v0 &+= v1
    v1 = Self.rotate(v1, 13) ^ v0
    v0 = Self.rotate(v0, 32)
    v2 &+= v3
    v3 = Self.rotate(v3, 16) ^ v2
    v0 &+= v3
    v3 = Self.rotate(v3, 21) ^ v0
    v2 &+= v1
    v1 = Self.rotate(v1, 17) ^ v2
    v2 = Self.rotate(v2, 32)
  }

  private static func rotate(_ word: UInt64, _ bits: UInt64) -> UInt64 {
    word << bits | word >> (64 - bits)
  }
}
