import GameCatalog
import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// What `hint`, `show chances` and `review` say of single moves and of all players.
struct AdviceCommandTests {
  private func session(_ lines: [String]) -> Session {
    let session = Session(games: GameCatalog.games)
    for line in lines { #expect(session.code(of: line) == nil, "\(line)") }
    return session
  }

  private func advice(
    _ session: Session, about line: String? = nil
  ) throws -> (advice: Advice<String>, asked: String?) {
    let game = try #require(session.interpreter.currentGame?.logged)
    let asked = try line.map { AmendingMove.call(try game.kind.call(of: Array($0.utf8)[...])) }
    return try #require(try game.adviser?.advise(about: asked) { false })
  }

  @Test func `a hint about a move shows it beside the best one`() throws {
    let session = session([
      "new farkle Ann Bob target=500 final-round=off dice=physical", "roll 1 5 5 2 3 6",
    ])
    let (advice, asked) = try advice(session, about: "hold 5 5")
    #expect(asked == "hold 5 5")
    let report = AdviceReport(advice: advice, count: 1, asked: asked, givesReasons: false)
    let lines = report.fields["moves"]?.array?.compactMap { $0["line"]?.string }
    #expect(lines == ["hold 1", "hold 5 5"])
    #expect(session.code(of: "hint hold 5 5") == nil)
    #expect(session.code(of: "hint hold 1") == nil)
  }

  @Test func `on a narrow screen the notes of a hint come before what a move loses`() throws {
    let session = session(["new mastermind seed=1", "guess 1 1 2 2"])
    let report = AdviceReport(
      advice: try advice(session).advice, count: 3, asked: nil, givesReasons: false)
    for (width, shows) in [(80, true), (70, false)] {
      var text = TextWriter(width: width)
      report.write(to: &text)
      #expect(text.string.contains("may be the code; "))
      #expect(text.string.contains("loses 0.027") == shows, "\(width)")
    }
  }

  @Test func `a roll of real dice is valued without its faces`() {
    let session = session(["new farkle Ann Bob target=500 dice=physical"])
    #expect(session.code(of: "hint roll") == nil)
  }

  @Test func `a hint about what is no legal move is refused`() {
    let session = session([
      "new farkle Ann Bob target=500 final-round=off dice=physical", "roll 1 5 5 2 3 6",
    ])
    for line in ["hint hold 2", "hint bank", "hint hold", "hint 0", "hint nothing", "hint 1 2"] {
      #expect(session.code(of: line) != nil, "\(line)")
    }
  }

  /// 1 1 2 2 is worth what 1122 is: 5,702 guesses for 1,296 codes, by a sum over its answers.
  @Test func `a hint values the guess that is asked for`() throws {
    let session = session(["new mastermind seed=1"])
    let (advice, asked) = try advice(session, about: "guess 1 1 2 2")
    let move = try #require(advice.moves.first { $0.move == asked })
    #expect(abs(move.value - 5_702.0 / 1_296) < 1e-9)
  }

  @Test func `more moves are valued if more are asked for`() throws {
    let session = session(["new mastermind secret=\"1 2 3 4\"", "guess 1 1 2 2", "guess 1 3 4 5"])
    let game = try #require(session.interpreter.currentGame?.logged)
    var context = AdviceContext()
    context.wantedMoves = 60
    let many = try context.during { try game.adviser?.advise { false } }
    let usual = try game.adviser?.advise { false }
    #expect(usual?.moves.count == 20 && many?.moves.count == 60)
    #expect(many?.moves.first?.value == usual?.moves.first?.value)
  }

  @Test func `show chances has the chances of both, and counts as a hint`() throws {
    let session = session(["new farkle Ann Bob target=500 final-round=off dice=physical"])
    let (advice, _) = try advice(session)
    let best = try #require(advice.moves.first).value
    #expect(advice.chances == [best, 1 - best])
    #expect(session.code(of: "show chances") == nil)
    #expect(session.interpreter.currentGame?.logged?.table.isAssisted == true)
    let far = self.session(["new farkle Ann Bob Cy rounds=30"])
    #expect(far.code(of: "show chances") != nil)
  }

  @Test(arguments: [
    (4e-12, "4e-12"), (0.123456789012, "0.123456789"), (0, "0"), (1, "1"), (1.2345e-9, "1.23e-9"),
  ])
  func `numbers keep the digits that are right, and no chance becomes none`(
    _ number: Double, _ text: String
  ) {
    switch AdviceReport.number(number) {
    case .integer(let value): #expect(String(value) == text)
    case .number(let value): #expect(abs(value - (Double(text) ?? .nan)) <= abs(value) * 1e-9)
    default: Issue.record("no number")
    }
  }

  /// What is seen of the end: `bank` wins, so Ann's result is 1.
  @Test func `play and luck add up to the result`() throws {
    let session = session([
      "new farkle Ann Bob target=500 final-round=off dice=physical", "points 300", "points 250",
      "points 200",
    ])
    let game = try #require(session.interpreter.currentGame?.logged)
    let review = try #require(try game.adviser?.review { false })
    #expect(review.shares.map(\.result) == [1, 0])
    #expect(review.shares.allSatisfy { abs($0.play + $0.luck - $0.result) < 1e-12 })
    let begin = try #require(review.moves.first).bestValue
    let lost = review.moves.reduce(0) { $0 + ($1.player == "Ann" ? -$1.loss : $1.loss) }
    #expect(abs(review.shares[0].play - begin - lost) < 1e-9)
    // The draw of a move leads from its value to that of the next one.
    let after = try #require(review.moves[0].valueAfterDraw)
    #expect(abs(after - (1 - review.moves[1].value)) < 1e-9)
  }

  @Test func `few decisions get no rating`() {
    var summary = GameReview.Summary(player: "Ann", unit: .chance)
    (summary.decisions, summary.rated) = (9, 9)
    #expect(summary.rating == "-")
    (summary.decisions, summary.rated) = (10, 10)
    #expect(summary.rating == "perfect")
  }
}
