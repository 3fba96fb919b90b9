import Fuzzing
import GameTesting
import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

extension Array {
  fileprivate func randomElement(_ picker: inout Chance) -> Element? {
    isEmpty ? nil : self[picker.index(count)]
  }
}

/// A game is its log: undone, done again, saved, loaded and replayed it is the same game.
struct LogTests {
  /// Games through the interpreter, each with its session and what comes after.
  private static let rounds = 12

  private static func forEachGame(
    of game: any Game, folder: TemporaryFolder? = nil, moves: Int = 60,
    _ body: (TestSession, inout Chance) throws -> Void
  ) rethrows {
    for round in 0..<rounds {
      let presets = game.definition.presets
      let preset = presets.isEmpty ? nil : presets[round % presets.count]
      let session = TestSession(Contestants.all, seed: round, folder: folder)
      session.say(Opening(of: game.definition, preset: preset, seed: UInt64(round)).line)
      var picker = Chance(seed: UInt64(round), draw: 5)
      session.interpreter.play(atMost: 1 + picker.index(moves), &picker)
      try body(session, &picker)
    }
  }

  private static func lines(_ session: TestSession) -> [String] {
    var lines: [String] = []
    session.interpreter.currentGame?.logged?.forEachLine { line, digest in
      lines.append("\(line) \(digest)")
    }
    return lines
  }

  @Test(arguments: Contestants.all)
  func `undo then redo is identity`(game: any Game) {
    Self.forEachGame(of: game) { session, picker in
      for _ in 0..<5 {
        let before = (session.position, session.say("state"), Self.lines(session))
        guard let count = session.interpreter.currentGame?.moveCount, count > 0 else { break }
        let steps = 1 + picker.index(count)
        // Not every move is a step: there may be fewer steps than moves.
        let undone = session.run(Array("undo \(steps)".utf8))
        if undone.code == .notNow && steps > 1 { continue }
        #expect(undone.code == nil)
        #expect(session.interpreter.currentGame.map { $0.moveCount <= count - steps } == true)
        #expect(session.run(Array("redo \(steps)".utf8)).code == nil)
        #expect(session.position == before.0)
        #expect(session.say("state") == before.1)
        #expect(Self.lines(session) == before.2)
      }
    }
  }

  /// A move that is replaced leaves the others as they are, with their outcomes; `undo` brings the log
  /// back, `redo` the amendment. An amendment that does not fit changes nothing.
  @Test(arguments: Contestants.all)
  func `amending replaces one move`(game: any Game) throws {
    var (tried, amended) = (0, 0)
    Self.forEachGame(of: game) { session, picker in
      for _ in 0..<30 {
        guard let open = session.interpreter.currentGame?.logged, open.moveCount > 0,
          let move = open.legalMoves().moves.map(\.line).randomElement(&picker)
        else { break }
        tried += 1
        let before = (session.position, session.say("state"), Self.lines(session))
        let number = 1 + picker.index(open.moveCount)
        let place = before.2.indices.filter { !before.2[$0].hasPrefix("clock ") }[number]
        guard session.run(Array("amend \(number) \(move)".utf8)).code == nil else {
          #expect(session.position == before.0 && session.say("state") == before.1)
          #expect(Self.lines(session) == before.2)
          continue
        }
        amended += 1
        let after = (session.position, session.say("state"), Self.lines(session))
        func withoutDigest(_ line: String) -> String {
          // An outcome may move to an earlier line, such as that of the first reveal.
          line.split(separator: " ").dropLast().filter { !$0.contains("=") }.joined(separator: " ")
        }
        #expect(after.2.count == before.2.count)
        for index in after.2.indices where index != place {
          #expect(withoutDigest(after.2[index]) == withoutDigest(before.2[index]))
        }
        #expect(session.run(Array("undo".utf8)).code == nil)
        #expect(session.say("state") == before.1 && Self.lines(session) == before.2)
        #expect(session.run(Array("redo".utf8)).code == nil)
        #expect(session.say("state") == after.1 && Self.lines(session) == after.2)
      }
    }
    #expect(amended > 0 || tried == 0)
  }

  /// A game with moves inserted, deleted or replaced is the game that the same lines make when they
  /// are entered one by one; what does not fit there does not fit here either, and changes nothing.
  @Test(arguments: Contestants.all)
  func `an amended game is the game entered otherwise`(game: any Game) throws {
    var (tried, amended) = (0, 0)
    Self.forEachGame(of: game) { session, picker in
      for _ in 0..<20 {
        guard let open = session.interpreter.currentGame?.logged, open.moveCount > 0 else { break }
        let before = (session.position, session.say("state"), Self.lines(session))
        var lines = Self.words(session)
        // Another move of the log: it has its outcome, if it has one.
        let move = lines[1 + picker.index(lines.count - 1)]
        let first = 1 + picker.index(open.moveCount)
        let last = first + picker.index(min(4, open.moveCount - first + 1))
        let edit: String
        switch picker.index(3) {
        case 0:
          lines.insert(move, at: first)
          edit = "amend insert \(first) \(move)"
        case 1:
          lines.removeSubrange(first...last)
          edit = "amend delete \(first)-\(last)"
        default:
          lines.replaceSubrange(first...last, with: [move])
          edit = "amend \(first)-\(last) \(move)"
        }
        tried += 1
        let other = TestSession(Contestants.all, seed: 99)
        let refusal = lines.lazy.map { other.run(Array($0.utf8)) }.first {
          $0.code != nil || $0.text.starts(with: "Nothing changed".utf8)
        }
        guard session.run(Array(edit.utf8)).code == nil else {
          #expect(refusal != nil, "\(edit) of \(before.2)")
          #expect(session.position == before.0 && session.say("state") == before.1)
          #expect(Self.lines(session) == before.2)
          continue
        }
        amended += 1
        #expect(refusal == nil, "\(edit) of \(before.2): \(String(describing: refusal))")
        let after = (session.say("state"), Self.lines(session))
        #expect(Self.words(session) == Self.words(other), "\(edit) of \(before.2)")
        #expect(session.run(Array("undo".utf8)).code == nil)
        #expect(session.say("state") == before.1 && Self.lines(session) == before.2)
        #expect(session.run(Array("redo".utf8)).code == nil)
        #expect(session.say("state") == after.0 && Self.lines(session) == after.1)
      }
    }
    #expect(amended > 0 || tried == 0)
  }

  /// The lines of the log without those of the clock, and without digests.
  private static func words(_ session: TestSession) -> [String] {
    lines(session).filter { !$0.hasPrefix("clock ") }.map {
      $0.split(separator: " ").dropLast().joined(separator: " ")
    }
  }

  /// In games with moves that are no steps of `undo`, and in journals as well.
  @Test func `undoing an amendment gives back exactly the log before`() {
    let session = TestSession(Contestants.all)
    session.run("new counter A B", "add 5", "roll 4")
    let before = (session.position, session.say("state"), Self.lines(session))
    #expect(session.say("amend 1 add 7").hasPrefix("Amended"))
    #expect(session.say("undo").hasPrefix("Undone: amend 1 add 7."))
    #expect(session.position == before.0)
    #expect(session.say("state") == before.1)
    #expect(Self.lines(session) == before.2)
    #expect(session.run(Array("redo".utf8)).code == nil)
    #expect(session.say("log").hasSuffix("add 7\nroll 4"))
    session.run("undo", "amend 2 roll 3", "undo 2")
    #expect(session.say("log").hasSuffix("seed=0"))
  }

  /// One step back and the same move again: what was drawn comes again.
  @Test(arguments: Contestants.all)
  func `every prefix of the log is a state of the game`(game: any Game) {
    Self.forEachGame(of: game, moves: 40) { session, _ in
      let lines = Self.lines(session)
      let digests = lines.map { $0.split(separator: " ").last.map(String.init) }
      while session.run(Array("undo".utf8)).code == nil {
        let game = session.interpreter.currentGame?.logged
        let count = game?.moveCount ?? 0
        // The digest of the `new` line covers the seed as well.
        let digest = count == 0 ? game?.log.openingDigest : game?.digest
        #expect(digest.map { "\($0)" } == digests[count])
      }
      while session.run(Array("redo".utf8)).code == nil {}
      #expect(Self.lines(session) == lines)
    }
  }

  @Test(arguments: Contestants.all)
  func `save then load is identity`(game: any Game) throws {
    let folder = try TemporaryFolder()
    try Self.forEachGame(of: game, folder: folder) { session, picker in
      session.say("save a overwrite=yes")
      let other = TestSession(Contestants.all, seed: picker.index(1_000_000), folder: folder)
      #expect(other.run(Array("load a".utf8)).code == nil)
      #expect(other.say("state") == session.say("state"))
      #expect(Self.lines(other) == Self.lines(session))
      var (one, two) = (picker, picker)
      #expect(
        session.interpreter.play(atMost: 20, &one) == other.interpreter.play(atMost: 20, &two))
      #expect(Self.lines(other) == Self.lines(session))
      session.say("save a overwrite=yes")
      other.say("save b overwrite=yes")
      let files = [try folder.text("a"), try folder.text("b")]
      #expect(files[0] == files[1])
    }
  }

  @Test(arguments: Contestants.all)
  func `the replay of a log is that log`(game: any Game) throws {
    let folder = try TemporaryFolder()
    try Self.forEachGame(of: game, folder: folder) { session, _ in
      session.say("save a overwrite=yes")
      let script = try folder.text("a")
      let other = TestSession(Contestants.all, seed: 77)
      for line in script.split(separator: "\n") {
        #expect(other.run(Array(line.utf8)).code == nil, "\(line)")
      }
      #expect(Self.lines(other) == Self.lines(session))
      #expect(other.say("state") == session.say("state"))
    }
  }
}
