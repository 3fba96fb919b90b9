import GameTesting
import Testing

@testable import MinesweeperGame

/// Digests of games that were saved by earlier versions.
@Suite("Digests of saved games")
struct DigestTests {
  @Test(
    arguments: [
      (
        "easy", 5,
        [
          ("", 0xA580_3BF6), ("flag 1 1", 0xBF9B_8B5E),
          (
            "reveal 5 5 layout=.....*.../*.*....../........*/........./........./*......../.**....../"
              + "........./*.*..*...", 0x5A71_8F97
          ),
          ("mark 1 3", 0x0068_AE5C),
        ]
      ),
      (
        "layout=..*/.../...", 1,
        [
          ("", 0xA20D_7C39), ("flag 1 3", 0x40F4_B8C9), ("reveal 2 2", 0x4BBA_69FE),
          ("chord 2 2", 0x6DAF_FFEB),
        ]
      ),
      (
        "custom rows=8 cols=30 mines=24", 3,
        [("", 0xA747_32AF), ("reveal 2 2", 0xB85C_6FEA), ("resign", 0x468F_9943)]
      ),
      ("hard first=open guess=no", 11, [("", 0x3AD1_7170), ("reveal 3 4", 0x44C6_1578)]),
    ] as [(String, UInt64, [(String, UInt32)])])
  func `Every line leads to the digest that its file has`(
    words: String, seed: UInt64, lines: [(String, UInt32)]
  ) throws {
    var match = try Match(words, seed: seed)
    for (line, digest) in lines {
      try match.play(line)
      #expect(match.fileDigest == digest, "after `\(line)`")
    }
  }
}
