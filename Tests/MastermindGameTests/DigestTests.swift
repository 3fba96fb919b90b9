import GameTesting
import Testing

@testable import MastermindGame

/// Digests of games that were saved by earlier versions.
@Suite("Digests of saved games")
struct DigestTests {
  @Test(
    arguments: [
      (
        "", 3,
        [("", 0xF0B9_9306), ("guess 1 1 2 2", 0xBB92_5C6D), ("guess 3 4 5 6", 0x4DCA_35B5)]
      ),
      (
        "slots=3 colors=9 repeats=off guesses=2", 4,
        [("", 0x4460_48B5), ("guess 1 2 3", 0x0165_DA92), ("guess 1 2 4", 0x1722_E9CB)]
      ),
      (
        "secret=\"1 2 3 4\"", 0,
        [("", 0xE738_78BF), ("guess 1 1 1 1", 0x6156_5279), ("resign", 0xDE96_75CB)]
      ),
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
