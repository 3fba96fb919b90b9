import GameCatalog
import ParlorEngine
import Platform
import TestKit
import Testing

/// Games that an earlier version of the program saved, with their final states as it showed them.
///
/// Every version loads the games of those before it: do not change these files.
struct SavedGameTests {
  private static let folder =
    #filePath.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/Saved"

  /// The text of a file of the folder.
  private static func read(_ name: String) throws -> String {
    String(decoding: try FileSystem.read("\(folder)/\(name)"), as: UTF8.self)
  }

  /// The lines of a saved game without the checksum of the whole file, which earlier versions did not
  /// write.
  private static func withoutSum(_ text: String) -> [Substring] {
    text.split(separator: "\n").filter {
      !$0.hasPrefix("# checked by the sum") && !$0.hasPrefix("# sum ")
    }
  }

  /// `load` checks the digest after every line; what is saved again shows the same lines and
  /// digests.
  @Test(arguments: [
    // Saved before 0.2.0.
    "counter-empty-start", "counter-many-players", "farkle-minimal-solo", "farkle-overtime",
    "farkle-patch-eight", "farkle-physical", "farkle-standard", "farkle-ten", "mastermind-hidden",
    "mastermind-lost", "mastermind-secret", "mastermind-solved", "minesweeper-custom-lost",
    "minesweeper-easy-won", "minesweeper-first-open", "minesweeper-layout",
    "minesweeper-no-guessing",
    // Saved by 0.3.0.
    "farkle-duplicate", "farkle-fair", "farkle-joined", "minesweeper-fair",
  ])
  func `loads as it was`(name: String) throws {
    let folder = try TemporaryFolder()
    let session = TestSession(GameCatalog.games, folder: folder) {
      $0.files = FileAccess(reading: Self.folder, writing: folder.path)
    }
    let reply = session.run(Array("load \(name).parlor".utf8))
    #expect(reply.code == nil, "\(String(decoding: reply.text, as: UTF8.self))")
    #expect(session.say("state") + "\n" == (try Self.read("\(name).json")))
    session.say("save again.parlor")
    #expect(
      try Self.withoutSum(folder.text("again.parlor"))
        == Self.withoutSum(Self.read("\(name).parlor")))
  }

  /// One digit of one digest is changed.
  @Test func `an altered game is found`() throws {
    let folder = try TemporaryFolder()
    let saved = try Self.read("farkle-physical.parlor")
    let altered = saved.replacing("=1F938CCA", with: "=1F938CCB")
    #expect(altered != saved)
    try FileSystem.write(Array(altered.utf8), to: "\(folder.path)/altered.parlor")
    let session = TestSession(GameCatalog.games, folder: folder)
    #expect(session.run(Array("load altered.parlor".utf8)).code != nil)
  }
}
