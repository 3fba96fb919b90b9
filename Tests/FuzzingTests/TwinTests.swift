import GameCatalog
import ParlorKit
import Testing

@testable import Fuzzing

/// Two games that differ in what is hidden have the same replies.
@Suite struct TwinTests {
  /// In a debug build these take seconds; `scripts/fuzz` and `parlor fuzz --twins` feed more.
  @Test(arguments: [
    ("minesweeper", 5_000), ("mastermind", 4_000), ("farkle", 2_000), ("counter", 2_000),
  ])
  func `no reply of a game tells what is hidden`(name: String, lines: Int) throws {
    let game = try #require(GameCatalog.games.first { $0.definition.name == name })
    let run = TwinRun(game: game, seed: 1)
    var tally = TwinTally()
    var batch = 0
    while tally.lines < lines, batch < 100 {
      do throws(TwinFinding) {
        tally.add(try run.batch(batch, lines: 1_000))
      } catch {
        Self.record(error.shrunk)
        return
      }
      batch += 1
    }
    #expect(tally.lines >= lines)
    // The secrets must differ, or nothing is tested.
    if game.definition.traits.contains(.hidesDraws) {
      #expect(tally.secretPairs * 3 > tally.pairs, "\(tally)")
    }
    #expect(tally.ends[.over, default: 0] < tally.pairs / 2, "\(tally)")
  }

  @Test func `a game that keeps its secret passes`() throws {
    do throws(TwinFinding) {
      let tally = try TwinRun(game: Cups(), seed: 3).batch(0, lines: 15_000)
      #expect(tally.secretPairs > 3, "\(tally)")
    } catch {
      Self.record(error.shrunk)
    }
  }

  @Test(arguments: Cups.Mistake.allCases.filter { $0 != .opening })
  func `a game that tells its secret is found`(mistake: Cups.Mistake) throws {
    let finding = #expect(throws: TwinFinding.self) {
      _ = try TwinRun(game: Cups(mistake), seed: 4).batch(0, lines: 160_000)
    }
    let shrunk = try #require(finding).shrunk
    // What the prompt suggests is compared after every eighth line only.
    let limit = mistake == .detail ? 40 : 6
    #expect(
      shrunk.lines.count <= limit, "\(shrunk.lines.map { String(decoding: $0, as: UTF8.self) })")
    #expect(shrunk.replies.0 != shrunk.replies.1)
  }

  @Test(arguments: [(nil, true), (.opening, false)] as [(Cups.Mistake?, Bool)])
  func `games whose openings differ are no twins`(mistake: Cups.Mistake?, isSound: Bool) {
    let pair = TwinPair(Cups(mistake), guardedSeeds: (1, 2), opening: "new cups Ann Bob")
    #expect(pair.isSound == isSound)
  }

  private static func record(_ finding: TwinFinding) {
    let lines = finding.lines.map { String(decoding: $0, as: UTF8.self) }
    Issue.record("\(finding.logs) \(lines) \(finding.replies)")
  }
}
