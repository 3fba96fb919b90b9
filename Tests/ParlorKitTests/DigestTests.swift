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
  func `digests are those of the published vectors`(text: String, hash: UInt64) {
    var digest = Digest()
    for byte in text.utf8 { digest.combine(byte: byte) }
    #expect(digest.full == hash)
    #expect(digest.folded == UInt32(hash >> 32) ^ UInt32(hash & 0xFFFF_FFFF))
  }

  /// Integers are eight bytes, the least first; strings and lists have their length before them.
  @Test func `parts are bytes`() {
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

  @Test(arguments: 0..<64) func `integers are their bytes`(shift: Int) {
    for number in [1 << shift, 0x0100_8001 << shift, -1 << shift, ~(1 << shift)] {
      var (digest, expected) = (Digest(), Digest())
      digest.combine(number)
      for place in 0..<8 { expected.combine(byte: UInt8(number >> (8 * place) & 0xFF)) }
      #expect(digest.full == expected.full, "\(number)")
    }
  }

  @Test func `where one part ends matters`() {
    var (one, other) = (Digest(), Digest())
    one.combine("ab")
    one.combine("c")
    other.combine("a")
    other.combine("bc")
    #expect(one.full != other.full)
  }

  private func digest(of value: Any) -> UInt64 {
    var digest = Digest()
    digest.combine(valuesOf: value)
    return digest.full
  }

  private struct Pair: Sendable {
    var one = 1
    var other: [String] = ["a"]
    var maybe: Int?
    var kind = Kind.plain
    enum Kind: Sendable { case plain, with(Int), also(Int), empty }
  }

  /// Every stored value counts, however deep.
  @Test func `stored values count`() {
    let pairs = [
      Pair(), Pair(one: 2), Pair(other: []), Pair(other: ["a", "b"]), Pair(other: ["b"]),
      Pair(maybe: 0), Pair(maybe: 1), Pair(kind: .with(1)), Pair(kind: .also(1)),
      Pair(kind: .with(2)), Pair(kind: .empty),
    ]
    #expect(Set(pairs.map { digest(of: $0) }).count == pairs.count)
    #expect(digest(of: Pair()) == digest(of: Pair()))
    #expect(digest(of: [Pair(), Pair(one: 2)]) != digest(of: [Pair(one: 2), Pair()]))
  }

  @Test func `simple values are mixed in as such`() {
    let parts: [(value: Any, combine: (inout Digest) -> Void)] = [
      (7, { $0.combine(7) }), (UInt8(7), { $0.combine(7) }), (true, { $0.combine(true) }),
      ("x", { $0.combine("x") }),
      (0.5, { $0.combine(Int(truncatingIfNeeded: (0.5).bitPattern)) }),
      (Pair.Kind.plain, { $0.combine("plain") }),
    ]
    for part in parts {
      var expected = Digest()
      part.combine(&expected)
      #expect(digest(of: part.value) == expected.full, "\(part.value)")
    }
  }

  /// Sets and dictionaries are the same in whatever order their parts come.
  @Test func `unordered values have no order`() {
    let numbers = Array(0..<50)
    var shuffled = Set<Int>(minimumCapacity: 500)
    for number in numbers.reversed() { shuffled.insert(number) }
    #expect(digest(of: Set(numbers)) == digest(of: shuffled))
    #expect(digest(of: Set(numbers)) != digest(of: Set(numbers.dropLast())))
    var names = [String: Int](minimumCapacity: 500)
    for number in numbers.reversed() { names["\(number)"] = number }
    let same = Dictionary(uniqueKeysWithValues: numbers.map { ("\($0)", $0) })
    #expect(digest(of: names) == digest(of: same))
    names["7"] = 8
    #expect(digest(of: names) != digest(of: same))
  }

  /// A state without a digest of its own has that of its stored values.
  @Test func `states are their stored values`() {
    let state = HeapState(names: ["Ann"], left: 3)
    let others = [
      HeapState(names: ["Bob"], left: 3), HeapState(names: ["Ann"], left: 4),
      HeapState(names: ["Ann"], left: 3, turn: 1), HeapState(names: ["Ann"], left: 3, said: ["x"]),
    ]
    let digests = ([state] + others).map { state in
      var digest = Digest()
      state.combine(into: &digest)
      return digest.full
    }
    #expect(Set(digests).count == 5)
  }
}
