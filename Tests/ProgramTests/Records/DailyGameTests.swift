import LibC
import Platform
import TestKit
import Testing

/// Daily games over several days, and their cards.
@Suite(.blocking) struct DailyGameTests {
  /// Ten turns, whatever the dice do: lines that do not fit are refused.
  private static let turns = Array(repeating: "roll\nhold best\nbank\n", count: 15).joined()

  @Test func `days in a row are counted`() throws {
    let folder = try TemporaryFolder()
    func stats(_ lines: String) throws -> String {
      try Program.run(
        ["--profile", folder["p"], "--keep-going", "--clock", "virtual"],
        input: (lines + "stats\n").utf8
      )
      .text
    }
    let day = "daily farkle Ann\n\(Self.turns)clock +23h\nclock +1h\n"
    #expect(try !stats("").contains("Daily games"))
    #expect(try stats(day + day + day).contains("Daily games: 3 days in a row, 3 at most."))
    // A day without a game ends the streak; the game of another day does not count.
    let late = try stats("clock +96h\n" + "daily farkle Ann date=2000-01-04\n\(Self.turns)")
    #expect(late.contains("Daily games: 0 days in a row, 3 at most."))
  }

  @Test func `only the first game of a day counts, also if it is given up`() throws {
    let folder = try TemporaryFolder()
    func run(_ lines: String) throws -> String {
      try Program.run(
        ["--profile", folder["p"], "--keep-going", "--clock", "virtual"], input: lines.utf8
      ).text
    }
    #expect(try !run("daily farkle Ann\nroll\nresign\n").contains("does not count"))
    let again = try run("daily farkle Ann\n\(Self.turns)stats\n")
    let reason = "does not count: you have opened the daily game of 2000-01-01 before."
    #expect(again.ranges(of: reason).count == 1)
    #expect(again.contains("Daily games: 1 day in a row, 1 at most."))
    #expect(again.contains("Farkle  Ann     0 "))
    #expect(try !run("daily farkle Ann date=2000-01-02\n").contains("does not count"))
  }

  /// Whoever gives up in one of them knows the code in the other.
  @Test func `a daily game that is open at another prompt counts there only`() throws {
    let folder = try TemporaryFolder()
    let arguments = ["--color", "never", "--profile", folder["p"]]
    let first = try Pseudoterminal.parlor(arguments)
    try first.expect(Prompt.outside)
    try first.send("daily mastermind Ann date=2026-11-24\r")
    try first.expect("guess 1> ")
    let second = try Pseudoterminal.parlor(arguments)
    try second.expect(Prompt.outside)
    try second.send("daily farkle Ann date=2026-11-24\r")
    try second.expect(Prompt.turn("Ann"))
    try second.send("daily mastermind Ann date=2026-11-24\r")
    try second.expect("does not count: you have opened the daily game of 2026-11-24 before.")
    try second.expect("guess 1> ")
    try first.send("resign\r")
    try first.expect("> ")
    #expect(try first.leave() == .exited(0))
    #expect(try second.leave() == .exited(0))
    #expect(second.text.ranges(of: "does not count").count == 1)
    #expect(!first.text.contains("does not count"))
  }

  /// A prompt with one guess in a game.
  private func begun(_ line: String, _ arguments: [String]) throws -> Pseudoterminal {
    let terminal = try Pseudoterminal.parlor(arguments)
    try terminal.expect(Prompt.outside)
    try terminal.send("\(line)\r")
    try terminal.expect("guess 1> ")
    try terminal.send("guess 1 1 2 2\r")
    try terminal.expect("guess 2> ")
    return terminal
  }

  /// Its solution may be known, whatever became of it and of its result.
  @Test(arguments: [
    ["resign"], ["close", "y"], ["undo", "resign"], ["undo", "resign", "close"],
    ["resign", "finished forget 1 confirm"],
  ])
  func `a daily game that an earlier session began does not count twice`(lines: [String]) throws {
    let folder = try TemporaryFolder()
    let arguments = ["--color", "never", "--profile", folder["p"]]
    let first = try begun("daily mastermind Ann date=2026-11-24", arguments)
    try first.send(lines.map { "\($0)\r" }.joined())
    #expect(try first.leave() == .exited(0))
    let second = try Pseudoterminal.parlor(arguments)
    try second.expect("> ")
    try second.send("daily mastermind Ann date=2026-11-24\r")
    try second.expect("does not count: you have opened the daily game of 2026-11-24 before.")
    try second.expect("guess 1> ")
    #expect(try second.leave() == .exited(0))
  }

  @Test func `a daily game without a move stays open, also in another session`() throws {
    let folder = try TemporaryFolder()
    let arguments = ["--color", "never", "--profile", folder["p"]]
    let first = try Pseudoterminal.parlor(arguments)
    try first.expect(Prompt.outside)
    try first.send("daily farkle Ann date=2026-11-24\r")
    try first.expect(Prompt.turn("Ann"))
    #expect(try first.leave() == .exited(0))
    let second = try Pseudoterminal.parlor(arguments)
    try second.expect(Prompt.turn("Ann"))
    try second.send("new counter Bo\r")
    try second.expect("Game 1 (Farkle: Ann) stays open")
    #expect(try second.leave() == .exited(0))
  }

  /// A line that was cut short notes nothing.
  @Test func `a daily game that cannot be noted is not opened`() throws {
    let folder = try TemporaryFolder()
    func run() throws -> String {
      let end = try Program.run(
        ["--profile", folder["p"], "--keep-going", "--clock", "virtual"],
        input: "daily mastermind Ann\n".utf8)
      return end.text + String(decoding: end.errors, as: UTF8.self)
    }
    try folder.add("p/daily/blocker", "")
    #expect(try run().contains("cannot write"))
    FileSystem.removeTree(folder["p/daily"])
    try folder.add("p/daily", "2000-01-01 master")
    #expect(try !run().contains("does not count"))
    #expect(try folder.text("p/daily") == "2000-01-01 master\n2000-01-01 mastermind\n")
    #expect(try run().contains("does not count"))
  }

  /// The log of the game has its code.
  @Test func `a daily game that is taken up has its card`() throws {
    let folder = try TemporaryFolder()
    let arguments = ["--color", "never", "--profile", folder["profile"]]
    let first = try begun("daily mastermind Ann", arguments)
    first.signal(SIGKILL)
    try first.waitForExit()
    let second = try Pseudoterminal.parlor(arguments)
    try second.expect("guess 2> ")
    try second.send("resign\rset clipboard off\rdaily card\r")
    try second.expect("Parlor daily 20")
    #expect(try second.leave() == .exited(0))
    #expect(!second.text.contains("not counted"))
  }

  /// The last one, if there are several.
  @Test func `the card is shown again in another session`() throws {
    let folder = try TemporaryFolder()
    func run(_ lines: String) throws -> String {
      try Program.run(
        ["--profile", folder["p"], "--keep-going", "--clock", "virtual", "-c", lines]
      ).text
    }
    _ = try run("daily mastermind Ann; guess 1 1 2 2; resign; clock +24h; daily farkle Ann; resign")
    _ = try run("new mastermind; guess 1 1 2 2; resign; new counter Ann")
    let card = try run("new counter Ann; daily card")
    #expect(card.contains("\nParlor daily 2000-01-02: Farkle\n"), "\(card)")
    let path = folder["r.scenario"]
    let recorded = try run(
      "record \(path); daily card; daily mastermind Ann date=2000-01-03; resign; new counter Ann; daily card"
    )
    #expect(recorded.ranges(of: "Parlor daily ").count == 2)
    #expect(try Program.run(["test", path]).status == .exited(0))
  }

  /// There it is no game that `new` would close.
  @Test func `a daily game without a move stays open in a recording`() throws {
    let folder = try TemporaryFolder()
    let path = folder["r.scenario"]
    let day = "date=2026-11-20"
    _ = try Program.run([
      "--profile", folder["p"], "-c",
      "daily farkle Ann \(day); record \(path); new counter Bob; +5; games; daily farkle \(day); roll",
    ])
    let text = try folder.text("r.scenario")
    #expect(text.contains("Game 1 (Farkle: Ann) stays open"), "\(text)")
    #expect(try Program.run(["test", path]).status == .exited(0), "\(text)")
  }

  @Test func `the card of a game that ends at the prompt goes to the clipboard`() throws {
    let terminal = try Pseudoterminal.parlor()
    try terminal.expect(Prompt.outside)
    try terminal.send("daily farkle Ann\rresign\r")
    try terminal.expect("Parlor daily 20")
    try terminal.expect("\u{1B}]52;c;UGFybG9yIGRhaWx5")
    try terminal.send("set clipboard off\rdaily card\r")
    try terminal.expect("Parlor daily 20")
    #expect(try terminal.leave() == .exited(0))
    #expect(terminal.text.split(separator: "\u{1B}]52;").count == 2)
  }
}
