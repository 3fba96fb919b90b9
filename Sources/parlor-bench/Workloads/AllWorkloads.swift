extension Workload {
  /// Every workload, in the order of the table.
  static let all = program + prompt + scenarios + games + journal + records

  /// Start-up, lines, files and memory.
  private static let program = [
    Workload(
      title: "start-up with a line from a file", quantity: .time,
      competitors: [
        .start(.parlor, input: .repeated("echo hi")),
        .start(.sqlite3, input: .repeated(".print hi")),
        .start(.bash, input: .repeated("echo hi")),
        .start(.bc, input: .repeated("1+1")),
        .start(.gnugo, ["--mode", "gtp"], input: .repeated("name")),
      ],
      goals: [.ratio(.atMost, 1.5, of: "sqlite3")]),
    Workload(
      title: "start-up with a line as an argument", quantity: .time,
      competitors: [
        .start(.parlor, ["-c", "echo hi"]),
        .start(.sqlite3, [":memory:", "select 1;"]),
        .start(.bash, ["-c", "echo hi"]),
      ],
      goals: [.ratio(.atMost, 3, of: "sqlite3")]),
    Workload(
      title: "trivial lines", quantity: .lineRate,
      competitors: [
        .lines(.parlor, count: 300_000) { .repeated("echo hello", $0) },
        .lines(.sqlite3, count: 300_000) { .repeated(".print hello", $0) },
        .lines(.bash, count: 300_000) { .repeated("echo hello", $0) },
        .lines(.bc, count: 300_000) { .repeated("1+1", $0) },
        .lines(.gnugo, ["--mode", "gtp"], count: 100_000) { .repeated("known_command play", $0) },
      ],
      goals: [.ratio(.atLeast, 0.8, of: "sqlite3")]),
    Workload(
      title: "moves as lines (Farkle; Go through GTP)", quantity: .lineRate,
      competitors: [
        .lines(.parlor, count: 300_000) { .farkleGames(moves: $0) },
        .lines(.gnugo, ["--mode", "gtp"], count: 100_000) { .goMoves($0) },
        // A line that is only printed, for scale.
        .lines(.sqlite3, count: 300_000) { .repeated(".print hello", $0) },
      ],
      goals: [.ratio(.atLeast, 0.6, of: "sqlite3"), .ratio(.atLeast, 3, of: "gnugo")]),
    Workload(
      title: "moves as lines, replies in JSON with state changes (Farkle)", quantity: .lineRate,
      competitors: [
        .lines(.parlor, ["--format", "json"], count: 100_000) {
          .repeated("set state changes").followed(by: .farkleGames(moves: $0))
        }
      ],
      goals: []),
    Workload(
      title: "a line through pipes, answered before the next", quantity: .tripRate,
      competitors: [
        .roundTrips("parlor", .parlor, count: 50_000),
        .roundTrips("cat", .peer("cat"), count: 50_000),
      ],
      goals: [.ratio(.atLeast, 0.7, of: "cat")]),
    Workload(
      title: "a line through pipes, answered in JSON before the next", quantity: .tripRate,
      competitors: [
        .roundTrips("parlor", .parlor, ["--format", "json"], count: 50_000),
        .roundTrips("cat", .peer("cat"), count: 50_000),
      ],
      goals: [.ratio(.atLeast, 0.6, of: "cat")]),
    Workload(
      title: "200 scenarios of 10 lines of Farkle", quantity: .time,
      competitors: [.scenarios(files: 200), .comparisons(files: 200)],
      goals: [.value(.atMost, 15)]),
    Workload(
      title: "undo and redo after 10,000 moves", quantity: .lineRate,
      competitors: [
        .lines(.parlor, count: 20_000, before: .endlessFarkle(moves: 10_000)) { count in
          .endlessFarkle(moves: 10_000)
            .followed(by: .cycle(["undo", "redo"], count, name: "undo-\(count)"))
        },
        .lines(.parlor, named: "Farkle lines", count: 100_000) { .farkleGames(moves: $0) },
      ],
      goals: [.ratio(.atLeast, 0.5, of: "Farkle lines")]),
    Workload(
      title: "moves through the typed interface (Farkle)", quantity: .moveCost,
      competitors: [.farkleMoves(count: 2_000_000)],
      goals: [.value(.atMost, 60)]),
    Workload(
      title: "memory of the log (Farkle)", quantity: .moveMemory,
      competitors: [.farkleMemory(moves: 2_000_000, quick: 1_000_000)],
      goals: [.value(.atMost, 16)], isSteady: true),
  ]

  /// Keys at the prompt, with hints, colours and completions for a small and a large game.
  private static let prompt = [
    ("an empty table", [], "echo hel"),
    ("Farkle", ["new farkle Ann Bob", "roll"], "hold 1 5"),
    ("typing a line that opens a game", [], "new farkle Ann Bob rul"),
    ("Minesweeper 16 by 30", ["new minesweeper mode=hard seed=1", "reveal 8 15"], "reveal 3"),
    (
      "Minesweeper 60 by 60",
      ["new minesweeper rows=60 columns=60 mines=500 seed=1", "reveal 30 30"], "reveal 3"
    ),
  ].map { title, lines, keys in
    Workload(
      title: "key to echo: \(title)", quantity: .echo,
      competitors: [
        .echo("parlor", .parlor, after: lines, keys: keys), .echo("bash", .bash, ["--norc"]),
        .echo("fish", .peer("fish"), ["--no-config"]),
      ],
      goals: [.ratio(.atMost, 1.5, of: "bash")])
  }
}
