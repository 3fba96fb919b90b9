extension Contender {
  /// Tells every figure of so many results.
  static func statistics(results: Int) -> Contender {
    Contender(name: Program.parlor.name) { bench throws(BenchError) in
      let profile = try RecordedGames.profile(bench.scaled(results), bench)
      return try run(bench.parlor, ["--profile", profile, "-c", "stats farkle"], bench)
    }
  }

  /// Counts in Python who won how often, which is the least that statistics can be.
  static func countedWins(results: Int) -> Contender {
    Contender(name: "python3") { bench throws(BenchError) in
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

  /// The same in jq.
  static func countedWinsByFilter(results: Int) -> Contender {
    Contender(name: "jq") { bench throws(BenchError) in
      guard let jq = ProgramPath.find("jq") else { return nil }
      let profile = try RecordedGames.profile(bench.scaled(results), bench)
      let filter =
        "reduce (inputs | .game as $game | .players[] | \"\\($game) \\(.name) \\(.result)\")"
        + " as $key ({}; .[$key] += 1)"
      return try run(jq, ["-n", filter, "\(profile)/results.jsonl"], bench)
    }
  }

  /// Starts with a profile of so many results, many times, and tells the time of one start.
  static func start(_ name: String, results: Int) -> Contender {
    Contender(name: name) { bench throws(BenchError) in
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
