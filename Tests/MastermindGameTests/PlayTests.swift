import GameTesting
import ParlorKit
import Testing

@testable import MastermindGame

@Suite("Playing")
struct PlayTests {
  @Test
  func `A solved game is over and won`() throws {
    var match = try Match("slots=3", secret: "1 5 2")
    #expect(match.opening == "Mastermind: 3 slots, 6 colours.\nGuess 3 numbers from 1 to 6.")
    #expect(
      try match.play("guess 1 1 2")
        == "1  1 1 2  2 black, 0 white\nGuess 3 numbers from 1 to 6.")
    #expect(
      try match.play("guess 2 1 1") == """
        2 1 1 contradicts guess 1, which would then have got 1 black, 2 white.
        1  1 1 2  2 black, 0 white
        2  2 1 1  0 black, 2 white
        Guess 3 numbers from 1 to 6.
        """)
    match.milliseconds = 12_345
    let events = try match.events(of: "guess 1 5 2")
    #expect(
      match.reply(to: events) == """
        1  1 1 2  2 black, 0 white
        2  2 1 1  0 black, 2 white
        3  1 5 2  3 black, 0 white
        Solved in 3 guesses. `new` plays again.
        """)
    #expect(events.map(\.bells) == [0, 2])
    #expect(
      events.map { json($0) } == [
        #"{"type":"guessed","number":3,"code":[1,5,2],"black":3,"white":0}"#,
        #"{"type":"finished","ending":"solved","guesses":3,"secret":[1,5,2],"milliseconds":12345,"#
          + #""seed":7}"#,
      ])
    #expect(match.state.elapsed == 12_345)
    #expect(match.state.status == .over(winners: []))
  }

  @Test
  func `The first answer that is contradicted is named, as data too`() throws {
    var match = try Match(secret: "1 2 3 4")
    try match.play("guess 1 2 5 5;guess 1 5 3 5")
    let events = try match.events(of: "guess 1 2 5 6")
    #expect(
      events.map { json($0) } == [
        #"{"type":"guessed","number":3,"code":[1,2,5,6],"black":2,"white":0}"#,
        #"{"type":"contradiction","guess":1,"code":[1,2,5,5],"black":2,"white":0,"#
          + #""would":{"black":3,"white":0}}"#,
      ])
    #expect(try match.events(of: "guess 1 2 3 3").count == 1)
    #expect(try match.events(of: "guess 1 4 3 6").count == 2)
  }

  @Test
  func `A game that is lost shows the secret`() throws {
    var match = try Match("guesses=2", secret: "1 5 2 2")
    #expect(
      match.opening
        == "Mastermind: 4 slots, 6 colours, 2 guesses.\n"
        + "Guess 4 numbers from 1 to 6; 2 guesses left.")
    #expect(
      try match.play("guess 1 1 2 2")
        == "1  1 1 2 2  3 black, 0 white\nGuess 4 numbers from 1 to 6, the last guess.")
    let end = try match.events(of: "guess 1 3 2 2")
    #expect(end.map(\.bells) == [0, 1])
    #expect(
      match.reply(to: end) == """
        1  1 1 2 2  3 black, 0 white
        2  1 3 2 2  3 black, 0 white
        Not solved in 2 guesses: the secret was 1 5 2 2. `new` plays again.
        """)
    var other = try Match("guesses=1 slots=1 colors=2", secret: "2")
    #expect(try other.play("guess 2").hasSuffix("Solved in 1 guess. `new` plays again."))
  }

  @Test
  func `Who resigns sees the secret`() throws {
    var match = try Match(secret: "1 5 2 2")
    try match.play("guess 1 1 1 1")
    #expect(
      try match.play("resign")
        == "1  1 1 1 1  1 black, 0 white\n"
        + "You give up after 1 guess: the secret was 1 5 2 2. `new` plays again.")
    #expect(match.state.ending == .resigned)
  }

  @Test
  func `The table and the data show what can be seen of the game`() throws {
    var match = try Match("slots=2 colors=12 repeats=off guesses=20", secret: "12 3")
    #expect(match.view.prompt == "guess 1/20")
    #expect(match.view.caption == "2 slots, 12 colours, none twice, 20 guesses")
    for _ in 0..<9 { try match.play("guess 3 3") }
    try match.play("guess 3 12")
    #expect(match.table() == "Mastermind: 2 slots, 12 colours, none twice, 20 guesses.")
    let rows = match.situation().split(separator: "\n")
    #expect(rows.count == 11)
    #expect(rows[8...9] == [" 9   3  3  1 black, 0 white", "10   3 12  0 black, 2 white"])
    var small = try Match("slots=2", secret: "1 5")
    try small.play("guess 5 1")
    #expect(
      json(small.view.fields)
        == #"{"slots":2,"colors":6,"repeats":true,"limit":null,"codes":36,"#
        + #""guesses":[{"code":[5,1],"black":0,"white":2}],"ending":null,"secret":null,"#
        + #""milliseconds":null,"seed":null}"#)
    try small.play("guess 1 5")
    #expect(
      json(small.view.fields).hasSuffix(
        #""ending":"solved","secret":[1,5],"milliseconds":0,"seed":7}"#))
    #expect(small.view.prompt == "over")
    #expect(small.table() == "Mastermind: 2 slots, 6 colours. Seed 7.")
  }

  @Test
  func `Ten pegs are aligned, each in the colour of its number`() throws {
    var match = try Match("slots=10 colors=20", secret: "1 2 3 4 5 6 7 8 9 20")
    try match.play("guess 1 2 3 4 5 6 7 8 9 20")
    #expect(
      match.situation().hasPrefix("1   1  2  3  4  5  6  7  8  9 20  10 black,  0 white\n"))
    let styled = match.situation(styled: true).replacing("\u{1B}", with: "^")
    #expect(
      styled.hasPrefix(
        "1   ^[38;5;33m1^[0m  ^[38;5;28m2^[0m  ^[91m3^[0m  ^[35m4^[0m  ^[38;5;166m5^[0m"))
    #expect(
      styled.contains("  ^[1m^[38;5;33m9^[0m ^[2m^[35m20^[0m  ^[1m10^[0m black,  ^[1m0^[0m white"))
  }

  @Test
  func `Two codes get the known answers`() throws {
    var match = try Match()
    #expect(try match.answer("feedback 1 1 2 3 / 1 2 3 4") == "1 black, 2 white.")
    #expect(
      json(try match.events(of: "feedback 20 / 20")[0])
        == #"{"type":"feedback","black":1,"white":0}"#)
    #expect(
      try match.answer("feedback 1 2 3 4 5 6 7 8 9 10 / 10 9 8 7 6 5 4 3 2 1")
        == "0 black, 10 white.")
  }

  @Test
  func `What is legal: the form of a guess, whatever fits the answers`() throws {
    var match = try Match("slots=3", secret: "1 5 2")
    try match.play("guess 1 1 2;guess 6 6 6;guess 2 1 1")
    let legal = match.state.legalMoves
    #expect(legal.moves.isEmpty)
    #expect(legal.forms == ["guess C C C"])
  }
}
