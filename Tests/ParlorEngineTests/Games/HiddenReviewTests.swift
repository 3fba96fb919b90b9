import GameCatalog
import LineSyntax
import ParlorKit
import Platform
import TestKit
import Testing

@testable import ParlorEngine

/// What a review of a running game tells of cards that the player who asks does not see.
struct HiddenReviewTests {
  private func session(_ traits: GameTraits, _ lines: String...) -> Session {
    let session = Session(games: [Cards(traits: traits)])
    session.run("new cards Ann Bob")
    for line in lines { #expect(session.code(of: line) == nil, "\(line)") }
    return session
  }

  @Test(arguments: [GameTraits.hidesDraws, []])
  func `two deals that differ in the other's card give equal replies`(_ traits: GameTraits) {
    // Ann is to move again: Bob has answered her.
    let (one, other) = (
      session(traits, "deal 2 1", "pass", "bet"), session(traits, "deal 2 3", "pass", "bet")
    )
    for line in ["review", "hint", "hint why", "state", "log"] {
      #expect(one.say(line) == other.say(line), "\(line)")
    }
    #expect(one.say("review").contains("?"))
    for session in [one, other] { session.run("set format json") }
    for line in ["review", "hint"] { #expect(one.say(line) == other.say(line), "\(line)") }
    let review = one.say("review")
    #expect(
      review.contains(#""number":3,"player":"Bob","line":"bet","unit":null,"value":null"#))
    #expect(review.contains(#""player":"Ann","line":"pass","unit":"chance","value":0"#))
  }

  @Test(arguments: ["hint", "hint why", "odds", "review", "legal", "outcomes", "show", "state"])
  func `at the turn of a bot nothing is told of its card`(line: String) {
    let replies = ["2 1", "2 3"].map { cards in
      let session = self.session(.hidesDraws, "deal \(cards)", "pass", "seat Bob random", "goto 2")
      return session.say(line)
    }
    #expect(replies[0] == replies[1])
  }

  @Test func `a hint at the turn of a bot is refused`() {
    let session = session(.hidesDraws, "deal 2 1", "pass", "seat Bob random", "goto 2")
    for line in ["hint", "odds"] {
      #expect(
        session.say(line) == """
          error[not-now]: it is the turn of Bob, a bot: advice would tell what it hides
            `seat Bob human` takes its place; the game then does not count
          """)
    }
    #expect(session.say("review").contains("?"))
    session.say("seat Bob human")
    #expect(session.code(of: "hint") == nil)
    // Where nothing is hidden, the bot may be advised.
    let open = self.session([], "deal 2 1", "pass", "seat Bob random", "goto 2")
    #expect(open.code(of: "hint") == nil)
  }

  @Test func `nobody makes or amends a move of a bot whose card is hidden`() {
    let session = session(.hidesDraws, "deal 2 1", "seat Bob random", "pass")
    let refused = """
      error[not-now]: it is the turn of Bob, a bot with a hidden hand
        `seat Bob random` lets it play on
        `seat Bob human` takes its place; the game then does not count
      """
    #expect(session.say("amend 3 bet").hasPrefix(refused))
    #expect(session.say("amend 3 deal 1 1").hasPrefix(refused))
    #expect(session.code(of: "amend 2 bet") == nil)
    session.run("goto 2")
    #expect(session.say("bet").hasPrefix(refused))
    #expect(session.say("deal 1 1").hasPrefix(refused))
    #expect(
      session.say("resign").hasPrefix(
        """
        error[not-now]: it is the turn of Bob, a bot: only a person can resign
          `seat Bob random` lets it play on
        """))
    #expect(session.interpreter.currentGame?.moveCount == 2)
    session.say("seat Bob random")
    #expect(session.interpreter.currentGame?.moveCount == 3)
  }

  @Test func `the moves of a bot are open where its card is, and once a person has its seat`() {
    let open = session([], "deal 2 1", "seat Bob random", "pass", "amend 3 bet", "goto 2", "pass")
    #expect(open.interpreter.currentGame?.moveCount == 3)
    let taken = session(.hidesDraws, "deal 2 1", "seat Bob random", "pass", "seat Bob human")
    #expect(taken.code(of: "amend 3 bet") == nil)
  }

  @Test func `a bot that sees what all see may be advised`() {
    let session = Session(games: GameCatalog.games)
    session.run("new minesweeper easy", "seat 1 random", "goto 1")
    #expect(session.code(of: "hint") == nil)
    #expect(session.say("legal").contains("reveal"))
  }

  @Test func `after the end everything is judged`() {
    let session = session(.hidesDraws, "deal 2 1", "pass", "bet", "pass")
    let review = session.say("review")
    #expect(!review.contains("?"))
    #expect(review.contains("Bob"))
    #expect(review != self.session(.hidesDraws, "deal 2 3", "pass", "bet", "pass").say("review"))
  }
}

/// Who sees the hand of a bot, in whatever way, plays no game that counts against it.
struct HiddenHandTests {
  /// Keeps the lines of the first game.
  private final class Shelf: GameStore {
    var lines: [UInt8] = []
    let keepsLines = true

    func keep(_ changes: SessionChanges) -> [any Event] {
      for journal in changes.changed {
        if journal.game.number == 1 { lines += journal.news }
        journal.markWritten()
      }
      return []
    }
  }

  private let shelf = Shelf()

  private func session(_ lines: String..., traits: GameTraits = .hidesDraws) throws -> Session {
    let session = TestSession([Cards(traits: traits)], folder: try TemporaryFolder()) {
      $0.store = shelf
      $0.typedLines = { [] }
      $0.clock = .real
    }
    for line in lines { #expect(session.code(of: line) == nil, "\(line)") }
    return session
  }

  private func exclusion(in session: Session) throws -> UnrankedReason? {
    try #require(session.interpreter.session.games.game(1).logged?.journal).exclusion
  }

  @Test(arguments: [
    (["goto 1", "seat Bob human"], UnrankedReason.takenOver),
    (["goto 2", "seat Bob human"], .takenOver),
    (["copy", "seat Bob human", "use 1"], .takenOver),
    (["copy", "goto 2", "seat Bob human", "use 1"], .takenOver),
    (["copy", "goto 2", "save g", "review g", "use 1"], .takenOver),
    (["copy", "goto 2", "save g", "source g", "use 1"], .takenOver),
    (["copy", "save g", "source g", "use 1"], .takenOver),
    (["save g", "load g", "use 1"], .shown),
    (["copy", "goto 2", "legal", "outcomes", "review", "use 1"], nil),
    (["seat Bob random", "goto 2"], nil),
  ])
  func `a hand that was seen excludes the game`(lines: [String], reason: UnrankedReason?) throws {
    let session = try session("new cards Ann Bob", "seat Bob random", "deal", "pass")
    #expect(try exclusion(in: session) == nil)
    for line in lines { session.run(line) }
    #expect(try exclusion(in: session) == reason)
  }

  @Test func `a bot may take a seat until its hand was seen, also by an earlier session`() throws {
    let early = try session("new cards Ann Bob", "deal", "seat Bob random", "pass")
    #expect(try exclusion(in: early) == nil)
    let late = try session("new cards Ann Bob", "deal", "pass", "seat Bob random")
    #expect(try exclusion(in: late) == .takenOver)
    shelf.lines = []
    _ = try session("new cards Ann Bob", "deal", "pass", "undo")
    let journal = shelf.lines
    let resumed = try session()
    let session = resumed.interpreter.session
    try session.takeUp(
      try session.journal(journal, path: "journal", fileTime: Timestamp(milliseconds: 0)))
    resumed.say("seat Bob random")
    #expect(try exclusion(in: resumed) == .takenOver)
  }

  @Test func `what a bot could do is not probed`() throws {
    let session = try session(
      "new cards Ann Bob", "seat Bob random", "deal", "pass", "copy", "goto 2")
    let refusal = session.say("bet")
    #expect(refusal.hasPrefix("error[not-now]: it is the turn of Bob, a bot with a hidden hand"))
    for line in ["outcomes bet", "outcomes deal 1 1"] { #expect(session.say(line) == refusal) }
    #expect(session.code(of: "legal") == .notNow)
  }

  @Test func `the coach tells nobody what another holds`() throws {
    let session = try session("new cards Ann Bob", "set coach on", "deal 2 1")
    func coach(_ line: String) -> String {
      session.run(line)
      var text = TextWriter()
      session.interpreter.coach { $0.write(to: &text) }
      return text.string
    }
    _ = coach("show")
    #expect(coach("pass") == "")
    _ = coach("bet")
    #expect(coach("show") == "")
    session.run("goto 1", "seat Bob random")
    _ = coach("show")
    #expect(coach("pass").contains("`bet` was better than `pass`"))
  }

  @Test func `Tab tells nobody what another could do`() throws {
    let session = try session("new cards Ann Bob", "deal 2 1", "pass")
    func suggestions() -> [String] {
      session.interpreter.completion(of: Array("amend 2 ".utf8)[...]).suggestions.map(\.text)
    }
    #expect(suggestions().isEmpty)
    session.say("goto 1")
    session.say("redo")
    session.say("bet")
    #expect(suggestions().contains("bet"))
  }

  @Test func `draws that a copy has shown after an undo do not come to count later`() throws {
    let session = TestSession(GameCatalog.games, seed: 3) { $0.store = shelf }
    session.run(
      "new farkle Ann Bob rounds=1", "roll", "copy draws=same", "set undo fresh", "hold 5",
      "undo", "hold 5", "roll", "use 1", "hold 5")
    #expect(try exclusion(in: session) == nil)
    session.run("undo")
    #expect(try exclusion(in: session) == .shown)
  }

  @Test func `a file that tells more than has happened in a game excludes it`() throws {
    let session = TestSession(GameCatalog.games, seed: 3, folder: try TemporaryFolder()) {
      $0.store = shelf
    }
    session.run(
      "new farkle Ann Bob rounds=1", "roll", "save before", "copy draws=same", "hold 5",
      "save after", "use 1", "load before")
    #expect(try exclusion(in: session) == nil)
    session.run("load after")
    #expect(try exclusion(in: session) == .shown)
  }
}

/// A game of hidden cards: after the deal three moves are made in turn, and the higher card wins. Each
/// player sees the own card only, and advice values moves by it.
private struct Cards: Game {
  let traits: GameTraits
  let name = "cards"
  let summary = "The higher card wins."
  let seats = [Parameter("NAME", .name, count: 2...2)]
  let options: [Option<NoOptions>] = []
  let commands = [
    Command<CardsState>(
      "deal", "deal the cards", examples: ["deal"], Form { .deal(0, 0) },
      Form(.integer("CARD", 1...3), .integer("CARD", 1...3)) { .deal($0, $1) }),
    Command("pass", "pass", examples: ["pass"], Form { .pass }),
    Command("bet", "bet", examples: ["bet"], Form { .bet }),
  ]

  var adviser: Adviser<Cards>? {
    Adviser { view, _, _ throws(GameError) in
      let share = Double(view.own) / 4
      return Advice(
        .chance, meaning: "chance to win", estimate: "of a test",
        moves: view.isDealt
          ? [ValuedMove(.bet, share), ValuedMove(.pass, share / 2)]
          : [ValuedMove(.deal(0, 0), 0.5)])
    }
  }

  func start(_ configuration: GameConfiguration<NoOptions>) throws(GameError) -> CardsState {
    CardsState(names: configuration.names)
  }
}

private struct CardsState: GameState {
  enum Move: Sendable, Equatable {
    case deal(Int, Int)
    case pass, bet
  }

  let names: [String]
  var cards = [0, 0]
  var made = 0

  var status: GameStatus {
    if made == 4 { return .over(winners: [cards[0] > cards[1] ? 0 : 1]) }
    return .playing(turn: made < 2 ? 0 : (made + 1) % 2)
  }

  var legalMoves: LegalMoves<Move> {
    made == 4 ? [] : made == 0 ? [.deal(0, 0)] : [.pass, .bet]
  }

  func resolve(_ move: Move, chance: inout Chance) throws(GameError) -> Resolution<Move> {
    if made == 4 { throw .gameOver }
    switch move {
    case .deal(0, 0): return .play(.deal(chance.die(sides: 3), chance.die(sides: 3)))
    default: return .play(move)
    }
  }

  mutating func apply(_ move: Move, at time: GameTime, report: inout Reporter) {
    if case .deal(let one, let other) = move { cards = [one, other] }
    made += 1
  }

  func traits(of move: Move) -> MoveTraits {
    if case .deal = move { [.undoStop, .draws] } else { .undoStop }
  }

  func write(_ move: Move, to line: inout TextWriter) {
    switch move {
    case .deal(0, 0): line.write("deal")
    case .deal(let one, let other): line.write("deal ", one, " ", other)
    case .pass: line.write("pass")
    case .bet: line.write("bet")
    }
  }

  func writeMasked(_ move: Move, to line: inout TextWriter) {
    if case .deal = move { line.write("deal ? ?") } else { write(move, to: &line) }
  }

  func view(for player: Int?, at time: GameTime) -> CardsView {
    CardsView(names: names, own: player.map { cards[$0] } ?? 0, isDealt: made > 0)
  }
}

private struct CardsView: GameView {
  let names: [String]
  let own: Int
  let isDealt: Bool

  var caption: String { names.joined(separator: ", ") }
  var prompt: String { "cards" }
  var fields: Fields { ["own": .integer(own), "dealt": .bool(isDealt)] }
  func writeTable(to text: inout TextWriter) { text.write("Your card: ", own, ".") }
  func writeSituation(to text: inout TextWriter) {}
}
