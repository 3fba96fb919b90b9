import GameTesting
import ParlorKit
import Testing

@testable import FarkleGame

@Suite("Refusals")
struct RefusalTests {
  @Test(
    "What is refused, with its code, its words and its place",
    arguments: [
      ("", "hold 1", .notNow, "roll the dice first", .line),
      ("", "hold best", .notNow, "roll the dice first", .line),
      ("", "bank", .notNow, "roll the dice first", .line),
      ("", "roll 1 2 3", .badArgument, "6 dice to be rolled, not 3", .line),
      (
        "", "points 300", .notNow, "totals are for real dice: open a game with dice=physical", .line
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
        "roll 1 5 5 2 3 6", "hold 5 1 1", .illegalMove, "there is no 1 1 among 1 2 3 5 5 6",
        .argument(1)
      ),
      (
        "roll 1 5 5 2 3 6;hold 1", "hold 1", .illegalMove, "there is no 1 among 2 3 5 5 6",
        .argument(0)
      ),
      ("roll 2 2 2 3 3 4;hold 2 2 2", "hold best", .illegalMove, "3 3 4 score nothing here", .line),
      (
        "roll 1 5 5 2 3 6;hold 1 5 5", "roll 1 2 3 4", .badArgument, "3 dice to be rolled, not 4",
        .argument(3)
      ),
      (
        "roll 1 1 1 5 5 2;hold 1 1 1 5 5", "roll 1 2", .badArgument, "1 die to be rolled, not 2",
        .argument(1)
      ),
      ("roll 1 2 3 4 5 6;hold all", "hold 1", .notNow, "all dice are held already", .line),
    ] as [(String, String, ErrorCode, String, GameError.Place)])
  func refused(
    before: String, line: String, code: ErrorCode, message: String, place: GameError.Place
  ) throws {
    var match = try Match()
    try match.run(before)
    #expect(try match.refusal(of: line) == GameError(code, message, at: place))
  }

  @Test("After the end only questions are answered")
  func over() throws {
    var match = try Match("Ann", "target=500")
    try match.run("roll 1 1 1 2 3 4;hold 1 1 1;bank")
    #expect(match.state.isOver)
    for line in ["roll", "roll 1 2 3 4 5 6", "hold 1", "hold all", "bank", "points 5", "resign"] {
      let over = GameError(.notNow, "the game is over", help: ["`new` plays again"])
      #expect(try match.refusal(of: line) == over)
    }
    #expect(match.legal.isEmpty)
    try match.run("score;score 1 5")
  }

  @Test("Names must differ")
  func names() {
    #expect(
      throws: GameError(.badArgument, "there is a player named Ann already", at: .argument(2))
    ) {
      try Match("Ann Bob Ann")
    }
  }

  @Test("Empty and overfull moves through the typed interface are refused")
  func typed() throws {
    var match = try Match()
    #expect(throws: GameError.self) { try match.make(.roll(Dice())) }
    try match.play("roll 1 5 5 2 3 6")
    #expect(throws: GameError.self) { try match.make(.hold(DiceCounts())) }
    #expect(throws: GameError.self) { try match.make(.points(-1)) }
  }

  @Test("Every fact has words without a capital or a full stop")
  func wording() {
    let facts: [FarkleRefusal] = [
      .over, .nameTaken("ann", 1), .nothingRolled, .nothingHeld, .allHeld, .facesNeeded(6),
      .wrongCount(needed: 6, given: 2), .missing(DiceCounts("1"), of: DiceCounts("2")),
      .idle(DiceCounts("2")), .hotDice, .tooFew(points: 50, needed: 500, isOpening: true),
      .notPhysical,
    ]
    for fact in facts {
      let message = fact.refusal().message
      #expect(message.first?.isUppercase == false)
      #expect(message.last != ".")
    }
  }
}
