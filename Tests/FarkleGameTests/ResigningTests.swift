import GameTesting
import ParlorKit
import Testing

@testable import FarkleGame

@Suite("Leaving the game")
struct ResigningTests {
  private func match(_ names: String, _ options: String, _ lines: String) throws -> Match {
    var match = try Match(names, "dice=physical target=1000 " + options)
    try match.play(lines)
    #expect(match.state.checkInvariants() == [])
    return match
  }

  @Test
  func `The last one left wins`() throws {
    var match = try match("Ann Bob Cy", "", "resign")
    #expect(match.state.status == .playing(turn: 1))
    try match.play("resign")
    #expect(match.state.status == .over(winners: [2]))
    #expect(match.situation() == "Cy wins: everybody else has left. `new` plays again.")
  }

  @Test
  func `The points at stake are lost, and the turn passes over who has left`() throws {
    var match = try match("Ann Bob Cy", "", "points 100;roll 1 5 5 2 3 6;hold 1")
    let reply = try match.play("resign")
    #expect(reply == "Bob leaves the game and 100 on the table.\nCy to roll.")
    #expect(match.scores == [100, 0, 0])
    try match.play("points 50;points 50")
    #expect(match.state.status == .playing(turn: 2))
  }

  @Test
  func `A game for one ends without a winner`() throws {
    let match = try match("Ann", "", "points 100;resign")
    #expect(match.state.status == .over(winners: []))
    #expect(match.situation() == "The game is over. `new` plays again.")
  }

  @Test
  func `In the final round the others still have their turns`() throws {
    var match = try match("Ann Bob Cy", "", "points 1000;resign")
    #expect(match.state.status == .playing(turn: 2))
    try match.play("points 1100")
    #expect(match.state.status == .over(winners: [2]))
  }

  @Test
  func `The last to play in the final round leaves`() throws {
    let match = try match("Ann Bob Cy", "", "points 1000;points 0;resign")
    #expect(match.state.status == .over(winners: [0]))
  }

  @Test
  func `A leader who was overtaken leaves instead of defending`() throws {
    let match = try match("Ann Bob Cy", "defend=on", "points 1000;points 1100;points 0;resign")
    #expect(match.state.status == .over(winners: [1]))
  }

  @Test
  func `A player with the most points leaves before the last round`() throws {
    let match = try match(
      "Ann Bob Cy", "rounds=2", "points 900;points 100;points 200;resign;points 0;points 0")
    #expect(match.state.status == .over(winners: [2]))
  }

  @Test
  func `One of two equals leaves the overtime`() throws {
    let match = try match("Ann Bob Cy", "tie=overtime", "points 1000;points 1000;points 0;resign")
    #expect(match.state.status == .over(winners: [1]))
  }

  @Test
  func `One of three equals leaves the overtime`() throws {
    var match = try match(
      "Ann Bob Cy", "tie=overtime", "points 1000;points 1000;points 1000;points 50;resign")
    #expect(match.state.status == .playing(turn: 2))
    try match.play("points 100")
    #expect(match.state.status == .over(winners: [2]))
  }

  @Test
  func `In an overtime round of all an equal leaves, and the others play it out`() throws {
    var match = try match(
      "Ann Bob Cy", "rounds=1 tie=overtime", "points 100;points 100;points 50;resign")
    #expect(match.state.status == .playing(turn: 1))
    try match.play("points 0;points 100")
    #expect(match.state.status == .over(winners: [2]))
  }
}
