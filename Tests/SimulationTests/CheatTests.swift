import FarkleGame
import ParlorKit
import Simulation
import Testing

@Suite("Bots that break the rules are named")
struct CheatTests {
  private func outcome(of move: FarkleMove) -> ContestFault? {
    let game = Farkle()
    let honest = Contestant<Farkle>.random
    let cheat = Contestant(
      Bot<Farkle>("cheat", "does what it must not") { view, _, _ in
        view.state.turn.points > 0 ? move : view.state.turn.mustHold ? .holdBest : .roll(nil)
      })
    let contest = Contest(game, [honest, cheat], seed: 70)
    do throws(ContestFault) {
      _ = try contest.play(3..<10)
      return nil
    } catch {
      return error
    }
  }

  @Test("An illegal move")
  func illegal() throws {
    let fault = try #require(outcome(of: .points(1000)))
    #expect(fault.game == 3)
    #expect(fault.seed == 73)
    guard case .bot("cheat", let match) = fault.cause else {
      Issue.record("\(fault)")
      return
    }
    #expect(match.seat == 1)
    let reason = "totals are for real dice: open a game with dice=physical"
    #expect(match.reason == .refused("points 1000", reason))
    #expect(
      fault.message
        == "game 4 (seed 73), move \(match.moves + 1): the bot `cheat` of seat 2 makes an illegal"
        + " move, `points 1000`: \(reason)")
  }

  @Test("A game that cannot be opened")
  func notStarted() throws {
    let game = Farkle()
    let setup = GameConfiguration(
      arguments: [.word("Ann"), .word("Ann")], options: OptionValues(for: game.definition), seed: 5)
    let contest = Contest(game, setup, [.random, .random])
    #expect(throws: ContestFault.self) { try contest.play(0) }
  }
}
