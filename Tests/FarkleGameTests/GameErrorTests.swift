import GameTesting
import ParlorKit
import Testing

@testable import FarkleGame

@Suite("Errors")
struct GameErrorTests {
  @Test(
    arguments: [
      ("", "hold 1", .notNow, "roll the dice first", .line),
      ("", "hold best", .notNow, "roll the dice first", .line),
      ("", "bank", .notNow, "roll the dice first", .line),
      ("", "roll 1 2 3", .badArgument, "there are 6 dice to roll, not 3", .line),
      (
        "", "points 300", .notNow, "`points` is for real dice: open a game with dice=physical",
        .line
      ),
      ("roll 1 5 5 2 3 6", "roll", .notNow, "hold at least one die of the roll first", .line),
      ("roll 1 5 5 2 3 6", "bank", .notNow, "hold at least one die of the roll first", .line),
      ("roll 1 5 5 2 3 6", "hold 5 2", .illegalMove, "2 scores nothing here", .argument(1)),
      ("roll 1 5 5 2 3 6", "hold 2 3", .illegalMove, "2 3 score nothing here", .argument(0)),
      ("roll 1 5 5 2 3 6", "hold all", .illegalMove, "2 3 6 score nothing here", .line),
      (
        "roll 1 5 5 2 3 6", "hold 1 4", .illegalMove, "there is no 4 among 1 2 3 5 5 6",
        .argument(1)
      ),
      (
        "roll 1 5 5 2 3 6", "hold 5 1 1", .illegalMove, "there is only one 1 among 1 2 3 5 5 6",
        .argument(1)
      ),
      (
        "roll 1 5 5 2 3 6;hold 1", "hold 1", .illegalMove, "there is no 1 among 2 3 5 5 6",
        .argument(0)
      ),
      ("roll 2 2 2 3 3 4;hold 2 2 2", "hold best", .illegalMove, "3 3 4 score nothing here", .line),
      (
        "roll 1 5 5 2 3 6;hold 1 5 5", "roll 1 2 3 4", .badArgument,
        "there are 3 dice to roll, not 4",
        .argument(3)
      ),
      (
        "roll 1 1 1 5 5 2;hold 1 1 1 5 5", "roll 1 2", .badArgument,
        "there is 1 die to roll, not 2",
        .argument(1)
      ),
      ("roll 1 2 3 4 5 6;hold all", "hold 1", .notNow, "all dice are held already", .line),
    ] as [(String, String, ErrorCode, String, GameError.Place)])
  func `A refusal has its code, its words and its place`(
    before: String, line: String, code: ErrorCode, message: String, place: GameError.Place
  ) throws {
    var match = try Match()
    try match.play(before)
    #expect(try match.error(of: line) == GameError(code, message, at: place))
  }

  @Test
  func `After the end only questions are answered`() throws {
    var match = try Match("Ann", "target=500")
    try match.play("roll 1 1 1 2 3 4;hold 1 1 1;bank")
    #expect(match.state.isOver)
    for line in ["roll", "roll 1 2 3 4 5 6", "hold 1", "hold all", "bank", "points 5", "resign"] {
      let over = GameError(.notNow, "the game is over", help: ["`new` plays again"])
      #expect(try match.error(of: line) == over)
    }
    #expect(match.legal.isEmpty)
    try match.play("score;score 1 5")
  }

  @Test
  func `Names must differ`() {
    #expect(
      throws: GameError(.badArgument, "there is already a player named Ann", at: .argument(2))
    ) {
      try Match("Ann Bob Ann")
    }
  }

  @Test
  func `Empty and overfull moves through the typed interface are refused`() throws {
    var match = try Match()
    #expect(throws: GameError.self) { try match.make(.roll(Dice())) }
    try match.play("roll 1 5 5 2 3 6")
    #expect(throws: GameError.self) { try match.make(.hold(DiceCounts())) }
    #expect(throws: GameError.self) { try match.make(.points(-1)) }
  }

  @Test(
    arguments: [
      ("", "", "hold 1"), ("", "", "roll 1 2"), ("", "", "points 5"),
      ("", "roll 1 5 5 2 3 6", "bank"), ("", "roll 1 5 5 2 3 6", "hold 4"),
      ("", "roll 1 5 5 2 3 6", "hold 2"), ("", "roll 1 2 3 4 5 6;hold all", "hold 1"),
      ("dice=physical", "", "roll"), ("minimum=300", "roll 1 5 5 2 3 6;hold 1", "bank"),
      ("opening=500", "roll 1 5 5 2 3 6;hold 1", "bank"),
      ("hot-dice=must-roll", "roll 1 2 3 4 5 6;hold all", "bank"),
      ("target=500 final-round=off", "roll 1 2 3 4 5 6;hold all;bank", "roll"),
    ])
  func `Every error is a sentence without a capital or a full stop`(
    options: String, before: String, line: String
  ) throws {
    var match = try Match("Ann", options)
    try match.play(before)
    let message = try #require(try match.error(of: line)?.message)
    #expect(message.first?.isUppercase == false)
    #expect(message.last != ".")
  }
}
