import ParlorEngine
import ParlorKit
import Scenarios
import TestKit
import Testing

@testable import Fuzzing

/// Planted bugs are found, shrunk, and written as scenarios.
@Suite struct ShrinkerTests {
  /// The number of lines that suffice to show a mistake: one opens the game, the others put cards.
  private static let maxLines: [Stack.Mistake: Int] = [
    .blank: 3, .emptyLine: 3, .alarm: 3, .forgetfulLog: 2, .countedRefusal: 6, .falseHope: 5,
  ]

  private func finding(_ game: Stack, seed: UInt64) -> FuzzFinding? {
    let run = FuzzRun(games: [game], seed: seed, viewInterval: 5, gameInterval: 10)
    do throws(FuzzFinding) {
      for batch in 0..<20 { _ = try run.batch(batch, lines: 2_000) }
      return nil
    } catch {
      return error
    }
  }

  /// The exit code and the report of a scenario.
  private func outcome(of bytes: [UInt8], _ game: Stack) throws -> (Int32, String) {
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
  func `planted mistakes are shrunk to a few lines`(_ mistake: Stack.Mistake, seed: UInt64) throws {
    let game = Stack(mistake)
    let found = try #require(finding(game, seed: seed))
    let short = Shrinker.shrink(found, games: [game])
    #expect(short.violation.isSimilar(to: found.violation))
    #expect(short.lines.count <= Self.maxLines[mistake] ?? 0)
    #expect(short.lines.first == Array("new stack".utf8))
    #expect(short.seed == 0)
    // A separate game, because the mistake may keep a count that sessions share.
    let bytes = FuzzScenario(of: short, games: [Stack(mistake)], origin: "test").bytes
    let text = String(decoding: bytes, as: UTF8.self)
    let broken = try outcome(of: bytes, Stack(mistake))
    #expect(broken.0 == 1, "\(text)\(broken.1)")
    let mended = try outcome(of: bytes, Stack(nil))
    #expect(mended.0 == 0, "\(text)\(mended.1)")
  }

  @Test func `a finding is a readable scenario`() throws {
    let game = Stack(.forgetfulLog)
    let lines = ["new stack", "put 7"].map { Array($0.utf8) }
    let finding = FuzzFinding(violation: .replayDiffers, seed: 4, lines: lines, reply: [])
    let bytes = FuzzScenario(of: finding, games: [game], origin: "parlor fuzz stack --seed 1").bytes
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        # Replaying the log leads to another state

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

  @Test func `a correct game violates nothing`() { #expect(finding(Stack(nil), seed: 3) == nil) }

  @Test func `a broken promise of a game is a violation`() throws {
    let game = Stack(nil)
    let interpreter = Interpreter(Settings(games: [game]))
    for line in ["new stack", "put 3", "put 4", "undo"] {
      _ = interpreter.transcribe(Array(line.utf8)[...])
    }
    let open = try #require(interpreter.currentGame?.logged)
    #expect(GameContract([game]).violation(in: open) == nil)
    #expect(GameContract([]).violation(in: open) == .replayDiffers)
  }
}
