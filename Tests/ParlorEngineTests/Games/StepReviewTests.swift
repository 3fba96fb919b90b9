import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// A review by advice that values the next step only.
struct StepReviewTests {
  private let session = Session(games: [Forks()])

  init() {
    for line in ["new forks", "right", "right", "left"] {
      #expect(session.code(of: line) == nil, "\(line)")
    }
  }

  @Test func `a risk is needless where the best move has none`() {
    let needless = session.say("review").split(separator: "\n")
      .filter { $0.contains("a safe move was there") }
    #expect(needless.count == 1)
    #expect(needless.first?.split(separator: " ").first == "1")
  }

  @Test func `a choice between equal moves counts for no rating`() {
    session.say("set format json")
    let review = session.say("review")
    #expect(review.contains(#""decisions":3,"rated":2,"errors":2,"blunders":2"#))
  }
}

/// Three forks: the way to the left is safe at the first one, the better one at the second, and as good
/// as the other at the third.
private struct Forks: Game {
  let name = "forks"
  let summary = "Go left or right."
  let seats: [Parameter] = []
  let commands = [
    Command<ForksState>("left", "go left", examples: ["left"], Form { .left }),
    Command<ForksState>("right", "go right", examples: ["right"], Form { .right }),
  ]

  var adviser: Adviser<Forks>? {
    Adviser { view, _, _ throws(GameError) in
      let left = [1, 0.9, 0.5][view.passed]
      var advice = Advice<ForksState.Move>(
        .chance, meaning: "chance of a safe step",
        moves: [ValuedMove(.left, left), ValuedMove(.right, 0.5)])
      advice.isOfStep = true
      return advice
    }
  }

  func start(_ configuration: GameConfiguration<NoOptions>) throws(GameError) -> ForksState {
    ForksState()
  }
}

private struct ForksState: GameState {
  enum Move: String, Sendable, CustomStringConvertible {
    case left, right
    var description: String { rawValue }
  }

  var passed = 0

  var status: GameStatus { passed == 3 ? .over(winners: [0]) : .playing(turn: 0) }
  var legalMoves: LegalMoves<Move> { passed == 3 ? [] : [.left, .right] }

  func resolve(_ move: Move, chance: inout Chance) throws(GameError) -> Resolution<Move> {
    if passed == 3 { throw .gameOver }
    return .play(move)
  }

  mutating func apply(_ move: Move, at time: GameTime, report: inout Reporter) { passed += 1 }

  func view(for player: Int?, at time: GameTime) -> ForksView { ForksView(passed: passed) }

  func combine(into digest: inout Digest) { digest.combine(passed) }
}

private struct ForksView: GameView {
  let passed: Int

  var caption: String { "" }
  var prompt: String { "forks" }
  var fields: Fields { ["passed": .integer(passed)] }
  func writeTable(to text: inout TextWriter) { text.write(passed, " of 3 forks.") }
  func writeSituation(to text: inout TextWriter) {}
}
