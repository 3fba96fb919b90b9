import ParlorKit
import Platform
import Records

extension Workload {
  static let records = [
    Workload(
      title: "statistics over 100,000 results", quantity: .time,
      competitors: [
        .statistics(results: 100_000), .countedWins(results: 100_000),
        .countedWinsByFilter(results: 100_000),
      ],
      goals: [.ratio(.atMost, 1, of: "python3")]),
    Workload(
      title: "start-up with a profile of 100,000 results, and of none", quantity: .time,
      competitors: [
        .start("parlor", results: 100_000), .start("parlor, nothing recorded", results: 0),
      ],
      goals: [.ratio(.atMost, 1.1, of: "parlor, nothing recorded")]),
  ]
}

extension Competitor {
  /// Measures `stats` over a number of results.
  static func statistics(results: Int) -> Competitor {
    Competitor(name: Program.parlor.name) { bench throws(BenchError) in
      let profile = try RecordedGames.profile(bench.scaled(results), bench)
      return try run(bench.parlor, ["--profile", profile, "-c", "stats farkle"], bench)
    }
  }

  /// Counts wins in Python, the simplest statistics.
  static func countedWins(results: Int) -> Competitor {
    Competitor(name: "python3") { bench throws(BenchError) in
      guard let python = ProgramPath.find("python3") else { return nil }
      let profile = try RecordedGames.profile(bench.scaled(results), bench)
      let script = [
        "import collections, json, sys", "counts = collections.Counter()",
        "for line in open(sys.argv[1], 'rb'):", "  game = json.loads(line)",
        "  for player in game['players']:",
        "    counts[game['game'], player['name'], player['result']] += 1", "print(counts)",
      ].joined(separator: "\n")
      return try run(python, ["-c", script, "\(profile)/results.jsonl"], bench)
    }
  }

  /// Counts wins in jq.
  static func countedWinsByFilter(results: Int) -> Competitor {
    Competitor(name: "jq") { bench throws(BenchError) in
      guard let jq = ProgramPath.find("jq") else { return nil }
      let profile = try RecordedGames.profile(bench.scaled(results), bench)
      let filter =
        "reduce (inputs | .game as $game | .players[] | \"\\($game) \\(.name) \\(.result)\")"
        + " as $key ({}; .[$key] += 1)"
      return try run(jq, ["-n", filter, "\(profile)/results.jsonl"], bench)
    }
  }

  /// Measures the start-up time with a profile of a number of results.
  static func start(_ name: String, results: Int) -> Competitor {
    Competitor(name: name) { bench throws(BenchError) in
      let count = results == 0 ? 0 : bench.scaled(results)
      let profile = try RecordedGames.profile(count, bench)
      var total = 0.0
      for _ in 0..<bench.scale.starts {
        total += try run(bench.parlor, ["--profile", profile, "-c", "echo hi"], bench)
      }
      return total / Double(bench.scale.starts)
    }
  }

  private static func run(
    _ program: String, _ arguments: [String], _ bench: Bench
  ) throws(BenchError) -> Double {
    let input = try bench.path(of: .empty)
    return try ProcessMeter.run(program, arguments, input: input).processorTime
  }
}

extension Competitor {
  /// Measures the time to append a line to a journal in this process.
  ///
  /// - Parameter syncs: whether to wait for the disk.
  static func journal(syncs: Bool, count: Int) -> Competitor {
    Competitor(name: "journal") { bench throws(BenchError) in
      let path = "\(bench.folder)/journal"
      defer { FileSystem.remove(path) }
      let folder = JournalFolder(path, session: "bench")
      let line = Array("hold 1 5 5 # =0123ABCD\n".utf8)
      let count = bench.scaled(count)
      do throws(FileError) {
        try folder.append(line, to: "game", syncs: syncs, time: nil)
        let start = ContinuousClock.now
        for _ in 0..<count { try folder.append(line, to: "game", syncs: syncs, time: nil) }
        return nanoseconds(since: start) / Double(count)
      } catch { throw .file(error) }
    }
  }

  /// Measures sqlite3 inserting the same lines, each in its own transaction.
  static func inserts(syncs: Bool, count: Int) -> Competitor {
    Competitor(name: "sqlite3") { bench throws(BenchError) in
      guard let program = Program.sqlite3.path(bench) else { return nil }
      let path = "\(bench.folder)/lines.sqlite"
      defer { FileSystem.remove(path) }
      let table = [
        "pragma synchronous = \(syncs ? "full" : "off");", "create table lines (line text);",
      ]
      let count = bench.scaled(count)
      let before = InputScript.cycle(table, 2, name: "inserts-\(syncs)-0")
      let script = before.followed(
        by: .repeated("insert into lines values ('hold 1 5 5 # =0123ABCD');", count))
      var times: [Double] = []
      for script in [before, script] {
        FileSystem.remove(path)
        let input = try bench.path(of: script)
        let start = ContinuousClock.now
        _ = try ProcessMeter.run(program, [path], input: input)
        times.append(nanoseconds(since: start))
      }
      return (times[1] - times[0]) / Double(count)
    }
  }

  private static func nanoseconds(since start: ContinuousClock.Instant) -> Double {
    (ContinuousClock.now - start) / .nanoseconds(1)
  }
}

extension Workload {
  /// The cost of durability.
  static let journal = [
    Workload(
      title: "a line in the journal, synced (sqlite3: an insert)", quantity: .elapsed,
      competitors: [.journal(syncs: true, count: 1_000), .inserts(syncs: true, count: 1_000)],
      goals: []),
    Workload(
      title: "a line in the journal, not synced (sqlite3: an insert)", quantity: .elapsed,
      competitors: [.journal(syncs: false, count: 20_000), .inserts(syncs: false, count: 20_000)],
      goals: []),
  ]
}

/// Profiles with many results.
enum RecordedGames {
  /// The folder of a profile with a number of games of Farkle, made on first use.
  static func profile(_ count: Int, _ bench: Bench) throws(BenchError) -> String {
    let folder = "\(bench.folder)/profile-\(count)"
    guard FileSystem.kind(of: folder) == .missing else { return folder }
    do throws(FileError) {
      try FileSystem.makeFolders(folder, mode: 0o700)
      let file = ResultsFile("\(folder)/results.jsonl", durability: .relaxed)
      // In portions: the memory of this process would count as that of its children.
      for start in stride(from: 0, to: count, by: 1_000) {
        try file.append((start..<min(count, start + 1_000)).map(result))
      }
    } catch { throw .file(error) }
    return folder
  }

  /// A game determined by its number.
  private static func result(_ number: Int) -> GameResult {
    var chance = Chance(seed: UInt64(number), draw: 0)
    let winner = Int(chance.below(2))
    let players = ["Ann", "Bob"].enumerated().map { index, name in
      PlayerRecord(name, index == winner ? .won : .lost, metrics(&chance))
    }
    let end = Timestamp(
      milliseconds: Timestamp.year2000.milliseconds + Int64(number) * 600_000)
    let milliseconds = Int64(chance.below(600_000))
    return GameResult(
      id: "\(number)", game: "farkle", options: ["Ann", "Bob", "rules=standard"],
      seed: UInt64(number),
      record: GameRecord(players: players, metrics: ["rounds": 20, "turns": 40]),
      outcome: .finished,
      start: Timestamp(milliseconds: end.milliseconds - milliseconds), end: end,
      milliseconds: milliseconds)
  }

  private static let keys =
    [
      "points", "highestTurn", "turns", "bankedTurns", "diceSetAside", "farkles",
      "greedyFarkles", "hotDice", "furthestBehind", "finalPoints",
    ] + (1...6).map { "rolled\($0)" }

  private static func metrics(_ chance: inout Chance) -> Metrics {
    var metrics: Metrics = [:]
    for key in keys { metrics[key] = Int(chance.below(5_000)) }
    return metrics
  }
}
