import GameTesting
import ParlorKit
import Testing

@testable import MastermindGame

@Suite("Refusals")
struct RefusalTests {
  @Test(
    "What is refused, with its words and its place",
    arguments: [
      ("guess 1 5 2", "a guess is 4 numbers from 1 to 6, not 3", .line),
      ("guess 1 5 2 2 2 2", "a guess is 4 numbers from 1 to 6, not 6", .argument(4)),
      ("guess 1 5 7 2", "there is no colour 7: a guess is 4 numbers from 1 to 6", .argument(2)),
      ("guess 9", "there is no colour 9: a guess is 4 numbers from 1 to 6", .argument(0)),
      (
        "guess 1 1 1 1 1 1 1 1 1 1 1 1", "a guess is 4 numbers from 1 to 6, not 12", .argument(4)
      ),
      ("feedback 1 2 3", "two codes with a `/` between them are needed", .line),
      ("feedback / 1 2", "two codes with a `/` between them are needed", .line),
      ("feedback 1 2 /", "two codes with a `/` between them are needed", .line),
      ("feedback 1 / 2 / 3", "`/` is not a number from 1 to 20", .argument(3)),
      ("feedback 1 x / 1 2", "`x` is not a number from 1 to 20", .argument(1)),
      ("feedback 1 2 / 21 2", "`21` is not a number from 1 to 20", .argument(3)),
      ("feedback 1 1 / 2", "the codes must be of one length, not of 2 and 1", .line),
      (
        "feedback 1 2 3 4 5 6 7 8 9 10 11 / 1", "a code has at most 10 numbers", .argument(10)
      ),
    ] as [(String, String, GameError.Place)])
  func refused(line: String, message: String, place: GameError.Place) throws {
    var match = try Match()
    let refusal = try match.refusal(of: line)
    #expect(refusal?.code == .badArgument)
    #expect(refusal?.message == message)
    #expect(refusal?.place == place)
  }

  @Test(
    "Options that do not go together",
    arguments: [
      (
        "slots=5 colors=4 repeats=off", "", "5 slots without repeats take 5 colours or more, not 4",
        "repeats"
      ),
      ("", "1 2 3", "the secret must be 4 numbers from 1 to 6 with blanks between", "secret"),
      ("", "1 2 3 7", "the secret must be 4 numbers from 1 to 6 with blanks between", "secret"),
      ("", "?", "the secret must be 4 numbers from 1 to 6 with blanks between", "secret"),
      ("slots=1", "1 1", "the secret must be a number from 1 to 6", "secret"),
      ("repeats=off", "1 2 3 1", "the secret must be 4 numbers from 1 to 6, none twice", "secret"),
    ])
  func options(options: String, secret: String, message: String, option: String) {
    let expected = GameError(.badOption, message, at: .option(option))
    #expect(throws: expected) { try Match(options, secret: secret) }
    #expect(throws: expected) {
      try Mastermind().start(.mastermind(options, secret: secret))
    }
  }

  @Test("A game without a secret cannot start")
  func noSecret() {
    #expect(throws: GameError.self) { try Mastermind().start(.mastermind()) }
  }

  @Test("After the end only questions are answered")
  func over() throws {
    var match = try Match(secret: "1 1 1 1")
    try match.play("guess 1 1 1 1")
    for line in ["guess 1 1 1 1", "guess 1 1 1 2", "guess 1", "resign"] {
      let over = GameError(.notNow, "the game is over", help: ["`new` plays again"])
      #expect(try match.refusal(of: line) == over)
    }
    let legal = match.game.legalMoves(in: match.state)
    #expect(legal.moves.isEmpty && legal.forms.isEmpty)
    try match.run("candidates;candidates 5;feedback 1 / 1")
  }

  @Test("Moves through the typed interface are checked as well")
  func typed() throws {
    var match = try Match()
    #expect(throws: GameError.self) { try match.make(.guess(Code("1 2 3"))) }
    #expect(throws: GameError.self) { try match.make(.guess(Code("1 2 3 4 5"))) }
    #expect(throws: GameError.self) { try match.make(.guess(Code("1 2 3 7"))) }
    try match.make(.guess(Code("1 2 3 6")))
  }
}
