import GameCatalog
import LineSyntax
import ParlorKit
import Platform
import TestKit
import Testing

@testable import ParlorEngine

/// Rules that are kept under a name.
struct HouseRulesTests {
  private let shelf = RulesShelf()
  private let session: Session

  init() { session = Session(games: GameCatalog.games, houseRules: shelf) }

  private func log() -> String { String(session.say("log").prefix { $0 != "\n" }) }

  @Test func `a name stands for its options, and the line names the built-in rules`() {
    session.say("rules save sunday rules=patch target=5000")
    session.say("new farkle Ann rules=sunday opening=300 seed=4")
    #expect(log() == "new farkle Ann rules=patch target=5000 opening=300 seed=4")
    session.say("new farkle Ann target=800 rules=sunday seed=4")
    #expect(log() == "new farkle Ann rules=patch target=800 seed=4")
    session.say("new")
    #expect(log() == "new farkle Ann rules=patch target=800 seed=0")
  }

  @Test func `what is in force is saved, with the options given`() {
    session.say("new farkle Ann rules=flat rounds=3")
    session.say("rules save a")
    session.say("rules save b rounds=0 tie=shared")
    session.say("rules save c rules=minimal opening=100")
    session.say("rules save d rules=a opening=200")
    #expect(
      shelf.rules.map { "\($0.game) \($0.name) \($0.options.joined(separator: " "))" } == [
        "farkle a rules=flat rounds=3", "farkle b rules=flat tie=shared",
        "farkle c rules=minimal opening=100", "farkle d rules=flat opening=200 rounds=3",
      ])
  }

  @Test func `secrets are no rules`() {
    session.say("new mastermind slots=3 secret=\"1 2 3\"")
    session.say("rules save short")
    #expect(shelf.rules == [.init(game: "mastermind", name: "short", options: ["slots=3"])])
  }

  @Test func `rules of one game are none of another`() {
    shelf.rules = [.init(game: "mastermind", name: "sunday", options: ["slots=3"])]
    #expect(session.code(of: "new farkle Ann rules=sunday") == .badOption)
    #expect(session.code(of: "new mastermind rules=sunday") == nil)
  }

  @Test(arguments: [
    "rules=nothing", "target=9", "target", "wings=2", "seed=5", "=", "layout=.", "target=1e3",
  ]) func `rules that the game does not take are refused when they are named`(_ option: String) {
    shelf.rules = [.init(game: "farkle", name: "odd", options: [option])]
    #expect(session.code(of: "new farkle Ann rules=odd") == .badOption)
    #expect(session.problem(with: "rules odd")?.message.contains("`\(option)`") ?? false)
    #expect(session.code(of: "rules list") == nil)
    #expect(session.code(of: "new farkle Ann rules=flat") == nil)
  }

  @Test func `what no game takes is skipped in the list, with the reason`() {
    shelf.rules = [
      .init(game: "garbage", name: "line", options: [], line: 1),
      .init(game: "farkle", name: "standard", options: ["target=500"], line: 2),
      .init(game: "farkle", name: "ok", options: ["target=900"], line: 4),
      .init(game: "farkle", name: "torn", options: ["tar"], line: 5),
      .init(game: "farkle", name: "big!", options: [], line: 6),
    ]
    shelf.skipped = [.init(line: 3, reason: "it is no text")]
    let list = session.say("rules list")
    #expect(
      list.hasSuffix(
        """
        minimal     only ones, fives and three of a kind
        ok          target=900
        rules:1 is skipped: there is no game `garbage`.
        rules:2 is skipped: `standard` cannot name rules: built-in rules have this name.
        rules:3 is skipped: it is no text.
        rules:5 is skipped: the house rules `torn` contain `tar`, which is not an option of the game.
        rules:6 is skipped: `big!` cannot name rules: a name has 1 to 32 letters, digits and \
        `-`, and starts with a letter.
        """))
    #expect(list.ranges(of: "standard  ").count == 1)
    let completed = session.interpreter.assistant.completion(
      of: Array("new farkle Ann rules=".utf8)[...])
    #expect(completed.suggestions.last?.text == "ok")
    session.say("new farkle Ann rules=standard seed=1")
    #expect(log() == "new farkle Ann rules=standard seed=1", "nothing shadows what is built in")
    #expect(
      session.problem(with: "new farkle Ann rules=nobody")?.message
        == "`rules` takes standard, farkle-ten, patch, flat, minimal or ok")
    for name in ["standard", "torn"] { session.say("rules delete \(name)") }
    #expect(shelf.rules.map(\.name) == ["line", "ok", "big!"])
  }

  @Test func `of many damaged lines the first are told of`() {
    shelf.skipped = (1...1_200).map { SkippedRules(line: $0, reason: "it is no text") }
    let list = session.say("rules list")
    #expect(
      list.hasSuffix(
        "rules:10 is skipped: it is no text.\n1,190 more lines of rules are skipped."))
  }

  @Test(arguments: [
    "list", "save", "delete", "flat", "standard", "low%", "Big!", "", "a b", "9a", "-a", "\u{E9}",
    "abcdefghijklmnopqrstuvwxyzabcdefg",
  ]) func `not every word is a name`(_ name: String) {
    let line = "rules save \(Word.written(name))"
    #expect(session.code(of: line) == .badArgument, "\(line)")
    #expect(shelf.rules.isEmpty)
  }

  @Test func `the place of a name that cannot be is shown`() {
    #expect(session.problem(with: "rules save flat")?.range == 11..<15)
    #expect(session.problem(with: "rules delete flat")?.range == 13..<17)
  }

  @Test func `a file that cannot be read is told of, and built-in rules go on`() {
    shelf.failure = FileError(.read, "rules", because: "it is a directory")
    #expect(session.code(of: "rules save a") == .io)
    #expect(session.code(of: "rules list") == .io)
    #expect(session.code(of: "new farkle Ann rules=sunday") == .io)
    #expect(session.code(of: "new farkle Ann rules=flat") == nil)
    #expect(session.code(of: "rules") == nil)
    #expect(
      session.interpreter.assistant.completion(of: Array("rules fl".utf8)[...]).suggestions.isEmpty)
  }

  @Test func `without a place to keep them there are none`() {
    let session = Session(games: GameCatalog.games)
    session.say("new farkle Ann")
    for line in ["rules save a", "rules delete a"] {
      #expect(session.code(of: line) == .notNow)
    }
    #expect(session.code(of: "rules list") == nil)
    #expect(session.code(of: "rules flat") == nil)
  }

  @Test func `rules are listed, shown and deleted while a game is played that has none`() {
    shelf.rules = [
      .init(game: "farkle", name: "sunday", options: ["target=5000"]),
      .init(game: "mastermind", name: "long", options: ["slots=6"]),
    ]
    session.say("new counter Ann")
    let list = session.say("rules list")
    #expect(list.contains("\nfarkle      sunday      target=5000\n"))
    #expect(list.hasSuffix("\nmastermind  long        slots=6"))
    #expect(session.say("rules long").hasPrefix("Mastermind rules: long\n"))
    #expect(session.code(of: "rules save a target=500") == .notNow)
    #expect(session.code(of: "rules delete long") == nil)
    #expect(shelf.rules.map(\.name) == ["sunday"])
    session.say("new mastermind")
    #expect(session.say("rules list") == "")
  }

  @Test func `names are completed`() {
    session.say("rules save sunday target=5000")
    func texts(_ line: String) -> [String] {
      session.interpreter.assistant.completion(of: Array(line.utf8)[...]).suggestions.map(\.text)
    }
    #expect(texts("new farkle Ann rules=s") == ["standard", "sunday"])
    #expect(texts("rules su") == ["sunday"])
    #expect(texts("rules delete ") == ["sunday"])
    #expect(texts("rules delete sunday ") == [])
  }
}
