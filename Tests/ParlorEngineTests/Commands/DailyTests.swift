import GameCatalog
import LineSyntax
import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// `daily`, by the virtual clock.
struct DailyTests {
  private let session = TestSession(GameCatalog.games) { settings in
    settings.dailyGames = [
      DailyGame("farkle", words: { "\($0) rounds=10" }) { "\($0.players.count) player" },
      DailyGame("mastermind", words: { _ in "slots=1 colors=2" }) { "\($0.metrics.entries.count)" },
    ]
  }

  private func seed() -> UInt64? { session.interpreter.currentGame?.origin.seed }

  /// The seeds are those of `printf 'parlor daily 1 GAME DAY' | sha256sum`, which other programs
  /// computed.
  @Test(
    arguments: [
      ("daily farkle", 1_125_005_921_872_362),
      ("daily farkle date=2026-11-24", 2_897_996_893_661_579),
    ])
  func `the seed follows from the day`(line: String, expected: UInt64) {
    #expect(session.code(of: line) == nil)
    #expect(seed() == expected)
  }

  @Test func `the day is that of the clock, in UTC`() {
    #expect(session.say("daily farkle").hasPrefix("The daily game of 2000-01-01.\n"))
    session.run("clock +23h", "clock +59m")
    #expect(session.say("daily farkle").hasPrefix("The daily game of 2000-01-01.\n"))
    session.run("clock +1m")
    #expect(session.say("daily farkle").hasPrefix("The daily game of 2000-01-02.\n"))
  }

  @Test func `the open game of the day is gone back to`() {
    session.run("daily farkle Ann", "new mastermind slots=1 colors=2")
    #expect(session.say("daily farkle Ann").contains("Game 1, Farkle: Ann."))
    session.run("use 1", "player rename Ann Cy")
    #expect(session.say("daily farkle").contains("Game 1, Farkle: Cy."))
    #expect(session.say("daily farkle Bob").contains("Farkle: Bob."))
    session.run("resign", "use 1", "resign")
    #expect(!session.say("daily farkle Cy").contains("Game 1"))
  }

  @Test func `the games take turns`() {
    let games = ["2000-01-01", "2000-01-02", "2000-01-03", "1999-12-31"].map { day in
      session.run("daily date=\(day)")
      return session.interpreter.currentGame?.name ?? ""
    }
    #expect(games == ["farkle", "mastermind", "farkle", "mastermind"])
  }

  @Test(
    arguments: [
      "daily chess", "daily date=2000-02-30", "daily date=tomorrow",
      "daily date=2000-01-01T00:00:00Z",
      "daily card", "daily farkle 7", "daily farkle Ann=hard",
    ])
  func `what is no daily game opens none`(line: String) {
    #expect(session.code(of: line) != nil)
    #expect(session.say("games") == "No game is open.")
  }

  @Test func `the card comes at the end, and only for a daily game`() {
    session.run("daily farkle Ann date=1999-06-01")
    #expect(session.code(of: "daily card") == .notNow)
    session.run("resign")
    let card = session.say("daily card").split(separator: "\n")
    #expect(card.first == "Parlor daily 1999-06-01: Farkle")
    #expect(card.count <= 11)
    session.run("new farkle Ann rounds=10 seed=5", "resign")
    #expect(session.code(of: "daily card") == .notNow)
  }

  @Test(arguments: ["2026-11-24", "2000-01-01", "2099-12-31"])
  func `a day that was named has its card`(day: String) {
    session.run("daily mastermind date=\(day)", "resign")
    #expect(session.say("daily card").hasPrefix("Parlor daily \(day): Mastermind\n"))
  }

  /// The seed alone makes no daily game.
  @Test(arguments: [
    ("", true), ("rounds=1", false), ("rounds=10 dice=physical", false),
    ("rounds=10 opening=500", false),
  ])
  func `a game of other rules has no card`(options: String, isDaily: Bool) {
    session.run("daily farkle")
    let line = "new farkle Ann seed=\(seed() ?? 0) " + (options.isEmpty ? "rounds=10" : options)
    session.run(line, "resign")
    #expect((session.code(of: "daily card") == nil) == isDaily)
  }

  @Test func `a session without daily games says so`() {
    #expect(TestSession(GameCatalog.games).code(of: "daily") == .notNow)
  }
}

/// `set coach on` at a prompt.
struct CoachTests {
  private let session = TestSession(GameCatalog.games, seed: 7) { settings in
    settings.typedLines = { [] }
  }

  /// What the coach says after a line.
  private func coach(_ line: String) -> String {
    session.run(line)
    var text = TextWriter()
    session.interpreter.coach { $0.write(to: &text) }
    return text.string
  }

  private func details(_ line: String) -> [String] {
    session.interpreter.assistant.completion(of: Array(line.utf8)[...]).suggestions.map(\.detail)
  }

  @Test func `it says what a move gave away, and marks the game`() {
    #expect(coach("new farkle Ann Bob target=1000") == "")
    #expect(coach("set coach on") == "")
    #expect(coach("roll 1 1 5 5 2 3") == "")
    let text = coach("hold 5")
    #expect(text.hasPrefix("`hold "))
    #expect(text.contains("was better than `hold 5` by "))
    #expect(text.hasSuffix(" %.\n"))
    #expect(session.interpreter.currentGame?.logged?.table.isAssisted == true)
  }

  /// `hold 1` is best here, and the beginning of what is held.
  @Test func `a hold is not taken for a shorter one`() {
    for line in ["new farkle Ann Bob rounds=1 dice=physical", "points 1000", "set coach on"] {
      _ = coach(line)
    }
    _ = coach("roll 1 5 2 3 6 6")
    #expect(coach("hold 1 5").contains("was better than `hold 1 5` by "))
  }

  @Test func `Tab shows the value beside the points`() {
    _ = coach("new farkle Ann Bob target=1000")
    _ = coach("roll 1 1 5 5 2 3")
    #expect(details("hold ").allSatisfy { !$0.contains("%") })
    _ = coach("set coach on")
    #expect(details("hold ").first?.contains(" points, ") == true)
    #expect(details("hold ").first?.hasSuffix(" %") == true)
    _ = coach("set coach off")
    #expect(details("hold ").allSatisfy { !$0.contains("%") })
  }

  @Test func `scripts have no coach`() {
    let script = TestSession(GameCatalog.games)
    script.run("set coach on", "new farkle Ann Bob", "roll")
    script.interpreter.coach { _ in Issue.record("a reply") }
    #expect(script.interpreter.currentGame?.logged?.table.isAssisted == false)
  }
}
