import ParlorKit
import Testing

/// Digests against the published vectors of FNV-1a, 64 bits.
struct DigestTests {
  @Test(
    arguments: [
      ("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("b", 0xAF63_DF4C_8601_F1A5),
      ("foo", 0xDCB2_7518_FED9_D577), ("foobar", 0x8594_4171_F739_67E8),
      ("chongo was here!\n", 0x4681_0940_EFF5_F915),
    ] as [(String, UInt64)])
  func publishedVectors(text: String, hash: UInt64) {
    var digest = Digest()
    for byte in text.utf8 { digest.combine(byte: byte) }
    #expect(digest.full == hash)
    #expect(digest.folded == UInt32(hash >> 32) ^ UInt32(hash & 0xFFFF_FFFF))
  }

  /// Integers are eight bytes, the least first; strings and lists have their length before them.
  @Test func partsAreBytes() {
    let parts: [(combine: (inout Digest) -> Void, bytes: [UInt8])] = [
      ({ $0.combine(0x0102) }, [2, 1, 0, 0, 0, 0, 0, 0]),
      ({ $0.combine(-2) }, [254, 255, 255, 255, 255, 255, 255, 255]),
      ({ $0.combine(Int.min) }, [0, 0, 0, 0, 0, 0, 0, 128]),
      ({ $0.combine(true) }, [1]),
      ({ $0.combine(false) }, [0]),
      ({ $0.combine("é") }, [2, 0, 0, 0, 0, 0, 0, 0, 0xC3, 0xA9]),
      ({ $0.combine([3]) }, [1, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0]),
      ({ $0.combine([] as [Int]) }, [0, 0, 0, 0, 0, 0, 0, 0]),
    ]
    for part in parts {
      var (digest, expected) = (Digest(), Digest())
      part.combine(&digest)
      for byte in part.bytes { expected.combine(byte: byte) }
      #expect(digest.full == expected.full, "\(part.bytes)")
    }
  }

  @Test func whereOnePartEndsMatters() {
    var (one, other) = (Digest(), Digest())
    one.combine("ab")
    one.combine("c")
    other.combine("a")
    other.combine("bc")
    #expect(one.full != other.full)
  }
}
