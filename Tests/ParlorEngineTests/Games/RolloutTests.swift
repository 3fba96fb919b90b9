import GameCatalog
import ParlorKit
import Simulation
import TestKit
import Testing

@testable import ParlorEngine

/// What `rollout` finds, and what it must not tell.
struct RolloutTests {
  private func session(_ lines: [String], seed: Int = 0) -> Session {
    let session = Session(games: GameCatalog.games, seed: seed)
    for line in lines { #expect(session.code(of: line) == nil, "\(line)") }
    return session
  }

  private func rollout(
    _ session: Session, _ games: Int, _ moves: [String] = [], bot: String? = nil, seed: Int? = nil
  ) throws -> RolloutReport {
    let game = try #require(session.interpreter.currentGame?.logged)
    let moves = try moves.map { AmendingMove.call(try game.kind.call(of: Array($0.utf8)[...])) }
    return try game.rollout(RolloutRequest(games: games, moves: moves, bot: bot, seed: seed)) {
      false
    }
  }

  /// The exact values are those of `hint`, which other tests compare with programs in C and C++.
  @Test(arguments: [
    ["new farkle Ann Bob target=500 dice=physical"],
    ["new farkle Ann Bob target=500 dice=physical", "points 300", "roll 1 5 5 2 3 6", "hold 1"],
    ["new farkle Ann Bob target=1000 dice=physical", "points 550", "points 700"],
    [
      "new farkle Ann Bob dice=physical", "points 9700", "points 9800", "roll 1 2 2 2 3 4",
      "hold 2 2 2",
    ],
    ["new farkle Ann target=500 dice=physical"],
    ["new farkle Ann Bob Cy dice=physical", "points 9750", "points 9550", "points 9950"],
  ])
  func `means are the exact values, and the order is the exact one where it is clear`(
    _ lines: [String]
  ) throws {
    let session = session(lines)
    let report = try rollout(session, 300)
    let game = try #require(session.interpreter.currentGame?.logged)
    let advice = try #require(try game.adviser?.advise { false })
    #expect(advice.estimate == nil)
    for (place, line) in report.lines.enumerated() {
      let exact = try #require(advice.moves.first { $0.move == line }).value
      // 3.5 standard errors: the intervals of two moves err together.
      let mean = report.figures.mean(of: place)
      let reach = (mean.interval.upperBound - mean.interval.lowerBound) / 2 / 1.96 * 3.5
      #expect(abs(mean.mean - exact) < reach, "\(line): \(mean), exactly \(exact)")
    }
    if report.figures.isSeparated {
      #expect(report.lines[report.figures.ranking[0]] == advice.moves.first?.move)
    }
  }

  /// At 9,750, 9,550 and 9,950, a bank of 250 hands the game to the others.
  @Test func `a clear difference ends the games early`() throws {
    let session = session([
      "new farkle Ann Bob Cy dice=physical", "points 9750", "points 9550", "points 9950",
      "roll 2 2 2 5 3 4", "hold 2 2 2 5",
    ])
    let report = try rollout(session, 1000, ["bank", "roll"])
    #expect(report.figures.isSeparated && report.figures.games == 100)
    #expect(report.figures.ranking == [1, 0])
  }

  /// 1,296 codes are found with 5,625 guesses, and 208 of them fit this answer.
  @Test func `the mean of the guesses is the exact one`() throws {
    let session = session(["new mastermind secret=\"1 3 4 5\"", "guess 1 1 2 2"])
    let report = try rollout(session, 150)
    let game = try #require(session.interpreter.currentGame?.logged)
    let advice = try #require(try game.adviser?.advise { false })
    #expect(advice.estimate == nil && report.measure == .metric("guesses"))
    for (place, line) in report.lines.enumerated() {
      let exact = try #require(advice.moves.first { $0.move == line }).value
      #expect(report.figures.mean(of: place).interval.contains(exact))
    }
  }

  /// Four codes fit and two guesses are left: one guess tells them apart, another may be the code.
  @Test func `a game that can be lost by a limit is played to be won`() {
    let session = TestSession(GameCatalog.games)
    session.run("new mastermind guesses=4 secret=\"1 1 1 5\"", "guess 1 1 1 1", "guess 2 3 4 5")
    let text = session.say("rollout 400 guess 1 1 1 5 or guess 1 1 2 4")
    #expect(text.contains("`guess 1 1 2 4` is better"), "\(text)")
    #expect(text.contains("100.00 %"), "\(text)")
  }

  @Test func `equal draws make the interval of a difference narrower`() throws {
    let session = session(["new farkle Ann Bob target=500 dice=physical", "roll 1 5 5 2 3 6"])
    let report = try rollout(session, 200, ["hold 1", "hold 1 5"], seed: 1)
    #expect(try #require(report.figures.gain(of: 1, to: 0)) > 1.2)
  }

  // MARK: - Privacy

  @Test func `it knows neither the secret nor the draws to come`() throws {
    let reports = try ["1 3 4 5", "1 4 5 6"].map { secret in
      let session = session(["new mastermind secret=\"\(secret)\"", "guess 1 1 2 2"])
      let report = try rollout(session, 20, ["guess 1 3 4 5", "guess 1 1 1 3"], bot: "consistent")
      return report.fields
    }
    #expect(reports[0] == reports[1])
    let seeds = try [1, 2].map { seed in
      let session = session(["new farkle Ann Bob target=500 seed=\(seed)"])
      return try rollout(session, 20, bot: "bank=300", seed: 5).fields
    }
    #expect(seeds[0] == seeds[1])
  }

  @Test(arguments: ["new minesweeper easy", "new counter"])
  func `a game that cannot be played on is refused`(_ line: String) {
    #expect(session([line]).code(of: "rollout") == .notNow)
  }

  // MARK: - Rules of advice

  @Test func `it is a hint: neither logged nor drawn from the game, and refused without advice`()
    throws
  {
    let session = session(["new farkle Ann Bob target=500 seed=3"])
    let game = try #require(session.interpreter.currentGame?.logged)
    let digest = game.digest
    #expect(session.code(of: "rollout 10 by=bank=300") == nil)
    #expect(game.table.isAssisted && game.moveCount == 0 && game.digest == digest)
    #expect(session.code(of: "roll") == nil)
    let other = self.session(["new farkle Ann Bob target=500 seed=3", "roll"])
    #expect(other.interpreter.currentGame?.logged?.digest == game.digest)
    for line in ["set advice off"] { #expect(session.code(of: line) == nil) }
    #expect(session.code(of: "rollout 10") == .notNow)
  }

  @Test func `the bots at the seats play on, and for people the best one`() throws {
    let session = session(["new farkle Ann Bob target=500", "seat Bob bank=300"])
    #expect(try rollout(session, 4).bots == ["best", "bank=300"])
    #expect(try rollout(session, 4, bot: "random").bots == ["random", "random"])
    #expect(try rollout(session, 4, bot: "medium").bots == ["bank=300", "bank=300"])
  }

  @Test(arguments: [
    "rollout 1", "rollout 2000000", "rollout seed=x", "rollout by=nobody", "rollout hold 1",
    "rollout roll or nothing", "rollout roll or bank", "rollout score",
  ])
  func `what makes no sense is refused`(_ line: String) {
    #expect(session(["new farkle Ann Bob target=500"]).code(of: line) != nil)
  }

  @Test(arguments: [
    (["new farkle Ann Bob target=500", "roll 1 5 5 2 3 6", "hold 1"], "bank or roll 1 1 1 1 1"),
    (["new farkle Ann Bob Cy target=500"], "roll or player leave Bob"),
    (["new farkle Ann target=500", "roll 1 5 5 2 3 6", "hold 1"], "bank or roll or resign"),
    (["new mastermind", "guess 1 1 2 2"], "guess 1 2 3 4 or resign"),
  ])
  func `what is no choice of the player, or has no result, is not compared`(
    _ lines: [String], _ moves: String
  ) {
    #expect(session(lines).code(of: "rollout 2 \(moves)") == .illegalMove)
  }

  @Test func `moves stand between or, with options before and after them`() {
    let session = session(["new farkle Ann Bob target=500 dice=physical", "roll 1 5 5 2 3 6"])
    for line in [
      "rollout 2 hold 1", "rollout seed=4 by=random hold 1 or hold 1 5",
      "rollout 3 hold 1 or hold 5 by=bank=300 seed=2",
    ] {
      #expect(session.code(of: line) == nil, "\(line)")
    }
  }
}
