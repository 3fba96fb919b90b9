import GameCatalog
import ParlorKit
import Platform
import TestKit
import Testing

@testable import ParlorEngine

/// Positions that are asked, and what becomes of the answers.
struct DrillTests {
  /// A deck in memory, as a profile has one on the disk.
  private final class Shelf {
    var deck = DrillDeck()
    var failure: FileError?

    var store: DrillStore {
      DrillStore { body throws(FileError) in
        if let failure = self.failure { throw failure }
        body(&self.deck)
        return self.deck
      }
    }
  }

  private func session(
    _ shelf: Shelf? = nil, seed: Int = 0, finished: [[UInt8]] = [], folder: TemporaryFolder? = nil,
    isInterrupted: @escaping () -> Bool = { false }
  ) -> Session {
    Session(GameCatalog.games, seed: seed, folder: folder) { settings in
      settings.drills = shelf?.store
      settings.isInterrupted = isInterrupted
      settings.archive = GameArchive { number throws(FileError) in
        guard finished.indices.contains(number - 1) else { return nil }
        return GameArchive.Entry(
          path: "game", bytes: finished[number - 1],
          result: RecordedGame(
            id: "game \(number)", revision: 1, record: GameRecord(players: []),
            opened: Timestamp(milliseconds: 0), played: 0, bots: []))
      }
    }
  }

  /// The log of the position that is asked.
  private func asked(_ session: Session) -> String {
    session.interpreter.currentGame?.logged.map {
      String(decoding: SavedGame.bytes(of: $0), as: UTF8.self)
    } ?? ""
  }

  private func answer(_ session: Session, _ line: String) throws -> Fields {
    let reply = try #require(session.interpreter.execute(line).last)
    return try #require(reply.events.first { $0.type == "drill-answer" }, "\(line)").fields
  }

  private static let openings = [
    "new mastermind slots=3 colors=5", "new farkle Ann Bob target=500 final-round=off",
    "new minesweeper custom rows=8 cols=8 mines=12",
  ]

  @Test(arguments: openings)
  func `a seed asks the same positions in every session`(_ opening: String) throws {
    var found: [[String]] = []
    for (seed, drill) in [(0, "drill 2 seed=4"), (9, "drill 2 seed=4"), (0, "drill 2 seed=5")] {
      let session = session(seed: seed)
      session.run(opening)
      #expect(session.code(of: drill) == nil)
      var logs: [String] = []
      while session.interpreter.session.drill != nil, logs.count < 2 {
        logs.append(asked(session))
        let adviser = session.interpreter.currentGame?.logged?.adviser
        let line = try #require(try adviser?.advise { false }.moves.first?.move)
        #expect(session.code(of: line) == nil, "\(line)")
      }
      #expect(Set(logs).count == 2)
      found.append(logs)
    }
    #expect(found[0] == found[1] && found[0] != found[2])
  }

  /// The values of all legal moves of one position, each asked in a session of its own.
  @Test func `an answer loses what another one is better by, and says which is best`() throws {
    let first = session()
    first.run("new farkle Ann Bob target=500 final-round=off", "drill 1 seed=3")
    let moves = try #require(first.interpreter.currentGame).legalMoves().moves.map(\.line)
    #expect(moves.count > 1)
    var values: [String: Double] = [:]
    var answers: [Fields] = []
    for move in moves {
      let session = session()
      session.run("new farkle Ann Bob target=500 final-round=off", "drill 1 seed=3")
      let fields = try answer(session, move)
      guard case .number(let value)? = fields["value"], case .string(let line)? = fields["line"]
      else { continue }
      values[line] = value
      answers.append(fields)
    }
    let best = try #require(values.values.max())
    for fields in answers {
      guard case .number(let value)? = fields["value"] else { continue }
      let loss: Double =
        switch fields["loss"] {
        case .number(let loss)?: loss
        default: 0
        }
      #expect(abs(best - value - loss) < 1e-8)
      // 1 % and 5 %: see the article on advice.
      #expect(
        fields["verdict"] == .string(loss < 0.01 ? "fine" : loss < 0.05 ? "error" : "blunder"))
      guard case .string(let line)? = fields["best"] else { continue }
      #expect(abs((values[line] ?? 0) - best) < 1e-8)
      #expect(fields["reasons"]?.array?.isEmpty == false)
    }
    // The decision is close: one of the moves is an error, and no blunder.
    #expect(answers.contains { $0["verdict"] == "error" })
  }

  @Test func `the game before is as it was, and a drill is none of the games`() {
    let session = session()
    session.run("new farkle Ann Bob target=500", "roll", "hold best", "new mastermind", "use 1")
    let (before, games) = (session.snapshot(), session.say("games"))
    for lines in [
      ["drill mastermind 2", "guess 1 2 3 4", "guess 1 1 1 1"], ["drill", "drill stop"],
    ] {
      for line in lines { #expect(session.code(of: line) == nil, "\(line)") }
      #expect(session.snapshot() == before)
      #expect(session.say("games") == games)
    }
    #expect(session.interpreter.session.drill == nil)
  }

  @Test(arguments: [
    "undo", "redo", "goto 0", "save x", "new mastermind", "hint", "hint why", "odds", "rollout",
    "show chances", "review", "copy", "use 1", "close", "resign", "amend 1 roll", "seat Ann best",
    "drill", "log", "daily", "load x", "record x", "play", "fair word Ann x",
    "player rename Ann Al",
  ])
  func `meanwhile other commands wait, and change nothing`(_ line: String) throws {
    let session = session(folder: try TemporaryFolder())
    session.run("new farkle Ann Bob target=500", "roll", "drill 2 seed=1")
    let (position, shown) = (session.position, session.say("show"))
    #expect(session.code(of: line) == .notNow, "\(line)")
    #expect(session.position == position && session.say("show") == shown)
    #expect(session.interpreter.session.drill?.answers.moves.isEmpty == true)
    #expect(session.code(of: "drill stop") == nil)
    #expect(session.say("games").contains("Ann, Bob"))
  }

  @Test func `what is no legal move is refused, and the question stays`() {
    let session = session()
    session.run("new mastermind slots=3 colors=5", "drill 1 seed=2")
    let before = asked(session)
    #expect(session.code(of: "guess 1 1") == .badArgument)
    #expect(session.code(of: "guess 1 1 9") != nil)
    #expect(session.code(of: "gues 1 1 1") == .unknownCommand)
    #expect(asked(session) == before)
    #expect(session.code(of: "guess 1 1 1") == nil)
    #expect(session.code(of: "drill stop") == .notNow)
  }

  @Test func `games without an adviser, and games that there are not, are refused`() {
    let session = session()
    #expect(session.code(of: "drill") == .noGame)
    #expect(session.problem(with: "drill counter")?.message == "Counter has no adviser")
    #expect(session.code(of: "drill chess") == .badArgument)
    #expect(session.code(of: "drill farkle 0") == .badArgument)
    session.run("set advice off")
    #expect(session.code(of: "drill mastermind") == .notNow)
    #expect(session.interpreter.currentGame == nil)
  }

  @Test func `a wrong answer comes back after two other positions, and in a later drill`() {
    let shelf = Shelf()
    let session = session(shelf)
    session.run("new mastermind slots=3 colors=5", "drill 4")
    var logs: [String] = []
    for _ in 0..<4 {
      logs.append(asked(session))
      // A guess that has been made tells nothing.
      let line = session.interpreter.currentGame?.logged?.lines.last ?? ""
      #expect(session.code(of: line) == nil, "\(line)")
    }
    #expect(logs[0] == logs[2] || logs[0] == logs[3])
    #expect(Set(shelf.deck.cards.map(\.log)) == Set(logs))
    #expect(shelf.deck.cards.allSatisfy { $0.box == 1 })
    #expect(session.say("drill 1").contains("from your deck, box 1 of 5"))
    let again = shelf.deck.cards.first { $0.log == asked(session) }
    #expect(again != nil)
  }

  @Test func `a right answer is asked again on the next day`() throws {
    let shelf = Shelf()
    let session = session(shelf)
    session.run("new mastermind slots=3 colors=5", "drill 1")
    let line = session.interpreter.currentGame?.logged?.lines.last ?? ""
    session.run(line, "drill 1")
    let log = asked(session)
    let game = try #require(session.interpreter.currentGame?.logged)
    let best = try #require(try game.adviser?.advise { false }.moves.first?.move)
    #expect(session.say(best).hasPrefix("Right: `\(best)` is best with"))
    #expect(shelf.deck.cards.map(\.box) == [2])
    session.run("drill 1")
    #expect(asked(session) != log)
    session.run("drill stop", "clock +24h", "drill 1")
    #expect(asked(session) == log)
  }

  @Test func `errors of finished games are asked before new positions, once the games are over`() {
    let played = session()
    played.run(
      "new farkle Ann Bob target=500 final-round=off dice=physical seed=8", "roll 1 5 5 2 3 6",
      "hold 1 5 5", "bank", "roll 1 1 1 2 3 4", "hold 1 1 1", "bank")
    guard let game = played.interpreter.currentGame?.logged else { return }
    #expect(game.status.isOver)
    let shelf = Shelf()
    let session = session(shelf, finished: [SavedGame.bytes(of: game)])
    let text = session.say("drill farkle 3")
    #expect(text.contains("a decision in one of your games"), "\(text)")
    // The review in the article names these two moves.
    #expect(session.interpreter.currentGame?.logged?.moveCount == 1)
    #expect(shelf.deck.cards.count == 2 && shelf.deck.searched == ["game 1"])
    #expect(session.say("hold 1").hasPrefix("Right: `hold 1` is best"))
    #expect(session.interpreter.currentGame?.logged?.moveCount == 2)
    #expect(session.say("bank").hasPrefix("Blunder: `bank` loses 7.71 %; `roll` is best"))
    #expect(shelf.deck.cards.map(\.box) == [2, 1])
  }

  @Test func `a finished game that is open with other moves is left alone`() {
    let played = session()
    played.run(
      "new farkle Ann Bob target=500 final-round=off dice=physical seed=8", "roll 1 5 5 2 3 6",
      "hold 1 5 5", "bank", "roll 1 1 1 2 3 4", "hold 1 1 1", "bank")
    guard let game = played.interpreter.currentGame?.logged else { return }
    let session = session(Shelf(), finished: [SavedGame.bytes(of: game)])
    session.run(
      "new farkle Ann Bob target=500 final-round=off dice=physical seed=8", "roll 1 2 3 4 6 6")
    #expect(!session.say("drill 1").contains("one of your games"))
  }

  @Test func `Ctrl-C while an answer is valued changes nothing`() {
    var isInterrupted = false
    let session = session(isInterrupted: { isInterrupted })
    session.run("new mastermind slots=3 colors=5", "drill 5")
    let before = asked(session)
    isInterrupted = true
    #expect(session.code(of: "guess 1 1 1") == .notNow)
    #expect(session.interpreter.session.drill?.answers.moves.isEmpty == true)
    isInterrupted = false
    #expect(asked(session) == before)
    #expect(session.code(of: "guess 1 1 1") == nil)
  }

  @Test func `Ctrl-C after that ends the drill, and the answer is kept`() {
    let shelf = Shelf()
    // The first wrong answer is in the deck before the next position is sought.
    let session = session(shelf, isInterrupted: { !shelf.deck.cards.isEmpty })
    session.run("new mastermind slots=3 colors=5", "drill 5")
    let line = session.interpreter.currentGame?.logged?.lines.last ?? ""
    #expect(session.say(line).contains("The drill is over: interrupted. 0 of 1 answer right."))
    #expect(shelf.deck.cards.count == 1 && session.interpreter.session.drill == nil)
  }

  @Test func `what cannot be written is not counted`() {
    let shelf = Shelf()
    let session = session(shelf)
    session.run("new mastermind slots=3 colors=5", "drill 2")
    let before = asked(session)
    shelf.failure = FileError(.write, "drill.jsonl", because: "the disk is full")
    #expect(session.code(of: "guess 1 1 1") == .io)
    #expect(asked(session) == before)
    shelf.failure = nil
    #expect(session.code(of: "guess 1 1 1") == nil)
    #expect(session.interpreter.session.drill?.answers.moves.count == 1)
  }
}
