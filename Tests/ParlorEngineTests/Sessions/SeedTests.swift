import GameCatalog
import ParlorEngine
import TestKit
import Testing

/// Which seeds the games of a session have.
struct SeedTests {
  private func session(_ seed: Int?, folder: TemporaryFolder? = nil) -> TestSession {
    TestSession(GameCatalog.games, folder: folder) { $0.seed = seed }
  }

  /// The seed of a new game of Farkle, which says it.
  private func seed(_ session: TestSession) throws -> Int {
    let reply = session.say("new farkle Ann")
    let words = reply.split(whereSeparator: \.isWhitespace)
    let place = try #require(words.firstIndex(of: "Seed"))
    return try #require(Int(words[place + 1].dropLast()))
  }

  /// From the seed of a game nothing follows for the next one.
  @Test func `games of a person draw their seeds`() throws {
    let session = session(nil)
    let seeds = try (0..<20).map { _ in try seed(session) }
    #expect(Set(seeds).count == 20)
    #expect(seeds.allSatisfy { 0...Seed.max ~= $0 })
    // One in a million tests would fail.
    #expect(seeds.contains { $0 > 1 << 52 } && seeds.contains { $0 < 1 << 52 })
    #expect(zip(seeds, seeds.dropFirst()).allSatisfy { $1 != $0 + 1 })
    #expect(session.say("seed") == "Each game draws its own seed.")
    session.say("set format json")
    #expect(session.say("seed").contains(#"{"type":"seed","seed":null}"#))
  }

  @Test func `an explicit seed counts up`() throws {
    let session = session(nil)
    session.say("seed 7")
    #expect(try [seed(session), seed(session)] == [7, 8])
    #expect(session.say("seed") == "The next game has seed 9.")
    #expect(try [seed(self.session(0)), seed(self.session(3))] == [0, 3])
  }

  /// A recording says the seeds that were drawn, so that it passes as a scenario.
  @Test func `recordings have the seeds`() throws {
    let folder = try TemporaryFolder()
    let session = session(nil, folder: folder)
    session.run(
      "record a.scenario", "new farkle Ann", "roll", "seed", "new mastermind", "guess 1 2 3 4",
      "new farkle Bob seed=5", "new", "roll", "mode", "record off")
    let lines = try folder.lines("a.scenario")
    let other = self.session(0)
    for (index, line) in lines.enumerated() where line.hasPrefix("> ") {
      let reply = other.say(String(line.dropFirst(2)))
      let expected = lines[(index + 1)...].prefix { !$0.hasPrefix("> ") }
      if expected != ["..."] { #expect(reply == expected.joined(separator: "\n"), "\(line)") }
    }
    #expect(lines.count { $0.hasPrefix("> seed ") } == 3)
  }
}
