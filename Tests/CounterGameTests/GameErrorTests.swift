import GameTesting
import ParlorKit
import Testing

@testable import CounterGame

@Suite("Errors")
struct GameErrorTests {
  @Test(
    arguments: [
      ("", "start", .notNow, "there are no players yet", .line),
      ("", "add 5", .notNow, "there are no players yet", .line),
      ("", "roll", .notNow, "there are no players yet", .line),
      ("", "player remove Ann", .notNow, "there are no players yet", .line),
      ("", "player move Ann 1", .notNow, "there are no players yet", .line),
      ("", "timer", .notNow, "the game has not begun", .line),
      ("player add Ann", "add 5", .notNow, "the game has not begun", .line),
      ("player add Ann", "next", .notNow, "the game has not begun", .line),
      ("player add Ann", "prev", .notNow, "the game has not begun", .line),
      ("player add Ann", "roll 3", .notNow, "the game has not begun", .line),
      ("player add Ann", "pause", .notNow, "the game has not begun", .line),
      ("player add Ann", "resume", .notNow, "the game has not begun", .line),
      ("player add Ann;start", "start", .notNow, "the game has already begun", .line),
      (
        "player add Ann;start", "player remove Ann", .illegalMove,
        "Ann is the only player: add another first", .line
      ),
      (
        "player add Ann;start", "player move Ann 2", .badArgument, "there is only position 1",
        .argument(1)
      ),
      (
        "player add Ann Bob", "player move Ann 3", .badArgument, "the positions are 1 to 2",
        .argument(1)
      ),
      (
        "player add Ann", "player remove Bob", .badArgument, "no player is named Bob",
        .argument(0)
      ),
      (
        "player add Ann", "player remove \"\"", .badArgument, "no player is named \"\"",
        .argument(0)
      ),
      (
        "player add Ann", "player remove 0", .badArgument, "no player has the number 0",
        .argument(0)
      ),
      (
        "player add Ann", "player remove 99999999999999999999", .badArgument,
        "no player has the number 99999999999999999999", .argument(0)
      ),
      (
        "player add Ann Bob;player remove Ann", "player move 1 1", .badArgument,
        "no player has the number 1", .argument(0)
      ),
      (
        "player add Ann Ann Ann", "player remove Ann", .badArgument,
        "3 players are named Ann: give the number, 1, 2 or 3", .argument(0)
      ),
      ("player add Ann", "resign", .notNow, "a counter has no winner", .line),
    ] as [(String, String, ErrorCode, String, GameError.Place)])
  func `A refusal has its code, its words and its place`(
    before: String, line: String, code: ErrorCode, message: String, place: GameError.Place
  ) throws {
    var match = try Match()
    try match.play(before)
    let error = try match.error(of: line)
    #expect(error?.code == code)
    #expect(error?.message == message)
    #expect(error?.place == place)
  }

  @Test
  func `Who is meant is helped with, at most twelve players`() throws {
    var match = try Match("Ann Bob")
    #expect(try match.error(of: "player remove Cy")?.help == ["players: 1 Ann, 2 Bob"])
    try match.play("player add A B C D E F G H I J K L")
    #expect(
      try match.error(of: "player remove 77")?.help
        == ["players: 1 Ann, 2 Bob, 3 A, 4 B, 5 C, 6 D, 7 E, 8 F, 9 G, 10 H, 11 I, 12 J and 2 more"]
    )
  }

  @Test
  func `Moves through the typed interface are checked as well`() throws {
    var match = try Match("Ann Bob")
    let moves: [CounterMove] = [
      .add(1_000_001), .add(-1_000_001), .add(.min), .roll(0), .roll(7), .join([]), .join([""]),
      .leave(0), .leave(3), .place(1, at: 0), .place(1, at: 3), .place(9, at: 1), .start,
      .join(Array(repeating: "X", count: 99)),
    ]
    for move in moves {
      #expect(throws: GameError.self, "\(move)") { try match.make(move) }
    }
    #expect(throws: GameError(.badArgument, "a name is needed", at: .argument(1))) {
      try match.make(.join(["Bob", ""]))
    }
    try match.make(.add(-1_000_000))
    try match.make(.join(Array(repeating: "X", count: 98)))
    #expect(match.state.roster.players.count == 100)
  }

  @Test
  func `Numbers run out in the end`() throws {
    var state = try Match("Ann").state
    for number in 2...Roster.maxNumbers {
      _ = state.roster.join("Bob")
      state.roster.players.removeLast()
      if number % 5000 == 0 { #expect(state.checkInvariants().isEmpty) }
    }
    let full = state
    #expect(
      throws: GameError(.limit, "no more players can join: 10,000 have joined so far")
    ) {
      var chance = Chance(seed: 7, draw: 0)
      _ = try full.resolve(.join(["Cy"]), chance: &chance)
    }
  }

  @Test
  func `Moves are small: the log holds one for each`() {
    #expect(MemoryLayout<CounterMove>.stride <= 16)
  }
}
