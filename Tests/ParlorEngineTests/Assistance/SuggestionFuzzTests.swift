import GameCatalog
import LineSyntax
import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// What is suggested while a line is typed would be accepted.
struct SuggestionFuzzTests {
  private static let openings = [
    "new farkle Ann Bob target=500", "new farkle Ann dice=physical",
    "new farkle Ann Bob opening=500 target=500",
    "new minesweeper easy", "new minesweeper custom rows=8 cols=8 mines=10", "new mastermind",
    "new mastermind slots=2 colors=3 guesses=3", "new counter", "new counter Ann Bob", "",
  ]

  /// Plays at random, and takes the ghost at the beginnings of many lines: the line must be accepted,
  /// or end with a space behind which a word is missing. Lines that were typed are suggested too.
  @Test(arguments: 0..<20)
  func `ghosts are accepted`(number: Int) {
    var chance = Chance(seed: UInt64(number), draw: 2)
    let session = TestSession(GameCatalog.games, seed: number)
    let assistant = session.interpreter.assistant
    session.say(Self.openings[number % Self.openings.count])
    var typed: [[UInt8]] = ["undo", "use 1", "hold best", "close", "goto 3", "roll"].map {
      Array($0.utf8)
    }
    for _ in 0..<40 {
      let letter = String(UnicodeScalar(UInt8(97 + chance.below(26))))
      let starts = [letter, "hold ", "hold 1", "reveal ", "reveal 3 ", "add ", "guess 1 ", "go"]
      for start in starts {
        let line = Array(start.utf8)
        guard let ghost = assistant.ghost(for: line[...], history: typed), ghost.isInsertable else {
          continue
        }
        let whole = start + ghost.text
        #expect(!["close", "resign"].contains(whole) || start.count > 2, "\(start)")
        guard !whole.hasSuffix(" ") else { continue }
        let outcome = assistant.outcome(of: Array(whole.utf8)[...])
        #expect(outcome != .refused, "\(start)|\(ghost.text)")
        // `quit` would end the session; other lines are run now and then.
        guard whole != "quit", chance.below(4) == 0 else { continue }
        #expect(session.code(of: whole) == nil, "\(start)|\(ghost.text)")
        typed.insert(Array(whole.utf8), at: 0)
      }
      let moves = session.interpreter.currentGame?.legalMoves().moves ?? []
      guard !moves.isEmpty else { continue }
      session.say(moves[Int(chance.below(UInt32(moves.count)))].line)
    }
  }

  /// Whatever is typed behind any verb in any state is coloured and completed without a trap, also where there
  /// are no players and no moves.
  @Test(arguments: openings)
  func `every command can be typed`(opening: String) {
    let session = TestSession(GameCatalog.games, seed: 1)
    session.say(opening)
    let words = [
      "", "0", "1", "-1", "9", "99", "9223372036854775807", "-9223372036854775808", "Ann", "x",
      "\"", "\"Ann", "\"\"", "a=", "=", "seed=", "seed=x", "rules=pa", "best", "human", "1 1",
      "1 best", "1 human", "1 exec x", "Ann bank=", "x y", "1 roll", "insert 1", "insert turn 0",
      "delete 0", "round 0 Ann 1", "turn 9 farkle", "rename 1 x", "move 1 0", "remove 1", "add x",
      "undo ask", "café", "\u{1F3B2}", "1 2 3 4 5 6 7 8 9", ";", "; undo", "all", "off", "end",
    ]
    for line in ["", "roll", "reveal 1 1", "guess 1 2", "add 5", "undo", "resign", "close"] {
      session.say(line)
      let assistant = session.interpreter.assistant
      for verb in session.interpreter.router.declarations.map(\.verb) + ["", "+", "-", "x"] {
        for word in words {
          for end in ["", " "] {
            let typed = Array("\(verb) \(word)\(end)".utf8)
            for highlight in assistant.highlights(of: typed[...]) {
              #expect(highlight.range.upperBound <= typed.count)
            }
            _ = assistant.completion(of: typed[...])
            _ = assistant.ghost(for: typed[...], history: [])
            _ = assistant.outcome(of: typed[...])
          }
        }
      }
    }
  }

  /// What Tab lists on the empty line is a whole command, or the beginning of one.
  @Test(arguments: openings)
  func `verbs are accepted`(opening: String) {
    let session = TestSession(GameCatalog.games)
    session.say(opening)
    session.say("roll")
    let assistant = session.interpreter.assistant
    for verb in assistant.completion(of: []).suggestions.map(\.text) where verb != "quit" {
      let declaration = session.interpreter.router.declarations.first { $0.verb == verb }
      // Others need a word.
      guard declaration?.forms.allSatisfy(\.parameters.isEmpty) == true else { continue }
      #expect(assistant.outcome(of: Array(verb.utf8)[...]) != .refused, "\(verb)")
    }
  }

  /// Behind `amend N`, Tab lists what it listed when move N was made.
  @Test(arguments: openings.dropLast())
  func `amendments are completed as their moves were`(opening: String) throws {
    let session = TestSession(GameCatalog.games, seed: 3)
    func texts(_ line: String) -> [String] {
      session.interpreter.assistant.completion(of: Array(line.utf8)[...]).suggestions.map(\.text)
    }
    session.say(opening)
    let game = try #require(session.interpreter.currentGame)
    var chance = Chance(seed: 5, draw: 0)
    var listed: [[String: [String]]] = []
    while listed.count < 12, !game.status.isOver {
      var before: [String: [String]] = [:]
      for verb in game.moveIndex().verbs { before[verb] = texts("\(verb) ") }
      let legal = game.legalMoves()
      var line = ""
      if legal.moves.isEmpty {
        line = (legal.forms.first ?? "").split(separator: " ").enumerated()
          .map { $0 == 0 ? String($1) : "\(1 + chance.below(2))" }.joined(separator: " ")
      } else {
        line = legal.moves[Int(chance.below(UInt32(legal.moves.count)))].line
      }
      guard session.code(of: line) == nil, game.moveCount == listed.count + 1 else { break }
      listed.append(before)
    }
    for (index, before) in listed.enumerated() {
      for (verb, words) in before { #expect(texts("amend \(index + 1) \(verb) ") == words) }
    }
  }

  @Test func `the move of an amendment is suggested`() {
    let session = TestSession(GameCatalog.games)
    func texts(_ line: String) -> [String] {
      session.interpreter.assistant.completion(of: Array(line.utf8)[...]).suggestions.map(\.text)
    }
    func ghost(_ line: String) -> String? {
      session.interpreter.assistant.ghost(for: Array(line.utf8)[...], history: [])?.text
    }
    func refused(_ line: String) -> [Range<Int>] {
      session.interpreter.assistant.highlights(of: Array(line.utf8)[...])
        .filter { $0.role == .refused }.map(\.range)
    }
    session.run(
      "new farkle Ann Bob dice=physical", "points 500", "roll 1 1 1 2 3 4", "hold 1 1 1", "bank")
    #expect(texts("amend 3 ") == ["hold", "points", "resign", "player"])
    #expect(texts("amend 3 hold ") == ["1 1 1", "1 1", "1", "best"])
    #expect(ghost("amend 3 hold ") == "1 1 1")
    #expect(ghost("amend 3 ho") == "ld 1 1 1")
    #expect(ghost("amend 3 ") == "{MOVE…}")
    #expect(texts("amend insert turn 1 ") == ["roll", "points", "resign", "player"])
    #expect(ghost("amend 2 roll ") == "{D…}")
    #expect(refused("amend 3 hold 1 1") == [])
    #expect(refused("amend 3 hold 2") == [13..<14])
    #expect(refused("amend 3 score") == [8..<13])
    #expect(refused("amend 9 hold 1") == [6..<7])
    // The present position is another one.
    #expect(texts("hold ") == [])
  }

  @Test func `a board is completed row by row`() {
    let session = TestSession(GameCatalog.games)
    session.say("new minesweeper hard")
    func texts(_ line: String) -> [String] {
      session.interpreter.assistant.completion(of: Array(line.utf8)[...]).suggestions.map(\.text)
    }
    #expect(texts("reveal ") == (1...16).map(String.init))
    #expect(texts("reveal 3 ").count == 30)
    #expect(texts("reveal 3 4 ") == ["layout="])
    // Any cell would be a guess.
    for line in ["reveal ", "reveal 3 ", "flag "] {
      let ghost = session.interpreter.assistant.ghost(for: Array(line.utf8)[...], history: [])
      #expect(ghost?.isInsertable == false)
    }
  }

  @Test func `words of finite sets are completed`() {
    let session = TestSession(GameCatalog.games)
    func texts(_ line: String) -> [String] {
      session.interpreter.assistant.completion(of: Array(line.utf8)[...]).suggestions.map(\.text)
    }
    #expect(texts("help farkle h") == ["hold"])
    session.say("new mastermind slots=3 colors=4")
    #expect(texts("guess ") == ["1", "2", "3", "4"])
    #expect(texts("guess 1 2 ") == ["1", "2", "3", "4"])
    #expect(texts("guess 1 2 3 ") == [])
    session.say("new counter Ann Bob")
    #expect(texts("player remove ") == ["Ann", "Bob"])
    #expect(texts("player move A") == ["Ann"])
    session.say("add 5")
    #expect(texts("goto ") == ["1", "0"])
    session.say("new farkle Ann Bob seed=7")
    #expect(texts("seat Bob bank=") == ["300"])
    session.say("roll")
    #expect(!texts("hold ").contains("all"))
    #expect(texts("hold ").contains("best"))
  }
}
