import GameCatalog
import ParlorKit
import Platform
import TestKit
import Testing

@testable import ParlorEngine

/// Fair games of two sides, each at a session of its own. The expected values were computed with
/// Python's hashlib and hmac.
struct FairSidesTests {
  /// A side and what it was told to send last.
  private final class Side {
    let session: TestSession
    let folder: TemporaryFolder
    /// All that the session has said.
    var said: [String] = []

    init(_ name: String, end: Int? = nil) throws {
      folder = try TemporaryFolder()
      session = TestSession(GameCatalog.games, folder: folder) { $0.seed = nil }
      let digits = String(repeating: "0", count: 63)
      let secret = end.map { " fair-secret=\(digits)\($0)" } ?? ""
      say("new farkle Ann Bob target=2000 fair=both fair-side=\(name)\(secret)")
    }

    var game: any LoggedGame {
      get throws { try #require(session.interpreter.currentGame?.logged) }
    }

    /// The line to send that the last reply had.
    var toSend: String {
      let lines = said.last?.split(separator: "\n") ?? []
      return lines.first { $0.hasPrefix("Send   ") }.map { String($0.dropFirst(7)) } ?? ""
    }

    @discardableResult
    func say(_ line: String) -> String {
      said.append(session.say(line))
      return said[said.count - 1]
    }

    func save() throws -> [UInt8] {
      session.say("save game.parlor overwrite=yes")
      return Array(try folder.text("game.parlor").utf8)
    }

    func verify(_ bytes: [UInt8]) throws -> VerifiedGame {
      try session.interpreter.session.verify(bytes, path: "file")
    }
  }

  /// Two sides that have their commits.
  private func sides(_ ends: (Int, Int)? = (1, 2)) throws -> (ann: Side, bob: Side) {
    let (ann, bob) = (try Side("Ann", end: ends?.0), try Side("Bob", end: ends?.1))
    let commit = bob.toSend
    bob.say(ann.toSend)
    ann.say(commit)
    return (ann, bob)
  }

  /// Types a move at one side, and passes the lines on until both have made it.
  private func move(_ line: String, from one: Side, to other: Side) {
    one.say(line)
    other.say(one.toSend)
    if !other.toSend.isEmpty { one.say(other.toSend) }
  }

  @Test func `commits, shares and dice are those of the test vectors`() throws {
    let (ann, bob) = try sides((1, 2))
    let commits = [
      "cbfc8f7a60d9391910fc96c45970ee2803e3ee7d943656186b789432b752fdbc",
      "06bb0a3881de3138210ee39ff64d462ac51d24d6b1082060a9e9d20f01019e77",
    ]
    for side in [ann, bob] {
      #expect(side.say("fair") == "Commit \(commits[0])+\(commits[1])\nWords  Ann+Bob")
    }
    #expect(
      ann.say("roll")
        == "Send   fair take 797f2fd5b4a5e1182a5aa6107cc97b5dcd853231d891ff11b275df133c1c6ae7 roll"
    )
    let reply = bob.say(ann.toSend)
    #expect(reply.hasPrefix("Ann rolls 6 6 4 6 6 5.\n"))
    #expect(
      bob.toSend == "fair take a48810bb308b7b43457bb868f2c1fe5eb321fa03d6d7b65c4cc4d882cd141e15")
    #expect(ann.say(bob.toSend).hasPrefix("Ann rolls 6 6 4 6 6 5.\n"))
    move("hold 5", from: ann, to: bob)
    move("roll", from: ann, to: bob)
    #expect(ann.session.say("log").hasSuffix("\nroll 1 2 3 4 3"))
    move("hold 1", from: ann, to: bob)
    move("bank", from: ann, to: bob)
    move("roll", from: bob, to: ann)
    #expect(try ann.game.log.moves(from: 6).map(\.line) == ["roll 6 4 1 1 5 5"])
    #expect(try ann.game.digest == bob.game.digest)
  }

  @Test func `both sides play to the end and hold the same file, which passes`() throws {
    let (ann, bob) = try sides()
    var moves = 0
    bob.say("odds")
    while case .playing(let turn) = try ann.game.status, moves < 1000 {
      let legal = try ann.game.legalMoves().moves.map(\.line)
      let line = legal.contains("bank") ? "bank" : legal.contains("roll") ? "roll" : "hold best"
      turn == 0 ? move(line, from: ann, to: bob) : move(line, from: bob, to: ann)
      moves += 1
    }
    // One side knows nothing of the hints that the other took.
    #expect(try bob.game.table.isAssisted && !ann.game.table.isAssisted)
    let (one, other) = (try ann.save(), try bob.save())
    #expect(try ann.game.status.isOver)
    #expect(one == other)
    let verified = try bob.verify(one)
    #expect(verified.draws > 3 && verified.isOver && verified.debtor == nil)
    #expect(verified.commit.count == 129)
    // A changed digit of each kind.
    let text = String(decoding: one, as: UTF8.self)
    for word in ["fair=", "fair-secret=", "+", "fair-words=", "roll "] {
      let place = try #require(text.firstRange(of: word)).upperBound
      var altered = text
      altered.replaceSubrange(place...place, with: text[place] == "1" ? "2" : "1")
      #expect(throws: CommandError.self) { _ = try bob.verify(Array(altered.utf8)) }
    }
  }

  @Test func `no reply tells a share before its draw`() throws {
    let (ann, bob) = try sides((1, 2))
    // The second share of each side, and the end of its chain.
    let hidden = [
      "b95759d67f4a6c5de9bf8c88bc925a4aae2d43548233fb0a2bc222b6934870fb",
      "bca4e71dffa9474e25ff4545fb82f05b7769a875a3e948a36e81502fff8ac9fb",
      String(repeating: "0", count: 63) + "1", String(repeating: "0", count: 63) + "2",
    ]
    move("roll", from: ann, to: bob)
    move("hold 5", from: ann, to: bob)
    for side in [ann, bob] {
      for question in [
        "fair", "log", "state", "show", "legal", "outcomes", "seed", "games", "save x", "copy",
        "amend", "undo", "redo", "goto 0", "record x", "seat", "history",
      ] {
        side.say(question)
        side.say("set format json")
        side.say(question)
        side.say("set format text")
      }
      // The first reply has none of them, though the line of the test had.
      for reply in side.said { for text in hidden { #expect(!reply.contains(text), "\(reply)") } }
    }
    move("roll", from: ann, to: bob)
    #expect(ann.say("fair reveal").contains("\(hidden[0])+\(hidden[1])"))
  }

  @Test func `a mirrored commit is refused, and so are shares that are not the next`() throws {
    // Known chains: after a farkle it would be Bob's turn.
    let (ann, bob) = (try Side("Ann", end: 1), try Side("Bob", end: 2))
    #expect(ann.session.code(of: "roll") == .notNow)
    #expect(ann.session.code(of: ann.toSend) == .badArgument)
    #expect(ann.session.code(of: "fair take hold 5") == .notNow)
    let commit = bob.toSend
    bob.say(ann.toSend)
    ann.say(commit)
    ann.say("roll")
    let share = ann.toSend.split(separator: " ")[2]
    let position = bob.session.position
    // Ann's own share, mirrored; her commit; a share that is made up; and a draw without one.
    #expect(ann.session.code(of: "fair take \(share)") == .badArgument)
    for line in [
      commit, "fair take \(String(repeating: "a", count: 64)) roll", "fair take roll",
      "fair take \(share)", "fair take \(share) bank", "fair take \(share) roll 1 1 1 1 1 1",
      "fair take", "fair take \(share) show",
    ] {
      #expect(bob.session.code(of: line) != nil, "\(line)")
    }
    #expect(bob.session.position == position)
    bob.say(ann.toSend)
    #expect(bob.session.code(of: "fair take \(share) roll") != nil)
    #expect(bob.session.code(of: "fair take \(share) hold best") == .badArgument)
    #expect(bob.session.code(of: "hold best") == .notNow)
  }

  @Test func `two chains of one end but other sides have no share in common`() {
    let end = [UInt8](repeating: 7, count: 32)
    let (one, other) = (FairSides(0, end: end), FairSides(1, end: end))
    let (first, second) = (one.commits.prefix(64), other.commits.suffix(64))
    #expect(first != second)
    // Mirrored, a commit is taken by nobody who sees it, and its shares open no other.
    #expect(!one.take(FairSecret.bytes(of: String(first)) ?? []))
    #expect(one.take(FairSecret.bytes(of: String(second)) ?? []))
    let share = FairSecret.bytes(of: one.give(0) ?? "") ?? []
    #expect(!one.isShare(share, of: 0) && !one.take(share))
  }

  @Test func `who withholds a share loses, and the file shows it`() throws {
    let (ann, bob) = try sides()
    move("roll", from: ann, to: bob)
    move("hold best", from: ann, to: bob)
    ann.say("roll")
    #expect(ann.session.code(of: "bank") == .notNow)
    #expect(ann.say("fair").hasSuffix(" roll"))
    // Bob has seen the dice, and is silent.
    bob.say(ann.toSend)
    let answer = bob.toSend
    #expect(
      ann.say("fair reveal").hasSuffix(
        "Bob owes a share or the next move, and loses by the rule of two sides."))
    let file = try ann.save()
    #expect(try ann.verify(file).debtor == "Bob")
    #expect(try ann.verify(file).draws == 1)
    // Whoever stops at his own turn owes the move.
    let (cy, dee) = try sides()
    move("roll", from: cy, to: dee)
    #expect(dee.say("fair reveal").contains("Ann owes"))
    #expect(answer.hasPrefix("fair take "))
  }

  @Test func `what the other side has cannot be changed alone`() throws {
    let (ann, bob) = try sides()
    move("roll", from: ann, to: bob)
    move("hold best", from: ann, to: bob)
    for line in [
      "undo", "goto 0", "amend 1 roll", "copy", "save x.parlor", "fair word Ann x",
      "player rename Ann Eve", "player leave Bob", "seat Bob hard", "seat Ann random",
      "fair take hold best",
    ] {
      for side in [ann, bob] { #expect(side.session.code(of: line) != nil, "\(line)") }
    }
    #expect(bob.session.code(of: "resign") == .notNow)
    move("resign", from: ann, to: bob)
    #expect(try ann.save() == bob.save())
    #expect(bob.session.code(of: "fair take roll") == .notNow)
  }

  @Test(arguments: [false, true])
  func `a side goes on where its journal ends`(_ isRestated: Bool) throws {
    let (ann, bob) = (try Side("Ann"), try Side("Bob"))
    func lines() throws -> [UInt8] { SavedGame.lines(of: try ann.game, untilNow: false) }
    var journal = try lines()
    // What each line adds to the journal, the lines of Bob before the moves that they bring.
    func note(_ line: String) throws {
      journal += SavedGame.line(line, try ann.game.digest).utf8
    }
    try note(bob.toSend)
    let commit = bob.toSend
    bob.say(ann.toSend)
    ann.say(commit)
    ann.say("roll")
    bob.say(ann.toSend)
    try note(bob.toSend)
    ann.say(bob.toSend)
    try note(try #require(ann.game.log.moves(from: 1).last).line)
    if isRestated { journal = try lines() }
    var sum = LogSum()
    let resumed = TestSession(GameCatalog.games) { $0.seed = nil }
    let session = resumed.interpreter.session
    try session.takeUp(
      try session.journal(
        sum.sealed(journal), path: "journal", fileTime: Timestamp(milliseconds: 0)))
    move("hold best", from: ann, to: bob)
    resumed.say("hold best")
    #expect(resumed.code(of: "undo") == .notNow)
    // The share of the next draw is the same, and Bob's answer is taken.
    #expect(ann.say("roll") == resumed.say("roll"))
    bob.say(ann.toSend)
    #expect(ann.say(bob.toSend) == resumed.say(bob.toSend))
    #expect(try ann.game.digest == resumed.interpreter.currentGame?.logged?.digest)
  }

  @Test func `a game has the draws of its chains`() throws {
    let sides = FairSides(0, end: [UInt8](repeating: 1, count: 32))
    #expect(sides.give(999) == String(repeating: "01", count: 32))
    #expect(sides.give(1000) == nil)
  }

  @Test func `what two sides cannot play is refused`() throws {
    let session = TestSession(GameCatalog.games)
    for line in [
      "new mastermind fair=both fair-side=1", "new minesweeper fair=both fair-side=1",
      "new farkle Ann fair=both fair-side=Ann", "new farkle Ann Bob Cy fair=both fair-side=Ann",
      "new farkle Ann Bob fair=both", "new farkle Ann Bob fair=both fair-side=Cy",
      "new farkle Ann Bob fair-side=Ann", "new farkle Ann Bob fair=both fair-side=Ann seed=1",
      "new farkle Ann Bob fair=both fair-side=Ann fair-words=x+y",
      "new farkle Ann Bob fair=both fair-side=Ann fair-secret=1",
      "new farkle Ann Bob fair=both fair-side=Ann dice=physical",
      "new farkle Ann Bob fair-secret=\(String(repeating: "a", count: 64))+-",
    ] {
      #expect(session.code(of: line) == .badOption, "\(line)")
    }
    #expect(session.code(of: "new farkle Ann hard fair=both fair-side=Ann") == .notNow)
    session.say("new farkle Ann Bob fair")
    #expect(session.code(of: "fair take roll") == .notNow)
  }

  @Test func `a refusal points to the option that has no pair of shares`() {
    let session = TestSession(GameCatalog.games)
    let pair = String(repeating: "a", count: 64) + "+" + String(repeating: "b", count: 64)
    let opening = "new farkle Ann Bob"
    // Options follow the 18 bytes before a blank.
    let commit = session.problem(with: "\(opening) fair=a+b fair-secret=\(pair)")
    #expect(commit?.range == 19..<27)
    let secret = session.problem(with: "\(opening) fair=\(pair) fair-secret=a+b")
    #expect(secret?.range == 154..<169)
  }

  @Test func `the sides of a saved game take no shares`() throws {
    let shares = [[UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32)]
    let sides = try #require(FairSides(commits: shares, last: shares))
    for share in shares {
      #expect(!sides.take(share))
      #expect(!sides.giveAgain(share))
      #expect(!sides.isShare(share, of: 0))
    }
  }

  @Test func `a log that goes on beyond its shares is refused`() throws {
    let (ann, bob) = try sides()
    move("roll", from: ann, to: bob)
    ann.say("fair reveal")
    let file = String(decoding: try ann.save(), as: UTF8.self)
    var lines = file.split(separator: "\n").dropLast().map(String.init)
    lines.append(lines[lines.count - 1])
    var sum = LogSum()
    let forged = sum.sealed(Array((lines.joined(separator: "\n") + "\n").utf8))
    #expect(throws: CommandError.self) { _ = try ann.verify(forged) }
  }
}
