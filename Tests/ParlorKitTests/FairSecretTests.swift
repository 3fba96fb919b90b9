import Testing

@testable import ParlorKit

/// The draws of fair games: the formats of the article "Fair chance".
struct FairSecretTests {
  private static let secret = [UInt8](repeating: 0, count: 31) + [1]
  private let fair = FairSecret(FairSecretTests.secret, words: "Ann+Bob")

  private static func text(_ bytes: [UInt8]) -> String {
    bytes.map { UInt64($0).padded(to: 2, radix: 16) }.joined()
  }

  private func dice(_ count: Int, draw: Int) -> [Int] {
    var chance = Chance(fair, draw: draw - 1)
    return (0..<count).map { _ in chance.die() }
  }

  @Test func `hashes are those of FIPS 180`() {
    #expect(
      Self.text(SHA256.digest(of: Array("abc".utf8)))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      Self.text(SHA256.digest(of: []))
        == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    let long = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
    #expect(
      Self.text(SHA256.digest(of: Array(long.utf8)))
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
  }

  @Test func `every length of the last block is padded`() {
    // The hash of the hashes of 0 to 130 bytes, computed with Python's hashlib.
    let all = (0...130).flatMap { SHA256.digest(of: [UInt8](repeating: 0x61, count: $0)) }
    #expect(
      Self.text(SHA256.digest(of: all))
        == "f908a43fc8456c583aacde0fb2627959f8513dc76d0c03979b7f945a7dd78f22")
  }

  @Test func `codes are those of RFC 4231`() {
    #expect(
      Self.text(SHA256.code(Array("Hi There".utf8), key: [UInt8](repeating: 0x0B, count: 20)))
        == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
    #expect(
      Self.text(SHA256.code(Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8)))
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
  }

  @Test func `the dice are those of the test vectors`() {
    #expect(fair.commit == "ec4916dd28fc4c10d78e287ca5d9cc51ee1ae73cbfde08c6b37324cbfaac8bc5")
    #expect(dice(6, draw: 1) == [5, 3, 3, 6, 6, 6])
    #expect(dice(6, draw: 2) == [6, 1, 6, 3, 3, 5])
    #expect(dice(6, draw: 3) == [2, 2, 4, 6, 2, 1])
  }

  @Test func `no dice follow from the published hash`() throws {
    let published = FairSecret(try #require(FairSecret.bytes(of: fair.commit)), words: "Ann+Bob")
    for draw in 1...20 {
      var chance = Chance(published, draw: draw - 1)
      #expect(dice(12, draw: draw) != (0..<12).map { _ in chance.die() })
    }
  }

  @Test func `dice thrown together are those thrown one by one`() {
    for draw in 1...50 {
      for count in 1...8 {
        var chance = Chance(fair, draw: draw - 1)
        let packed = chance.packedDice(count)
        let faces = (0..<count).map { Int(packed >> UInt32(4 * $0) & 0xF) }
        #expect(faces == dice(count, draw: draw))
      }
    }
  }

  @Test func `bytes that would favour some faces are passed over, and blocks follow each other`() {
    var chance = Chance(fair, draw: 6)
    let faces = (0..<200).map { _ in chance.die() }
    var bytes: [UInt8] = []
    for block in 0..<8 {
      bytes += SHA256.code(Array("Ann+Bob:7:\(block)".utf8), key: Self.secret)
    }
    #expect(bytes.contains { $0 >= 252 })
    #expect(faces == Array(bytes.filter { $0 < 252 }.map { Int($0) % 6 + 1 }.prefix(200)))
  }

  @Test(arguments: [2, 20, 255, 256, 257, 400, 1000, 65536, 65537, 1 << 24, 1 << 31])
  func `numbers take the fewest bytes and are below their bound`(_ bound: Int) {
    let size = bound <= 256 ? 1 : bound <= 65536 ? 2 : bound <= 1 << 24 ? 3 : 4
    var chance = Chance(fair, draw: 0)
    let numbers = (0..<60).map { _ in Int(chance.below(UInt32(bound))) }
    var bytes: [Int] = []
    for block in 0..<40 {
      bytes += SHA256.code(Array("Ann+Bob:1:\(block)".utf8), key: Self.secret).map(Int.init)
    }
    var expected: [Int] = []
    let limit = (1 << (8 * size)) / bound * bound
    for start in stride(from: 0, to: bytes.count - size, by: size) where expected.count < 60 {
      let number = bytes[start..<(start + size)].reduce(0) { $0 << 8 | $1 }
      if number < limit { expected.append(number % bound) }
    }
    #expect(numbers == expected)
  }

  @Test func `what the player chooses is part of the draw`() {
    var (one, other, none) = (
      Chance(fair, draw: 0), Chance(fair, draw: 0), Chance(fair, draw: 0)
    )
    one.bind("reveal 4 4")
    other.bind("reveal 4 5")
    none.bind("roll")
    let block = SHA256.code(Array("Ann+Bob:1,4,4:0".utf8), key: Self.secret)
    #expect((0..<20).map { _ in one.below(256) } == block.prefix(20).map(UInt32.init))
    #expect((0..<20).map { _ in other.below(256) } != block.prefix(20).map(UInt32.init))
    #expect(none.die() == 5)
  }

  @Test func `the seed of bots is a code of the secret`() {
    let code = SHA256.code(Array("seed".utf8), key: Self.secret)
    #expect(fair.seed == code.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } >> 11)
    #expect(fair.seed < 1 << 53)
  }

  @Test func `only 64 small digits are a secret`() {
    #expect(FairSecret.bytes(of: fair.text) == Self.secret)
    let digits = String(repeating: "a", count: 64)
    #expect(FairSecret.bytes(of: digits) == [UInt8](repeating: 0xAA, count: 32))
    for wrong in ["", digits.uppercased(), digits + "a", String(digits.dropLast()) + "g"] {
      #expect(FairSecret.bytes(of: wrong) == nil)
    }
  }
}
