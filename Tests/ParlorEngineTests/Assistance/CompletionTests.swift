import GameCatalog
import LineSyntax
import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// What could be typed next.
struct CompletionTests {
  private let session = Session()

  private func texts(_ line: String, in session: Session? = nil) -> [String] {
    (session ?? self.session).interpreter.assistant.completion(of: Array(line.utf8)[...])
      .suggestions
      .map(\.text)
  }

  @Test(
    arguments: [
      ("a", ["add", "amend"]), ("7 ad", ["add"]), ("d", ["draw", "daily", "drill"]),
      ("add ", ["1", "2"]),
      ("add 1", ["1"]),
      ("add 1 ", []), ("us", []), ("use ", []), ("close ", ["1"]), ("goto ", ["1", "0"]),
      ("total; a", ["add", "amend"]),
      ("help pile a", ["add"]), ("xyz", []), ("xyz ", []),
      ("set l", ["legal"]), ("set legal ", ["on", "off", "always"]),
      ("set legal o", ["on", "off"]),
      ("new ", ["pile", "tally"]), ("new t", ["tally"]), ("new nothing ", []),
      ("new pile Cy rules=", ["plain", "low"]), ("new pile Cy rules=l", ["low"]),
      ("new pile Cy limit=", ["20"]), ("new pile Cy limit=5 l", []),
      ("copy draws=", ["fresh", "same"]), ("copy draws=s", ["same"]),
      ("help ta", ["tally"]), ("rules l", ["list", "low"]), ("state t", ["total", "turn", "time"]),
      ("add 1 # ", []), ("# ", []), ("note \"a\" ", []), ("add 1\u{1}", []),
    ] as [(String, [String])])
  func `completion offers what fits the line`(line: String, candidates: [String]) {
    session.run("new pile Ann limit=5", "add 3")
    #expect(texts(line) == candidates)
  }

  @Test func `a position is offered with the move that led to it, the first as the start`() {
    session.run("new pile Ann limit=5", "add 3", "add 1")
    let found = session.interpreter.assistant.completion(of: Array("goto ".utf8)[...]).suggestions
    #expect(found.map(\.text) == ["2", "1", "0"])
    #expect(found.map(\.detail) == ["add 1", "add 3", "the start"])
  }

  @Test func `files are offered to be read, and folders to be written to`() throws {
    let folder = try TemporaryFolder()
    try folder.add("letter.txt", "precious")
    try folder.add("old.parlor", "# parlor-log 1\n")
    try folder.add("charts/a.svg", "<svg/>")
    let session = Session(folder: folder)
    session.run("new pile Ann limit=5", "add 3")
    for line in ["save ", "record "] {
      let files = texts(line, in: session).filter { $0 != "off" && $0 != "overwrite=" }
      #expect(files == ["charts/"], "\(line)")
    }
    for line in ["save charts/", "record charts/", "review plot=", "save o"] {
      #expect(
        texts(line, in: session) == (line.hasSuffix("=") ? ["charts/"] : []), "\(line)")
    }
    #expect(texts("load ", in: session).contains("old.parlor"))
  }

  @Test func `verbs are those that can be typed now`() {
    let farkle = Session(games: GameCatalog.farkle)
    #expect(texts("", in: farkle).prefix(2) == ["new", "daily"])
    #expect(texts("r", in: farkle) == ["rules", "review"])
    #expect(!texts("", in: farkle).contains { ["show", "undo", "close", "seat"].contains($0) })
    farkle.say("new farkle Ann Bob")
    #expect(texts("", in: farkle).prefix(2) == ["roll", "score"])
    farkle.say("roll 1 1 2 3 4 6")
    #expect(texts("", in: farkle).prefix(2) == ["hold", "score"])
    farkle.say("hold 1")
    #expect(texts("", in: farkle).prefix(4) == ["roll", "hold", "bank", "score"])
    #expect(!texts("", in: farkle).contains("save"))
  }

  @Test func `a game is made fair by a word after its players`() {
    let session = Session(GameCatalog.games) { _ in }
    #expect(texts("new farkle Ann fa", in: session) == ["fair"])
    #expect(texts("new minesweeper easy f", in: session).contains("fair"))
    #expect(texts("new mastermind fa", in: session) == ["fair"])
    for line in ["new farkle fa", "new farkle Ann fair fa", "new counter Ann fa"] {
      #expect(!texts(line, in: session).contains("fair"), "\(line)")
    }
    session.say("new farkle Ann Bob fair")
    #expect(texts("fair ", in: session).contains("word"))
  }

  @Test func `what the position refuses is not offered`() {
    let farkle = Session(GameCatalog.games) { settings in
      settings.capabilities = .profile
      settings.archive = GameArchive(recent: { [] }, find: { _ in nil })
    }
    #expect(texts("re", in: farkle) == ["review"])
    farkle.say("new farkle Ann Bob")
    #expect(texts("out", in: farkle) == ["outcomes"])
    #expect(texts("act", in: farkle) == ["actions"])
    #expect(texts("hin", in: farkle) == ["hint"])
    farkle.say("roll 1 1 2 3 4 6")
    #expect(texts("out", in: farkle) == [])
    farkle.run("resign")
    #expect(texts("hin", in: farkle) == [])
    #expect(texts("odd", in: farkle) == [])
    farkle.say("new counter Ann Bob")
    #expect(texts("act", in: farkle) == [])
    let played = Session(GameCatalog.games) { settings in
      settings.capabilities = .profile
      settings.archive = GameArchive(recent: { [Suggestion("1", "farkle")] }, find: { _ in nil })
    }
    #expect(texts("re", in: played) == ["replay", "review"])
  }

  /// Typing on with candidates, whichever, makes a move that is accepted.
  @Test(arguments: 0..<10)
  func `moves that are completed are legal`(seed: UInt64) {
    var chance = Chance(seed: seed, draw: 0)
    let session = Session(games: GameCatalog.farkle, seed: Int(seed))
    session.say("new farkle Ann Bob target=1000")
    for _ in 0..<40 where session.interpreter.currentGame?.status.isOver == false {
      let verbs = texts("", in: session).filter { ["roll", "hold", "bank"].contains($0) }
      var line = verbs[Int(chance.below(UInt32(verbs.count)))]
      for _ in 0..<6 {
        let rest = texts(line + " ", in: session)
        guard let first = rest.first else { break }
        line += " " + first
      }
      #expect(session.code(of: line) == nil, "\(line)")
    }
  }

  /// Any bytes, at every prefix: the range ends at the cursor, parts stand in order, nothing traps.
  @Test(arguments: 0..<10)
  func `any unfinished line can be completed`(seed: UInt64) {
    var chance = Chance(seed: seed, draw: 1)
    let parts =
      [
        "new ", "pile ", "rules=", "limit=", "\"", "\\", "#", " ", "\t", "add ", "1", "7 ",
        "state ",
        ".", "é", "e\u{301}", "\u{0}", "use ", "help ", "set ", "=", "note ", "clock +", "draw",
      ].map { Array($0.utf8) } + [[0xFF], [0xE2, 0x82]]
    session.run("new pile Ann limit=50", "add 3")
    for _ in 0..<40 {
      let line = (0..<chance.below(8)).flatMap { _ in parts[Int(chance.below(UInt32(parts.count)))]
      }
      for end in 0...line.count {
        let prefix = line[..<end]
        let range = session.interpreter.assistant.completion(of: prefix).range
        #expect(range.upperBound == end || range == 0..<0)
        _ = session.interpreter.assistant.ghost(for: prefix, history: [line])
        let highlights = session.interpreter.assistant.highlights(of: prefix).map(\.range)
        #expect(highlights.allSatisfy { !$0.isEmpty && $0.upperBound <= end })
        #expect(
          zip(highlights, highlights.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
      }
    }
  }
}
