import ParlorKit
import Testing

/// The generator against the vectors that were published with it (Random123, `kat_vectors`,
/// `philox4x32 10`).
struct Philox4x32Tests {
  struct Vector: Sendable {
    var counter: [UInt32]
    var key: [UInt32]
    var block: [UInt32]
  }

  static let vectors = [
    Vector(
      counter: [0, 0, 0, 0], key: [0, 0],
      block: [0x6627_E8D5, 0xE169_C58D, 0xBC57_AC4C, 0x9B00_DBD8]),
    Vector(
      counter: [.max, .max, .max, .max], key: [.max, .max],
      block: [0x408F_276D, 0x41C8_3B0E, 0xA20B_C7C6, 0x6D54_51FD]),
    Vector(
      counter: [0x243F_6A88, 0x85A3_08D3, 0x1319_8A2E, 0x0370_7344],
      key: [0xA409_3822, 0x299F_31D0],
      block: [0xD16C_FE09, 0x94FD_CCEB, 0x5001_E420, 0x2412_6EA1]),
  ]

  @Test(arguments: vectors)
  func `blocks are those of the published vectors`(vector: Vector) {
    let (counter, key) = (vector.counter, vector.key)
    let block = Philox4x32(key: (key[0], key[1]))
      .block((counter[0], counter[1], counter[2], counter[3]))
    #expect([block.0, block.1, block.2, block.3] == vector.block)
  }

  /// One bit of the key or the counter changes about half of the bits of the block.
  @Test func `every bit matters`() {
    let base = words(Philox4x32(key: (1, 2)).block((3, 4, 5, 6)))
    for bit in 0..<192 {
      var input: [UInt32] = [1, 2, 3, 4, 5, 6]
      input[bit / 32] ^= 1 << UInt32(bit % 32)
      let block = Philox4x32(key: (input[0], input[1])).block(
        (input[2], input[3], input[4], input[5]))
      let changed = zip(base, words(block)).map { ($0 ^ $1).nonzeroBitCount }.reduce(0, +)
      #expect(35...93 ~= changed, "bit \(bit)")
    }
  }

  private func words(_ block: Philox4x32.Block) -> [UInt32] {
    [block.0, block.1, block.2, block.3]
  }
}
