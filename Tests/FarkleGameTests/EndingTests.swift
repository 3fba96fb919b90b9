import GameTesting
import ParlorKit
import Testing

@testable import FarkleGame

/// Endings, told by totals as a scorekeeper types them.
@Suite("Endings")
struct EndingTests {
  /// Plays a total for every turn and returns how the game stands.
  private func play(_ names: String, _ options: String, _ totals: [Int]) throws -> Match {
    var match = try Match(names, "dice=physical target=1000 " + options)
    for total in totals {
      #expect(!match.state.isOver, "over before \(total)")
      try match.play("points \(total)")
      #expect(match.state.checkInvariants() == [])
    }
    return match
  }

  @Test(
    arguments: [
      // The final round: each of the others has one turn, from the leader's left.
      ("Ann Bob", "", [1000, 0], [0]),
      ("Ann Bob", "", [500, 1200, 700], [1]),
      ("Ann Bob", "", [500, 1200, 600], [1]),
      ("Ann Bob", "", [500, 1200, 750], [0]),
      ("Ann Bob Cy", "", [0, 1000, 1100, 1050], [2]),
      ("Ann Bob Cy", "", [0, 1000, 1100, 1200], [0]),
      // Equals: the first to get there, all, or more turns.
      ("Ann Bob Cy", "tie=first", [1000, 1000, 1000], [0]),
      ("Ann Bob Cy", "tie=first", [0, 1000, 1000, 1000], [1]),
      ("Ann Bob Cy", "tie=shared", [1000, 1000, 0], [0, 1]),
      ("Ann Bob Cy", "tie=shared", [0, 1000, 1000, 1000], [0, 1, 2]),
      ("Ann Bob Cy", "tie=overtime", [1000, 0, 1000, 100, 200], [2]),
      ("Ann Bob Cy", "tie=overtime", [1000, 0, 1000, 100, 100, 50, 0], [0]),
      // No final round.
      ("Ann Bob", "final-round=off", [1000], [0]),
      ("Ann Bob", "final-round=off", [500, 600, 400, 400], [1]),
      // A leader overtaken has another turn.
      ("Ann Bob", "defend=on", [1000, 1100, 0], [1]),
      ("Ann Bob", "defend=on", [1000, 1100, 200, 50], [0]),
      ("Ann Bob", "defend=on", [1000, 1100, 200, 150, 0], [1]),
      ("Ann Bob Cy", "defend=on", [1000, 1100, 1200, 100, 0], [2]),
      ("Ann Bob Cy", "defend=on", [1000, 1100, 0, 100], [1]),
      // A number of rounds, whatever the target.
      ("Ann Bob", "rounds=1", [1500, 2000], [1]),
      ("Ann Bob", "rounds=2", [1500, 100, 0, 1350], [0]),
      ("Ann Bob", "rounds=2", [100, 200, 200, 100], [0]),
      ("Ann Bob", "rounds=2", [100, 300, 200, 0], [1]),
      ("Ann Bob", "rounds=2 tie=shared", [100, 200, 200, 100], [0, 1]),
      ("Ann Bob", "rounds=1", [0, 0], [0]),
      ("Ann Bob Cy", "rounds=1 tie=overtime", [300, 300, 0, 100, 50, 0], [0]),
      ("Ann Bob Cy", "rounds=1 tie=overtime", [300, 300, 250, 0, 0, 100], [2]),
      // A game for one.
      ("Ann", "", [500, 500], []),
      ("Ann", "rounds=3", [5000, 0, 100], []),
      ("Ann", "rounds=1 tie=overtime", [0], []),
    ] as [(String, String, [Int], [Int])])
  func `The highest total wins, by the rules for ties`(
    names: String, options: String, totals: [Int], winners: [Int]
  ) throws {
    #expect(try play(names, options, totals).state.status == .over(winners: winners))
  }

  @Test
  func `Level in the final round: the leader was there first`() throws {
    #expect(try play("Ann Bob", "", [500, 1200, 700]).state.status == .over(winners: [1]))
    #expect(
      try play("Ann Bob", "", [500, 1200, 700]).situation()
        == "Bob wins with 1,200, reached first. `new` plays again.")
  }

  @Test
  func `A leader who is overtaken by an equal keeps the lead and gets no turn`() throws {
    let match = try play("Ann Bob Cy", "defend=on", [1000, 1000, 0])
    #expect(match.state.status == .over(winners: [0]))
  }

  @Test
  func `Five overtimes, then the highest turn of the game`() throws {
    var match = try play("Ann Bob", "tie=overtime", [400, 500, 600, 500])
    #expect(match.state.phase == .overtime)
    for number in 1...5 {
      #expect(match.state.overtimes == number)
      try match.play("points 100;points 100")
    }
    #expect(match.state.status == .over(winners: [0]))
    #expect(
      match.situation()
        == "Ann wins with 1,500 and the highest turn, 600. `new` plays again.")
  }

  @Test
  func `Equal in that as well: they share the win`() throws {
    var match = try play("Ann Bob", "tie=overtime", [1000, 1000])
    for _ in 1...5 { try match.play("points 0;points 0") }
    #expect(match.state.status == .over(winners: [0, 1]))
    #expect(match.situation() == "Ann and Bob win with 1,000 each. `new` plays again.")
  }

  @Test
  func `After an overtime all are compared: penalties can leave the equals behind another`() throws
  {
    let options = "tie=overtime three-farkles=1000"
    var match = try play("Ann Bob Cy", options, [1000, 1000, 900])
    try match.play("points 0;points 0;points 0;points 0;points 0;points 0")
    #expect(match.scores == [0, 0, 900])
    #expect(match.state.status == .over(winners: [2]))
  }

  @Test
  func `With rounds everybody plays the overtime, and anybody can win it`() throws {
    var match = try play("Ann Bob Cy", "rounds=1 tie=overtime", [300, 300, 0])
    #expect(match.state.queue.seats == [1, 2])
    try match.play("points 0;points 0;points 400")
    #expect(match.state.status == .over(winners: [2]))
  }

  @Test
  func `The final round goes round from the leader`() throws {
    var match = try play("Ann Bob Cy Di", "", [0, 0, 1000])
    #expect(match.state.status == .playing(turn: 3))
    #expect(match.state.queue.seats == [0, 1])
    try match.play("points 0;points 0;points 0")
    #expect(match.state.status == .over(winners: [2]))
  }

  @Test
  func `A defended lead goes to the end of the queue`() throws {
    var match = try play("Ann Bob Cy", "defend=on", [1000, 1100])
    #expect(match.state.status == .playing(turn: 2))
    #expect(match.state.queue.seats == [0])
    try match.play("points 1200")
    #expect(match.state.queue.seats == [1])
    try match.play("points 0;points 200")
    #expect(match.state.status == .playing(turn: 2))
    try match.play("points 0")
    #expect(match.state.status == .over(winners: [1]))
  }
}
