import GameCatalog
import LineSyntax
import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// Players who are renamed.
struct RenamingTests {
  private func session(_ games: [any Game] = GameCatalog.games) -> Session {
    Session(games: games, seed: 5)
  }

  /// The game as everybody can see it, and its digests.
  private func course(_ session: Session) -> [String] {
    let game = session.interpreter.currentGame?.logged
    var digests: [UInt32] = []
    game?.forEachLine { digests.append($1) }
    return session.snapshot() + [session.say("sheet"), session.say("amend"), "\(digests)"]
  }

  /// Random lines of a game, the same for both sessions.
  @Test(arguments: [
    "farkle Ann Bob target=1000", "farkle Ann Bob Cy dice=physical", "pile Ann Bob limit=90",
  ])
  func `a renamed game is the one that was opened with the name`(opening: String) throws {
    for seed in 0..<6 as Range<UInt64> {
      let games = GameCatalog.farkle + [Pile()]
      let (session, other) = (session(games), session(games))
      session.run("new \(opening) seed=\(seed)")
      other.run("new \(opening) seed=\(seed)".replacing("Bob", with: "\"Bob B\""))
      var chance = Chance(seed: seed, draw: 1 << 20)
      let place = Int(chance.below(40))
      for step in 0..<50 {
        if step == place {
          #expect(session.say("player rename Bob \"Bob B\"") == "Bob is now Bob B.")
        }
        let legal = session.interpreter.currentGame?.legalMoves()
        let moves = (legal?.moves.map(\.line) ?? []) + ["points 300", "points 0", "add 2", "draw"]
        let line =
          switch chance.below(10) {
          case 0: "undo"
          case 1: "redo"
          case 2: "amend 2 \(moves[Int(chance.below(UInt32(moves.count)))])"
          case 3: "amend delete 3"
          default: moves[Int(chance.below(UInt32(moves.count)))]
          }
        let (one, two) = (session.say(line), other.say(line))
        if step >= place { #expect(one == two, "seed \(seed), `\(line)`") }
      }
      #expect(course(session) == course(other), "seed \(seed)")
      let count = session.interpreter.currentGame?.logged?.moveCount ?? 0
      let (one, two) = (session.say("undo \(count)"), other.say("undo \(count)"))
      #expect(one == two)
      #expect(course(session) == course(other), "seed \(seed)")
    }
  }

  @Test func `undo and redo go over amendments that were made before`() {
    let session = session()
    session.run(
      "new farkle Ann Bob dice=physical", "points 300", "points 400", "amend 1 points 500",
      "amend 2 points 50", "undo", "player rename 1 Anne")
    #expect(session.say("log").hasPrefix("new farkle Anne Bob rules=standard"))
    #expect(session.say("undo") == "Undone: amend 1 points 500.\nAnne to roll.")
    #expect(session.say("redo 2").hasPrefix("Redone: amend 1 points 500, amend 2 points 50."))
    #expect(
      session.say("score")
        == "* Anne  500       leads  9,500 to go\n  Bob    50  450 behind  9,950 to go")
  }

  @Test func `bots keep their seats, and a new game has the new name`() {
    let session = session()
    session.run("new farkle Ann Bob", "seat Bob bank=300", "player rename Bob Rob")
    #expect(session.say("seat") == "Ann: human\nRob: the bot bank=300")
    session.run("new")
    #expect(session.say("seat") == "Ann: human\nRob: the bot bank=300")
  }

  @Test(arguments: [
    ("player rename Cy X", "there is no player `Cy`"),
    ("player rename Ann Bob", "there is already a player named Bob"),
    ("player rename Ann 7", "`7` is not a name"), ("player rename Ann", "`player` needs a name"),
    ("amend 1 player rename Ann X", "renaming is not a move"),
    ("player join Cy score=0", "nobody can join this game"),
    ("player leave Bob", "only the player whose turn it is can leave this game"),
  ])
  func `a refused change says why and changes nothing`(line: String, reason: String) {
    let session = session([Pile()])
    session.run("new pile Ann Bob", "add 1", "add 2")
    let before = session.snapshot()
    #expect(session.problem(with: line)?.message.contains(reason) ?? false)
    #expect(session.snapshot() == before)
  }

  @Test func `a game without names has none to change, and the counter changes its own`() {
    let session = session()
    session.run("new minesweeper easy")
    #expect(session.code(of: "player rename 1 Ann") == .notNow)
    session.run("new counter Ann Bob")
    #expect(session.say("player rename Ann Anne").contains("Anne"))
    #expect(
      session.say("log").contains("player rename 1 Anne") == true
        || session.say("log").contains("Anne"))
  }

  @Test func `who leaves by default is the player whose turn it is`() {
    let session = session([Pile()])
    session.run("new pile Ann Bob", "add 1")
    #expect(session.say("resign 2").hasPrefix("Bob leaves."))
  }
}

/// Players of Farkle who come and go.
struct JoiningTests {
  private let session = Session(games: GameCatalog.farkle)

  /// What a sheet on paper has of a player in a round.
  private struct Entry: Equatable, CustomStringConvertible {
    var round: Int
    var player: String
    var result: String
    var points: Int
    var score: Int
    var description: String { "\(round) \(player) \(result) \(points) \(score)" }
  }

  /// A sheet on paper, kept by somebody who knows who plays when.
  private struct Paper {
    var entries: [Entry] = []
    var scores: [String: Int] = [:]
    var present: [String]

    mutating func enter(_ points: Int, of player: String, in round: Int) {
      scores[player, default: 0] += points
      note(points > 0 ? "banked" : "farkled", points, player, round)
    }

    mutating func note(_ result: String, _ points: Int, _ player: String, _ round: Int) {
      entries.append(
        Entry(
          round: round, player: player, result: result, points: points,
          score: scores[player] ?? 0))
    }

    mutating func rename(_ player: String, to name: String) {
      for index in entries.indices where entries[index].player == player {
        entries[index].player = name
      }
      if let place = present.firstIndex(of: player) { present[place] = name }
      scores[name] = scores.removeValue(forKey: player)
    }
  }

  private func sheet() throws -> [Entry] {
    session.run("set format json")
    defer { session.run("set format text") }
    let reply = try JSONReader.read(Array(session.say("sheet").utf8))
    let rounds = reply["events"]?.array?.first?["rounds"]?.array ?? []
    return rounds.flatMap { row in
      (row["turns"]?.array ?? []).map { turn in
        Entry(
          round: row["round"]?.integer ?? -1, player: turn["player"]?.string ?? "",
          result: turn["result"]?.string ?? "", points: turn["points"]?.integer ?? -1,
          score: turn["score"]?.integer ?? -1)
      }
    }
  }

  /// Whole evenings at a real table: turns are forgotten or entered twice and corrected later,
  /// players come, go and get other names.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `an evening with slips and guests ends with the sheet that was kept on paper`(
    seed: UInt64
  ) throws {
    var chance = Chance(seed: seed, draw: 1 << 20)
    var paper = Paper(present: ["Ann", "Bob", "Cy", "Di"])
    session.run("new farkle Ann Bob Cy Di dice=physical target=1000000")
    for player in paper.present { paper.scores[player] = 0 }
    var correction: (verb: String, number: Int, move: String)?
    var guests = 0
    func number() -> Int { (session.interpreter.currentGame?.logged?.moveCount ?? 0) + 1 }
    func say(_ line: String) {
      #expect(session.code(of: line) == nil, "seed \(seed): \(line)")
    }
    func correct() {
      if let (verb, place, move) = correction {
        // Nothing was entered after a forgotten turn.
        say(place == number() ? move : "amend \(verb) \(place) \(move)")
      }
      correction = nil
    }
    for round in 1...7 {
      for player in paper.present {
        // Whose turn it is leaves, or somebody else.
        if paper.present.count > 2, correction == nil, chance.below(12) == 0 {
          let leaver = paper.present[Int(chance.below(UInt32(paper.present.count)))]
          let hasPlayed = paper.entries.contains {
            $0.round == round && $0.player == leaver && $0.result != "joined"
          }
          say(
            leaver == player && chance.below(2) == 0 ? "resign" : "player leave \"\(leaver)\"")
          paper.note("left", 0, leaver, hasPlayed ? round + 1 : round)
          paper.present.removeAll { $0 == leaver }
        }
        guard paper.present.contains(player) else { continue }
        let points = [0, 0, 50, 100, 300, 450, 1000][Int(chance.below(7))]
        switch correction == nil ? chance.below(8) : 9 {
        case 0: correction = ("insert", number(), "points \(points)")
        case 1:
          correction = ("delete", number(), "")
          say("points \(points)")
          say("points \(points)")
        default: say(points == 0 ? "farkle" : "points \(points)")
        }
        paper.enter(points, of: player, in: round)
        if chance.below(3) == 0 { correct() }
      }
      correct()
      if chance.below(3) == 0, paper.scores.count < 8 {
        guests += 1
        let lowest = paper.present.map { paper.scores[$0] ?? 0 }.min() ?? 0
        let name = "Guest \(guests)"
        say("player join \"\(name)\" score=\(lowest)")
        paper.present.append(name)
        paper.scores[name] = lowest
        paper.note("joined", lowest, name, round)
      }
      if chance.below(3) == 0 {
        let player = paper.present[Int(chance.below(UInt32(paper.present.count)))]
        say("player rename \"\(player)\" \"Old \(round) \(player.prefix(8))\"")
        paper.rename(player, to: "Old \(round) \(player.prefix(8))")
      }
    }
    func key(_ entry: Entry) -> String { "\(entry)" }
    let expected = paper.entries.map { entry in
      var entry = entry
      if entry.result == "left" { entry.result = "resigned" }
      return entry
    }
    #expect(try sheet().map(key).sorted() == expected.map(key).sorted(), "seed \(seed)")
    // The log of the game leads to the same sheet.
    let (lines, digest) = (session.say("log"), session.position[2])
    session.run("new farkle Eve")
    for line in lines.split(separator: "\n") { say(String(line)) }
    #expect(session.position[2] == digest)
  }

  @Test func `a player joins at the end of a round, with a score`() {
    session.run("new farkle Ann Bob dice=physical", "points 300")
    #expect(
      session.say("player join Cy score=0") == """
        error[not-now]: players join at the end of a round: Bob has a turn left
          end round 1 first, or insert it before an earlier round: \
        `amend insert N player join NAME score=POINTS`
        """)
    session.run("points 200")
    #expect(
      session.say("player join Cy") == """
        error[bad-argument]: the score of Cy is missing
          `player join Cy score=200` gives the lowest score at the table
        """)
    #expect(session.say("player join Cy score=200") == "Cy joins with 200.\nAnn to roll.")
    #expect(session.say("undo") == "Undone: player join Cy score=200.\nAnn to roll.")
    #expect(session.say("redo") == "Redone: player join Cy score=200.\nAnn to roll.")
    session.run("points 0", "points 0")
    #expect(session.say("points 150") == "Cy banks 150 and has 350.\nAnn to roll.")
    #expect(
      session.say("sheet") == """
        Round      Ann  total      Bob  total       Cy  total
        1          300    300      200    200   joined    200
        2       farkle    300   farkle    200      150    350
        """)
    // The move is part of no turn.
    #expect(session.say("amend turn 3 points 100").contains("Amended move 4 (Ann)"))
    #expect(session.say("amend delete 3").contains("move 6, `points 150`") == false)
  }

  @Test(
    arguments: [
      ("player join Ann score=0", .badArgument), ("player join Cy score=25", .badOption),
      ("player join Cy score=10000", .badOption), ("player join 7 score=0", .badArgument),
    ] as [(String, ErrorCode)])
  func `a player who cannot join changes nothing`(line: String, code: ErrorCode) {
    session.run("new farkle Ann Bob dice=physical", "points 300", "points 0")
    let before = session.snapshot()
    #expect(session.code(of: line) == code)
    #expect(session.snapshot() == before)
  }

  @Test func `nobody joins the final round, or a table of eight`() {
    session.run("new farkle Ann Bob dice=physical target=500", "points 500")
    #expect(
      session.say("player join Cy score=0").contains("players cannot join in the final round"))
    session.run("new farkle A B C D E F G H")
    #expect(session.say("player join Cy score=0").contains("at most 8 players"))
  }

  @Test func `a player leaves between turns, and the one whose turn it is at any time`() {
    session.run("new farkle Ann Bob Cy dice=physical", "points 300", "roll 1 2 3 4 6 6", "hold 1")
    #expect(session.say("player leave Cy").contains("Cy can leave once the turn of Bob is over"))
    #expect(
      session.say("player leave Bob") == "Bob leaves the game and 100 on the table.\nCy to roll.")
    #expect(session.say("player leave Bob").contains("Bob has left the game"))
    #expect(
      session.say("resign Ann")
        == "Ann leaves the game.\nCy wins: everybody else has left. `new` plays again.")
    #expect(session.say("log").hasSuffix("resign\nplayer leave Ann"))
  }

  @Test func `a bot leaves once a person has its seat`() {
    session.run("new farkle Ann Bob Cy dice=physical", "seat Cy best")
    #expect(session.say("player leave Cy").contains("`seat Cy human` takes its place"))
    session.run("seat Cy human")
    #expect(session.say("player leave Cy") == "Cy leaves the game.\nAnn to roll.")
  }

  @Test func `a guest can be a bot`() {
    session.run(
      "new farkle Ann Bob seed=3", "player join Cy score=500", "seat Cy bank=300",
      "seat Bob bank=300")
    session.run("roll", "hold best", "bank")
    #expect(session.say("show").contains("* Ann"))
    #expect(session.say("log").contains("player join Cy score=500"))
  }

  @Test(arguments: [
    ("player ", ["rename", "leave", "join"]), ("player rename ", ["Ann", "Bob"]),
    ("player leave B", ["Bob"]), ("player join ", ["Zoe"]),
    ("player join Cy score=", ["100"]), ("amend insert 1 player l", ["leave"]),
  ])
  func `completion knows the players and the score`(line: String, words: [String]) {
    session.run(
      "new farkle Zoe", "close", "new farkle Ann Bob dice=physical", "points 300", "points 100")
    let found = session.interpreter.assistant.completion(of: Array(line.utf8)[...]).suggestions
    #expect(found.map(\.text) == words)
  }

  @Test(
    arguments: [
      ("player leave Cid ", "Cid"), ("player rename Ann Bob ", "Bob"), ("player jump ", "jump"),
      ("player join Ann ", "Ann"), ("player join Cy score=7 ", "score=7"), ("player join Cy ", nil),
      ("player rename Ann Anne ", nil), ("player leave 2 ", nil),
    ] as [(String, String?)])
  func `words that would be refused are red`(line: String, word: String?) {
    session.run("new farkle Ann Bob dice=physical", "points 300", "points 100")
    let bytes = Array(line.utf8)
    let refused = session.interpreter.assistant.highlights(of: bytes[...])
      .filter { $0.role == .refused }.map { String(decoding: bytes[$0.range], as: UTF8.self) }
    #expect(refused == [word].compactMap(\.self))
  }
}
