import Testing

@testable import ParlorKit

/// The hash that keys the draws of programs at seats.
struct SipHashTests {
  private static let key: (UInt64, UInt64) = (0x0706_0504_0302_0100, 0x0F0E_0D0C_0B0A_0908)

  /// The test vector of appendix A of the paper, and the first ones of the authors' reference code.
  @Test(
    arguments: [
      (0, 0x726F_DB47_DD0E_0E31), (1, 0x74F8_39C5_93DC_67FD), (8, 0x93F5_F579_9A93_2462),
      (15, 0xA129_CA61_49BE_45E5),
    ] as [(UInt8, UInt64)])
  func `hashes are those of the published vectors`(count: UInt8, hash: UInt64) {
    #expect(SipHash.hash(bytes: Array(0..<count), key: Self.key) == hash)
  }

  @Test func `words are bytes little endian`() {
    let bytes: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 0, 0, 0]
    #expect(
      SipHash.hash(words: [0x0807_0605_0403_0201, 9], key: Self.key)
        == SipHash.hash(bytes: bytes, key: Self.key))
  }

  /// Neither the seed nor the key of the game's draws or of its bots is in what a program gets.
  @Test func `programs get no key of the game`() {
    var keys: Set<UInt64> = []
    for seed in UInt64(0)..<50 {
      for moves in 0..<20 {
        let key = Chance.forProgram(seed: seed, moves: moves).key
        #expect(key == Chance.forProgram(seed: seed, moves: moves).key)
        #expect(key.draw == 0 && key.epoch == 0)
        keys.insert(key.seed)
        #expect(key.seed ^ Chance.forBot(seed: seed, moves: moves).key.seed ^ seed > 1 << 32)
      }
    }
    #expect(keys.count == 1000)
    #expect(
      Chance.forProgram(seed: nil, moves: 0).key != Chance.forProgram(seed: nil, moves: 0).key)
  }
}
