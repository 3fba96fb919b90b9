import GameTesting
import ParlorKit
import Testing

@testable import MastermindGame

@Suite("Errors")
struct GameErrorTests {
  @Test(
    arguments: [
      ("guess 1 5 2", "a guess is 4 numbers from 1 to 6, not 3", .line),
      ("guess 1 5 2 2 2 2", "a guess is 4 numbers from 1 to 6, not 6", .argument(4)),
      ("guess 1 5 7 2", "there is no colour 7: a guess is 4 numbers from 1 to 6", .argument(2)),
      ("guess 9", "there is no colour 9: a guess is 4 numbers from 1 to 6", .argument(0)),
      (
        "guess 1 1 1 1 1 1 1 1 1 1 1 1", "a guess is 4 numbers from 1 to 6, not 12", .argument(4)
      ),
      ("guess 99", "there is no colour 99: a guess is 4 numbers from 1 to 6", .argument(0)),
      ("feedback 1 2 3", "`feedback` needs two codes with a `/` between them", .line),
      ("feedback / 1 2", "`feedback` needs two codes with a `/` between them", .line),
      ("feedback 1 2 /", "`feedback` needs two codes with a `/` between them", .line),
      ("feedback 1 / 2 / 3", "`/` is not a number from 1 to 20", .argument(3)),
      ("feedback 1 x / 1 2", "`x` is not a number from 1 to 20", .argument(1)),
      ("feedback 1 2 / 21 2", "`21` is not a number from 1 to 20", .argument(3)),
      ("feedback 1 1 / 2", "the codes must have the same length, not 2 and 1", .line),
      (
        "feedback 1 2 3 4 5 6 7 8 9 10 11 / 1", "a code has at most 10 numbers", .argument(10)
      ),
    ] as [(String, String, GameError.Place)])
  func `A refusal says what is wrong and where`(
    line: String, message: String, place: GameError.Place
  ) throws {
    var match = try Match()
    let error = try match.error(of: line)
    #expect(error?.code == .badArgument)
    #expect(error?.message == message)
    #expect(error?.place == place)
  }

  @Test(
    arguments: [
      ("", ["1-2-3-4"], "did you mean `guess 1 2 3 4`?"),
      ("", ["1-2", "3-4"], "did you mean `guess 1 2 3 4`?"),
      ("colors=12", ["1/12/3/4"], "did you mean `guess 1 12 3 4`?"),
      ("", ["1237"], "for example: guess 1 1 2 2"), ("", [], "for example: guess 1 1 2 2"),
      ("", ["1", "2", "3", "red"], "for example: guess 1 1 2 2"),
      ("slots=3", ["1", "2", "x"], "for example: guess 1 1 2"),
      ("slots=5 colors=2", ["0"], "for example: guess 1 1 2 2 1"),
    ])
  func `A misread guess leads to the one that was meant, or to an example`(
    options: String, words: [String], help: String
  ) throws {
    let error = try Match(options).state.misreading(of: "guess", words)
    #expect(error?.code == .badArgument && error?.help == [help])
    #expect(try Match(options).state.misreading(of: "candidates", words) == nil)
  }

  @Test(
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
  func `Options that do not go together are refused`(
    options: String, secret: String, message: String, option: String
  ) {
    let expected = GameError(.badOption, message, at: .option(option))
    #expect(throws: expected) { try Match(options, secret: secret) }
    #expect(throws: expected) {
      try Mastermind().start(
        Mastermind().configuration(Match.words(options, secret: secret)))
    }
  }

  @Test
  func `A game without a secret cannot start`() {
    #expect(throws: GameError.self) { try Mastermind().start(GameConfiguration()) }
  }

  @Test
  func `After the end only questions are answered`() throws {
    var match = try Match(secret: "1 1 1 1")
    try match.play("guess 1 1 1 1")
    for line in ["guess 1 1 1 1", "guess 1 1 1 2", "guess 1", "resign"] {
      let over = GameError(.notNow, "the game is over", help: ["`new` plays again"])
      #expect(try match.error(of: line) == over)
    }
    let legal = match.state.legalMoves
    #expect(legal.moves.isEmpty && legal.forms.isEmpty)
    try match.play("candidates;candidates 5;feedback 1 / 1")
  }

  @Test
  func `Moves through the typed interface are checked as well`() throws {
    var match = try Match()
    #expect(throws: GameError.self) { try match.make(.guess(Code("1 2 3"))) }
    #expect(throws: GameError.self) { try match.make(.guess(Code("1 2 3 4 5"))) }
    #expect(throws: GameError.self) { try match.make(.guess(Code("1 2 3 7"))) }
    try match.make(.guess(Code("1 2 3 6")))
  }
}
