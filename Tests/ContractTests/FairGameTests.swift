import GameCatalog
import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// Fair games: what is shown when, and what of their files is refused.
struct FairGameTests {
  private static let secret = String(repeating: "0", count: 63) + "1"
  private static let vectors = "new farkle Ann Bob fair-secret=\(secret)"

  /// A session, and the games that it plays for a file.
  private struct Table {
    let session: TestSession
    private let folder: TemporaryFolder

    init(seed: Int? = 0) throws {
      let folder = try TemporaryFolder()
      self.folder = folder
      session = TestSession(GameCatalog.games, folder: folder) { $0.seed = seed }
    }

    var game: (any LoggedGame)? { session.interpreter.currentGame?.logged }
    var fair: FairSecret? { game?.origin.fair }

    /// Plays a game by its shortest lines and gives it up, unless it ends before.
    func play(_ opening: String, _ lines: [String]) throws -> [UInt8] {
      session.say(opening)
      for line in lines { session.say(line) }
      if let game, !game.status.isOver { session.say("fair reveal") }
      session.say("save game.parlor overwrite=yes")
      return Array(try folder.text("game.parlor").utf8)
    }

    func verify(_ bytes: [UInt8]) -> Result<VerifiedGame, CommandError> {
      Result { () throws(CommandError) in
        try session.interpreter.session.verify(bytes, path: "file")
      }
    }

    /// The line that a file is refused for; nil if it passes, 0 if no line is named.
    func fault(in bytes: [UInt8]) -> Int? {
      switch verify(bytes) {
      case .success: nil
      case .failure(let error):
        if case .damagedSave(let line)? = error.detail { line } else { 0 }
      }
    }
  }

  private static let games: [(opening: String, lines: [String])] = [
    (vectors, ["fair word Ann rhubarb", "roll", "hold best", "roll", "hold best", "bank", "roll"]),
    ("new farkle \"Al Bo\" target=500 rounds=1 fair", ["roll", "hold best", "bank"]),
    ("new farkle Ann computer fair", ["roll", "hold best", "bank"]),
    ("new mastermind fair", ["guess 1 2 3 4", "guess 4 3 2 1", "resign"]),
    ("new mastermind slots=3 colors=5 repeats=off fair", ["fair word 1 x y", "guess 1 2 3"]),
    ("new minesweeper easy fair", ["fair word 1 thistle", "reveal 4 5", "flag 1 1", "resign"]),
  ]

  private func seal(_ lines: [String]) -> [UInt8] {
    var sum = LogSum()
    return sum.sealed(Array((lines.joined(separator: "\n") + "\n").utf8))
  }

  /// The lines of a file without its checksum.
  private func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropLast().map(String.init)
  }

  @Test func `the dice are those of the test vectors`() throws {
    let table = try Table()
    let opening = table.session.say(Self.vectors)
    #expect(
      opening.hasPrefix("Commit ec4916dd28fc4c10d78e287ca5d9cc51ee1ae73cbfde08c6b37324cbfaac8bc5\n")
    )
    #expect(table.session.say("roll").hasPrefix("Ann rolls 5 3 3 6 6 6."))
    table.session.say("hold 5")
    #expect(table.session.say("roll").hasPrefix("Ann rolls 6 1 6 3 3."))
  }

  @Test(arguments: games.indices)
  func `a game passes, and no changed byte does`(_ index: Int) throws {
    let table = try Table()
    let bytes = try table.play(Self.games[index].opening, Self.games[index].lines)
    let verified = try table.verify(bytes).get()
    #expect(verified.commit == table.fair?.commit)
    #expect(verified.draws > 0)
    var passed: [Int] = []
    for place in bytes.indices {
      // Each bit of some byte nearby, and what separates lines.
      for byte in [bytes[place] ^ 1 << (place & 7), 0x0A] where byte != bytes[place] {
        var altered = bytes
        altered[place] = byte
        if table.fault(in: altered) == nil { passed.append(place) }
      }
    }
    #expect(passed.isEmpty)
  }

  @Test func `a file that was written anew with other dice is refused where they begin`() throws {
    let table = try Table()
    let (opening, moves) = (Self.vectors, ["roll", "hold best", "roll"])
    let fair = lines(try table.play(opening, moves))
    let other = lines(
      try table.play(opening.dropLast() + "2", moves))
    let place = try #require(fair.firstIndex { $0.hasPrefix("new ") })
    #expect(table.fault(in: seal(fair)) == nil)
    let forged = Array(fair[...place] + other[(place + 1)...])
    #expect(table.fault(in: seal(forged)) == place + 2)
  }

  @Test func `another commit, other words, and a missing end are refused`() throws {
    let table = try Table()
    let whole = lines(try table.play(Self.vectors, ["roll", "hold best", "resign"]))
    let place = try #require(whole.firstIndex { $0.hasPrefix("new ") })
    func fault(_ change: (inout [String]) -> Void) -> Int? {
      var lines = whole
      change(&lines)
      return table.fault(in: seal(lines))
    }
    #expect(fault { _ in } == nil)
    #expect(fault { $0[place].replace("fair=ec49", with: "fair=ec48") } == place + 1)
    #expect(fault { $0[place].replace("Ann+Bob", with: "Ann+Rob") } == place + 2)
    #expect(fault { $0[place].replace("Ann+Bob", with: "Ann") } == place + 1)
    #expect(fault { $0.removeLast() } != nil)
    #expect(fault { $0.insert("# a remark", at: place) } != nil)
    #expect(table.fault(in: try table.play("new farkle Ann seed=1", ["roll"])) != nil)
  }

  @Test func `a code that is not the one of the secret is refused`() throws {
    let table = try Table()
    let whole = lines(try table.play("new mastermind fair", ["guess 1 1 1 1"]))
    let place = try #require(whole.firstIndex { $0.hasPrefix("new ") })
    var forged = whole
    forged[place].replace(try Regex("secret=\"[0-9 ]+\""), with: "secret=\"1 1 1 1\"")
    #expect(forged != whole)
    #expect(table.fault(in: seal(forged)) == place + 1)
  }

  @Test(arguments: ["text", "json"], games.indices)
  func `no reply tells the secret or what it draws before the end`(
    _ format: String, _ index: Int
  ) throws {
    let table = try Table(seed: nil)
    let game = Self.games[index]
    guard !game.opening.contains("fair-secret") else { return }
    table.session.say("set format \(format)")
    var replies = [table.session.say(game.opening)]
    let fair = try #require(table.fair)
    #expect(replies[0].contains(fair.commit))
    let questions = [
      "log", "fair", "state", "show", "rules", "legal", "help fair", "outcomes", "outcomes roll",
      "actions", "seed", "history", "games", "set",
      "save f.parlor", "record f.scenario", "copy", "copy draws=same", "undo", "amend", "redo",
      "goto 0", "amend 1 roll", "seat", "new farkle Ann fair-secret=\(fair.commit.dropLast())",
    ]
    func check() {
      for reply in replies {
        for text in [fair.text, String(fair.seed)] { #expect(!reply.contains(text), "\(reply)") }
      }
    }
    for line in game.lines.dropLast() {
      replies += questions.map(table.session.say)
      check()
      replies = [table.session.say(line)]
      // The dice are nobody's choice: a farkle ends a game of one round.
      if table.game?.status.isOver == true { return }
    }
    check()
    #expect(table.game?.openGameBytes == nil)
    let end = table.session.say("close")
    #expect(end.contains(fair.text), "\(end)")
  }

  @Test func `what was drawn cannot be taken back, and comes no second time`() throws {
    let table = try Table()
    let session = table.session
    session.run("set undo fresh", Self.vectors, "roll", "hold 5")
    #expect(session.code(of: "undo") == nil)
    for line in [
      "undo", "goto 0", "amend 1 roll", "copy", "copy draws=same", "save x.parlor",
      "player rename Ann Eve", "player join Cy score=0", "player leave Bob",
    ] {
      #expect(session.code(of: line) == .notNow, "\(line)")
    }
    session.say("hold 5")
    // Six dice of draw 2 begin with these.
    #expect(session.say("roll").hasPrefix("Ann rolls 6 1 6 3 3."))
    #expect(table.game?.epoch == 0)
  }

  @Test func `an outcome cannot be given, nor tried`() throws {
    let table = try Table()
    table.session.say("new farkle Ann Bob fair")
    var chance = Chance(try #require(table.fair), draw: 0)
    let dice = (0..<6).map { _ in String(chance.die()) }.joined(separator: " ")
    #expect(table.session.code(of: "roll \(dice)") == .illegalMove)
    #expect(table.session.say("roll").hasPrefix("Ann rolls \(dice)."))
  }

  @Test func `a word counts after the commit and before the first move`() throws {
    let table = try Table()
    let session = table.session
    session.say("new farkle Ann \"B:o+b\" fair")
    let commit = table.fair?.commit
    #expect(table.fair?.words == "Ann+B_o_b")
    #expect(session.code(of: "fair word Ann two words") == nil)
    #expect(table.fair?.words == "two words+B_o_b")
    #expect(table.fair?.commit == commit)
    for word in ["a+b", "a:b", String(repeating: "x", count: 65)] {
      #expect(session.code(of: "fair word 1 \(word)") == .badArgument)
    }
    #expect(session.code(of: "fair word Cy x") == .badArgument)
    session.say("roll")
    #expect(session.code(of: "fair word Ann late") == .notNow)
    #expect(session.code(of: "new farkle Ann fair fair-words=early") == .badOption)
    #expect(session.code(of: "new farkle Ann fair=\(commit ?? "")") == .badOption)
  }

  @Test func `words change the draws, also those at the start`() throws {
    let table = try Table()
    var codes: Set<String> = []
    for word in ["a", "b", "c", "d", "e"] {
      let bytes = try table.play(
        "new mastermind slots=8 fair-secret=\(Self.secret)", ["fair word 1 \(word)"])
      codes.insert(
        lines(bytes).first { $0.hasPrefix("new ") }?.prefix { $0 != "f" }.description ?? "")
    }
    #expect(codes.count == 5)
  }

  @Test func `another first cell is another board`() throws {
    let table = try Table()
    let boards = try ["reveal 1 1", "reveal 9 9", "reveal 1 2"].map { reveal in
      let bytes = try table.play("new minesweeper easy fair-secret=\(Self.secret)", [reveal])
      return lines(bytes).last?.split(separator: "layout=").last?.prefix(89)
    }
    #expect(Set(boards).count == 3)
  }

  @Test func `a game whose secret is known goes no further, wherever it is opened`() throws {
    let table = try Table()
    let session = table.session
    _ = try table.play(Self.vectors, ["roll", "hold 5"])
    for line in ["roll", "bank", "undo", "resign", "fair word Ann x"] {
      #expect(session.code(of: line) == .notNow, "\(line)")
    }
    #expect(session.code(of: "load game.parlor") == nil)
    for line in ["roll", "undo", "goto 0", "resign"] {
      #expect(session.code(of: line) == .notNow, "\(line)")
    }
    session.run("close", Self.vectors, "roll", "close", "load closed=1")
    #expect(session.code(of: "hold 5") == .notNow)
  }

  @Test func `every game has a secret of its own, and a script has the same each time`() throws {
    func commits(seed: Int?) throws -> [String?] {
      let table = try Table(seed: seed)
      return ["new farkle Ann fair", "new", "new mastermind fair", "new farkle Ann fair"].map {
        table.session.say($0)
        return table.fair?.commit
      }
    }
    let script = try commits(seed: 5)
    #expect(Set(script).count == 4)
    #expect(try commits(seed: 5) == script)
    let free = try commits(seed: nil)
    #expect(Set(free + script).count == 8)
    #expect(try commits(seed: nil) != free)
  }

  @Test func `a recording does not get the secret`() throws {
    let table = try Table(seed: nil)
    table.session.say("record f.scenario")
    #expect(table.session.code(of: "new farkle Ann fair") == .badOption)
  }

  /// Plays a position on at random.
  private func digest<Rules: Game>(
    _ rules: Rules, from game: (any LoggedGame)?, seed: UInt64
  ) throws -> UInt64 {
    let driver = try #require(game?.driver(of: Rules.self))
    var configuration = driver.configuration
    configuration.seed = seed
    return try Rules.playout(
      rules, configuration, from: driver, limit: 5000, choices: [.random]
    ).digest
  }

  @Test func `who plays a fair game on draws by his own seed, not by the secret`() throws {
    let farkle = try #require(GameCatalog.games.first { $0.definition.name == "farkle" })
    let digests = try [Self.secret, String(Self.secret.dropLast()) + "2"].map { secret in
      let table = try Table()
      table.session.say("new farkle Ann Bob fair-secret=\(secret)")
      return try [1, 2].map { try digest(farkle, from: table.game, seed: $0) }
    }
    #expect(digests[0] == digests[1])
    #expect(digests[0][0] != digests[0][1])
  }

  @Test(arguments: games.indices)
  func `a saved game is loaded and plays as a script`(_ index: Int) throws {
    let table = try Table()
    let first = try table.play(Self.games[index].opening, Self.games[index].lines)
    #expect(table.session.code(of: "load game.parlor") == nil)
    #expect(table.game.map { SavedGame.bytes(of: $0) } == first)
    let digest = table.game?.digest
    #expect(table.session.code(of: "source game.parlor") == nil)
    #expect(table.game?.digest == digest && digest != nil)
  }

  @Test func `a script with another code than that of the secret is refused`() throws {
    let session = try Table().session
    let opening = "fair-secret=\(Self.secret)"
    session.say("new mastermind \(opening)")
    let line = session.interpreter.currentGame?.origin.line(masked: false) ?? ""
    #expect(session.code(of: line) == nil)
    let other = line.replacing(try Regex("secret=\"[0-9 ]+\""), with: "secret=\"1 1 1 1\"")
    #expect(other != line && session.code(of: other) == .badOption)
  }

  @Test func `what cannot be bound is refused`() throws {
    let session = try Table().session
    for line in [
      "new counter Ann fair", "new farkle Ann fair dice=physical", "new farkle Ann fair seed=1",
      "new mastermind fair secret=\"1 2 3 4\"", "new minesweeper fair layout=*..",
      "new farkle Ann fair=off",
      "new farkle Ann fair-secret=12",
    ] {
      #expect(session.code(of: line) == .badOption, "\(line)")
    }
    session.say("new farkle Ann \"fair\"")
    #expect(session.interpreter.currentGame?.logged?.players == ["Ann", "fair"])
    #expect(session.code(of: "fair") == .notNow)
  }
}

extension LoggedGame {
  fileprivate var openGameBytes: [UInt8]? { (self as any OpenGame).savedBytes }
}
