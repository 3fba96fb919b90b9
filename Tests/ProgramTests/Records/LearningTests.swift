import ParlorKit
import Platform
import TestKit
import Testing

/// What a profile keeps for those who learn: positions to practise, and what play and luck made of games.
@Suite(.blocking) struct LearningTests {
  private func run(_ folder: TemporaryFolder, _ lines: String) throws -> [Value] {
    let outcome = try Program.run([
      "--profile", folder["p"], "--format", "json", "--keep-going", "-c", lines,
    ])
    return try outcome.output.split(separator: 0x0A).map { try JSONReader.read($0) }
  }

  private func event(_ type: String, in replies: [Value]) throws -> Value {
    let events = replies.flatMap { $0["events"]?.array ?? [] }
    return try #require(events.last { $0["type"] == .string(type) }, "\(type): \(replies)")
  }

  @Test func `a wrong answer is kept, asked again by another program, and checked`() throws {
    let folder = try TemporaryFolder()
    let first = try run(folder, "drill mastermind 1; guess 6 6 6 6; stats; finished")
    #expect(try event("drill-answer", in: first)["verdict"] == "blunder")
    #expect(try event("drill-ended", in: first)["right"] == 0)
    // It counts nowhere.
    #expect(try event("stats", in: first)["games"] == .array([]))
    #expect(try event("finished-games", in: first)["games"] == .array([]))
    let lines = try folder.lines("p/drill.jsonl")
    #expect(lines.count == 2)
    #expect(lines[1].hasPrefix("{\"game\":\"mastermind\",\"box\":1,"))
    let whole = try Program.run(["check", "--profile", folder["p"]])
    #expect(whole.status == .exited(0))
    #expect(
      whole.text.contains("/drill.jsonl: positions to practise, 1 position, whole"), "\(whole)")
    let again = try run(folder, "drill mastermind 1; drill stop; drill mastermind 1 seed=3")
    #expect(try event("drill", in: Array(again.prefix(1)))["source"] == "again")
    #expect(try event("drill", in: again)["source"] == "close")
    #expect(try folder.lines("p/drill.jsonl") == lines)
    try folder.add("p/drill.jsonl", lines: [lines[0]])
    let damaged = try Program.run(["check", "--profile", folder["p"]])
    #expect(damaged.status == .exited(1))
    #expect(damaged.text.contains("it ends early: it has 0 of 1 positions"), "\(damaged)")
    let refused = try run(folder, "drill mastermind")
    #expect(refused.first?["error"]?["code"] == "io")
    #expect(try folder.lines("p/drill.jsonl") == [lines[0]])
  }

  @Test func `a position whose draws an open game shares is passed over, and kept`() throws {
    let folder = try TemporaryFolder()
    let game =
      "new mastermind seed=4 slots=3 colors=4; guess 1 1 1; guess 1 1 1; guess 1 1 1;"
      + " guess 2 2 2; guess 1 1 2; resign; close"
    let first = try run(folder, "\(game); drill mastermind 1; drill stop")
    #expect(try event("drill", in: first)["source"] == "error")
    let lines = try folder.lines("p/drill.jsonl")
    #expect(lines.count > 2)
    let open = try run(
      folder, "load finished=1; undo; drill mastermind 1; drill stop; redo; drill mastermind 1")
    let sources = open.flatMap { $0["events"]?.array ?? [] }.compactMap { $0["source"] }
    #expect(sources == ["close", "again"])
    #expect(try folder.lines("p/drill.jsonl") == lines)
  }

  /// Otherwise a second daily game would count, and the errors of finished games would not be asked.
  @Test(arguments: ["daily mastermind", "drill mastermind"])
  func `results that cannot be read are an error`(line: String) throws {
    let folder = try TemporaryFolder()
    try FileSystem.makeFolders(folder["p/results.jsonl"], mode: 0o700)
    let replies = try run(folder, line)
    #expect(replies.first?["error"]?["code"] == "io", "\(replies)")
  }

  /// The figures of every game are those of its review.
  @Test func `play and luck over games are the sums of their reviews`() throws {
    let folder = try TemporaryFolder()
    let games = [
      "roll 1 5 5 2 3 6; hold 1 5 5; bank; roll 1 1 1 2 3 4; hold 1 1 1; bank",
      "roll 1 1 1 2 3 4; hold 1 1 1; bank",
      "roll 2 3 4 6 6 2; roll 1 5 5 2 3 6; hold 1; "
        + "roll 1 1 1 2 3; hold 1 1 1; bank",
    ].map { "new farkle Ann Bob target=500 final-round=off dice=physical; \($0)" }
    let replies = try run(
      folder,
      (games + ["stats farkle luck", "review finished=1", "review finished=2", "review finished=3"])
        .joined(separator: "; "))
    let luck = try event("luck", in: replies)
    #expect(luck["games"] == 3 && luck["skipped"] == 0)
    let reviews = replies.flatMap { $0["events"]?.array ?? [] }.filter { $0["type"] == "review" }
    #expect(reviews.count == 3)
    func number(_ value: Value?) -> Double {
      switch value {
      case .number(let number)?: number
      case .integer(let number)?: Double(number)
      default: .nan
      }
    }
    for player in ["Ann", "Bob"] {
      func rows(_ key: String, _ event: Value) -> Value? {
        event[key]?.array?.first { $0["player"] == .string(player) }
      }
      let total = try #require(rows("results", luck))
      let parts = reviews.compactMap { rows("results", $0) }
      #expect(parts.count == 3 && total["games"] == 3)
      for (sum, part) in [("won", "result"), ("play", "play"), ("luck", "luck")] {
        let expected = parts.reduce(0) { $0 + number($1[part]) }
        #expect(abs(number(total[sum]) - expected) < 1e-8, "\(player) \(sum)")
      }
      // The interval by the usual formula, from the three parts that come from play.
      let play = parts.map { number($0["play"]) }
      let mean = play.reduce(0, +) / 3
      let error = (play.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 2 / 3).squareRoot()
      let interval = try #require(total["interval"]?.array)
      #expect(abs(number(total["adjusted"]) - mean) < 1e-8)
      #expect(abs(number(interval[0]) - (mean - 1.959964 * error)) < 1e-6)
      #expect(abs(number(interval[1]) - (mean + 1.959964 * error)) < 1e-6)
      for key in ["decisions", "rated", "errors", "blunders", "loss", "luck"] {
        let expected = reviews.compactMap { rows("players", $0) }.reduce(0) { $0 + number($1[key]) }
        #expect(abs(number(rows("players", luck)?[key]) - expected) < 1e-8, "\(player) \(key)")
      }
    }
    let one = try event("luck", in: try run(folder, "stats farkle luck Ann"))
    #expect(one["players"]?.array?.map { $0["player"] } == [.string("Ann")])
    #expect(one["results"]?.array?.count == 1)
    let none = try event("luck", in: try run(folder, "stats minesweeper luck"))
    #expect(none["games"] == 0)
  }
}
