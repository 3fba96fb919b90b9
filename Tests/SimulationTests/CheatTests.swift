import FarkleGame
import ParlorKit
import Simulation
import Testing

@Suite("Bots that break the rules are named")
struct CheatTests {
  private func outcome(of move: FarkleMove) -> TournamentError? {
    let game = Farkle()
    let honest = TournamentPlayer<Farkle>.random
    let cheat = TournamentPlayer(
      Bot<Farkle>("cheat", "does what it must not") { view, _, _ in
        view.state.turn.points > 0 ? move : view.state.turn.mustHold ? .holdBest : .roll(nil)
      })
    let tournament = Tournament(game, [honest, cheat], seed: 70)
    do throws(TournamentError) {
      _ = try tournament.play(3..<10)
      return nil
    } catch {
      return error
    }
  }

  @Test
  func `An illegal move is refused`() throws {
    let fault = try #require(outcome(of: .points(1000)))
    #expect(fault.game == 3)
    #expect(fault.seed == 73)
    guard case .bot("cheat", let error) = fault.cause else {
      Issue.record("\(fault)")
      return
    }
    #expect(error.seat == 1)
    let reason = "`points` is for real dice: open a game with dice=physical"
    #expect(error.reason == .refused("points 1000", reason))
    #expect(
      fault.message
        == "game 4 (seed 73), move \(error.moves + 1): the bot `cheat` of seat 2 makes an illegal"
        + " move, `points 1000`: \(reason)")
  }

  @Test
  func `A game that cannot be opened is refused`() throws {
    let game = Farkle()
    let configuration = GameConfiguration(
      arguments: [.word("Ann"), .word("Ann")], options: FarkleRules(), seed: 5)
    let tournament = Tournament(game, configuration, [.random, .random])
    #expect(throws: TournamentError.self) { try tournament.play(0) }
  }
}
