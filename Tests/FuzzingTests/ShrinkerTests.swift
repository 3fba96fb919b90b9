import Language
import ParlorKit
import Platform
import Scenarios
import TestKit
import Testing

@testable import Fuzzing

/// Faults that were planted are found, cut down, and written as scenarios.
@Suite struct ShrinkerTests {
  /// The most lines that show a mistake: one that opens the game, two or three cards.
  private static let most: [Stack.Mistake: Int] = [
    .blank: 3, .emptyLine: 3, .alarm: 3, .forgetfulLog: 2, .countedRefusal: 5, .falseHope: 5,
  ]

  private func failure(_ game: Stack, seed: UInt64) -> FuzzFailure? {
    let run = FuzzRun(games: [game], seed: seed, thoroughness: 5, wholeness: 10)
    do throws(FuzzFailure) {
      for batch in 0..<20 { _ = try run.batch(batch, lines: 2_000) }
      return nil
    } catch {
      return error
    }
  }

  /// Whether a scenario passes, and what is said of it.
  private func verdict(on bytes: [UInt8], _ game: Stack) throws -> (Int32, String) {
    let folder = try TemporaryFolder()
    try folder.add("found.scenario", bytes)
    let runner = ScenarioRunner { folder in
      var settings = Settings(games: [game])
      settings.capabilities = .local
      settings.files = .scratch(reading: folder)
      return Interpreter(settings)
    }
    let report = runner.run([folder.path])
    var text = TextWriter()
    report.write(to: &text)
    return (report.exitCode, text.string)
  }

  @Test(arguments: Stack.Mistake.allCases, [1, 2])
  func plantedMistakes(_ mistake: Stack.Mistake, seed: UInt64) throws {
    let game = Stack(mistake)
    let found = try #require(failure(game, seed: seed))
    let short = Shrinker.shrink(found, games: [game])
    #expect(short.fault.isLike(found.fault))
    #expect(short.lines.count <= Self.most[mistake] ?? 0)
    #expect(short.lines.first == Array("new stack".utf8))
    #expect(short.seed == 0)
    // A game of its own, as the mistake may be one that games of this kind share.
    let bytes = FuzzScenario(of: short, games: [Stack(mistake)], origin: "test").bytes
    let text = String(decoding: bytes, as: UTF8.self)
    let broken = try verdict(on: bytes, Stack(mistake))
    #expect(broken.0 == 1, "\(text)\(broken.1)")
    let mended = try verdict(on: bytes, Stack(nil))
    #expect(mended.0 == 0, "\(text)\(mended.1)")
  }

  @Test func theScenarioIsReadable() throws {
    let game = Stack(.forgetfulLog)
    let lines = ["new stack", "put 7"].map { Array($0.utf8) }
    let failure = FuzzFailure(fault: .replayDiffers, seed: 4, lines: lines, reply: [])
    let bytes = FuzzScenario(of: failure, games: [game], origin: "parlor fuzz stack --seed 1").bytes
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        # The replay of the log leads to another state

        Found by `parlor fuzz stack --seed 1`.

        > seed 4
        > new stack
        > put 7
        ...
        > save fuzz.parlor
        ...
        > load fuzz.parlor
        ...

        """)
  }

  @Test func aSoundGameHasNoFault() { #expect(failure(Stack(nil), seed: 3) == nil) }

  @Test func anUndoThatIsNotUndone() throws {
    let game = Stack(nil)
    let interpreter = Interpreter(Settings(games: [game]))
    for line in ["new stack", "put 3", "put 4", "undo"] {
      _ = interpreter.transcribe(Array(line.utf8)[...])
    }
    let open = try #require(interpreter.currentGame)
    #expect(GameContract([game]).fault(in: open) == nil)
    #expect(GameContract([]).fault(in: open) == .replayDiffers)
  }
}
