import ArgumentParser

import struct ParlorKit.Plural

/// `parlord tournament`: tournaments of Farkle Ten.
struct TournamentCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tournament", abstract: "Add, list, start and cancel tournaments of Farkle Ten.",
    discussion: """
      Players enter in the lobby of Farkle Ten, which shows the first tournament that is not over. The \
      commands work while servers run. A game has ten rounds and two players; who has lost it is out.

      Example: `parlord tournament add 'Friday cup' --players 8 --when-full --hours 1`
      """,
    subcommands: [Add.self, List.self, Start.self, Cancel.self])

  /// `parlord tournament add NAME`.
  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Announce a tournament.")

    @OptionGroup var database: DatabaseOption

    @Argument(help: "Its name, of 1 to 60 characters.")
    var name: String

    @Option(help: ArgumentHelp("The most players, 2 to 1024.", valueName: "n"))
    var players = 64

    @Option(
      help: ArgumentHelp(
        "When it begins, in UTC, such as 2026-11-27T19:00:00Z. (default: in 24 hours)",
        valueName: "time"))
    var at: String?

    @Flag(help: "Begin when all places are taken, and at no other time.")
    var whenFull = false

    @Option(
      help: ArgumentHelp(
        "The hours after which the leader of a game has won it, 1 to 168. A round ends with its last game.",
        valueName: "n"))
    var hours = 24

    @Option(help: ArgumentHelp("The losses after which a player is out, 1 or 2.", valueName: "n"))
    var losses = 1

    func validate() throws {
      let ranges: [(String, Int, ClosedRange<Int>)] = [
        ("--players", players, 2...1024), ("--hours", hours, 1...168),
        ("--losses", losses, 1...2),
        ("NAME", name.count, 1...60),
      ]
      for (option, value, range) in ranges where !range.contains(value) {
        throw ValidationError(
          "`\(option)` must be from \(range.lowerBound) to \(range.upperBound), not \(value).")
      }
      if name.unicodeScalars.contains(where: { !$0.isDisplayable }) {
        throw ValidationError("The name has characters that cannot be shown.")
      }
      if let at, Timestamp(iso8601: at) == nil {
        throw ValidationError("`--at \(at)` is not a time such as 2026-11-27T19:00:00Z.")
      }
      if at != nil, whenFull {
        throw ValidationError("`--at` and `--when-full` exclude each other.")
      }
    }

    func run() async throws {
      let (store, now) = (try database.open(), SystemClock.now)
      let launch =
        at.flatMap(Timestamp.init(iso8601:))?.milliseconds ?? now.milliseconds + 86_400_000
      let announced = Tournament(
        name: name, cap: players, losses: losses, condition: whenFull ? 2 : 1, hours: hours,
        launch: launch)
      let tournament = try await store.write { database in
        var tournament = announced
        try tournament.announce(at: now, in: database)
        return tournament
      }
      try await store.close()
      Parlord.write(tournament.summary(entrants: 0), to: 1)
    }
  }

  /// `parlord tournament list`.
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "Print the tournaments, the oldest first.")

    @OptionGroup var database: DatabaseOption

    func run() async throws {
      let store = try database.open()
      let lines = try await store.read { database in
        try Tournament.fetchAll(database, prepared: "SELECT * FROM tournaments ORDER BY id").map {
          tournament in
          let winner = try String.fetchOne(
            database, prepared: "SELECT name FROM players WHERE id = ?",
            arguments: [tournament.winner])
          return tournament.summary(
            entrants: try tournament.entrants(in: database).count, winner: winner)
        }
      }
      try await store.close()
      for line in lines { Parlord.write(line, to: 1) }
    }
  }

  /// `parlord tournament start NUMBER`.
  struct Start: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "start",
      abstract: "Let a tournament begin now, however many places are taken.",
      discussion: """
        The server pairs the players a second later, or with SQLite when somebody next looks at the lobby.
        """)

    @OptionGroup var database: DatabaseOption

    @Argument(help: "The number of the tournament, as `list` prints it.")
    var number: Int

    func run() async throws {
      let now = SystemClock.now.milliseconds
      try await TournamentCommand.change(number, in: database) { tournament, database in
        guard try tournament.entrants(in: database).count >= 2 else {
          throw ProgramError(status: 1, message: "a tournament begins with two players or more")
        }
        var tournament = tournament
        (tournament.condition, tournament.launch) = (1, now)
        try tournament.update(database)
      }
      Parlord.write("tournament \(number) begins", to: 1)
    }
  }

  /// `parlord tournament cancel NUMBER`.
  struct Cancel: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "cancel", abstract: "Remove a tournament that has not begun.")

    @OptionGroup var database: DatabaseOption

    @Argument(help: "The number of the tournament, as `list` prints it.")
    var number: Int

    func run() async throws {
      try await TournamentCommand.change(number, in: database) { try $0.cancel(in: $1) }
      Parlord.write("tournament \(number) is cancelled", to: 1)
    }
  }

  /// Changes a tournament that has not begun.
  private static func change(
    _ number: Int, in database: DatabaseOption,
    _ body: @escaping @Sendable (Tournament, any Database) throws -> Void
  ) async throws {
    let store = try database.open()
    try await store.write { database in
      guard let tournament = try Tournament.find(number, in: database) else {
        throw ProgramError(status: 1, message: "there is no tournament \(number)")
      }
      guard tournament.round == 0, tournament.winner == 0 else {
        throw ProgramError(status: 1, message: "tournament \(number) has begun")
      }
      try body(tournament, database)
    }
    try await store.close()
  }
}

extension Tournament {
  /// The tournament in a line.
  fileprivate func summary(entrants: Int, winner: String? = nil) -> String {
    let state =
      if self.winner > 0 {
        "won by \(winner ?? "somebody who has left")"
      } else if round > 0 {
        "round \(round)"
      } else if condition == 2 {
        "begins when it is full"
      } else {
        "begins \(Timestamp(milliseconds: launch).iso8601)"
      }
    let rounds = Plural(hours, "hour").text + " a round"
    let rule = losses == 1 ? "" : ", out after \(losses) losses"
    return "\(number)  \(name)  \(entrants) of \(cap) players  \(state)  \(rounds)\(rule)"
  }
}
