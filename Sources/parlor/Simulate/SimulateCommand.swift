import ArgumentParser
import GameCatalog
import ParlorEngine
import ParlorKit
import Platform
import Plugins
import Render
import Scenarios
import Simulation

/// In this module an option is one of the command line, not one of a game.
typealias Option = ArgumentParser.Option

/// `parlor simulate`: plays many games between bots and reports who wins.
struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate", abstract: "Play many games between bots and count who wins.",
    usage: """
      parlor simulate GAME [MODE] BOT… [OPTION=VALUE…] [-n N] [--seed N]
      parlor simulate GAME BOT… from=FILE [-n N] [--seed N]
      parlor simulate GAME BOT… --shard I/K --out FILE
      parlor simulate merge FILE…
      """,
    discussion: """
      Examples:

        parlor simulate farkle bank=300 bank=500 target=5000 -n 10000
        parlor simulate farkle bank=300 bank=500 --plot wins.svg
        parlor simulate farkle best bank=300 from=ann-bob.parlor

      Give one bot for each seat: `random`, or a bot that `help GAME` lists, such as `bank=300`. \
      OPTION=VALUE sets an option of the game, as in `new`. Other words that `new GAME` takes, \
      such as a mode, work here too.

      from=FILE starts each game at the position that a saved game ends with, with the draws of its \
      own seed. The file says nothing of bots, so give one for each seat.

      `duplicate` gives both seats of Farkle the same dice, and reports the difference of their points.

      The first game has the seed of --seed, each later game the next number. The same arguments \
      always give the same report, whatever the number of jobs; its signature changes if any move \
      changes. A game stops after 100,000 moves, or 1,000 in a game without an end; --limit \
      changes that.

      For many machines, --shard I/K plays part I of K, with the same seeds as in a single run, \
      and --out writes its sums to a file. `parlor simulate merge` adds up the files and prints \
      the report of a single run. An existing part is not played again. While a part is running, \
      FILE.partial has the games so far; repeat the command to continue from there.

      Exit codes: 0 all games were played, 1 a bot made an illegal move, 2 invalid arguments or a \
      file that can never be written, 75 a part could not be written for now (try again), 130 \
      interrupted.
      """,
    subcommands: [MergeCommand.self])

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json

    /// Prints a report.
    func write(_ report: Report) {
      let isStyled = Terminal.isTerminal(1) && ColorChoice.auto.isOn
      write(report.fields, isStyled: isStyled) { report.write(to: &$0) }
    }

    /// Prints a report: its data, or the text that a closure writes.
    func write(
      _ fields: @autoclosure () -> Fields, isStyled: Bool = false,
      _ write: (inout TextWriter) -> Void
    ) {
      var text = TextWriter(styled: isStyled)
      switch self {
      case .text: write(&text)
      case .json:
        var json = JSONWriter()
        json.write(.object(fields()))
        text.bytes += json.bytes
        text.breakLine()
      }
      StandardOutput.write(text.bytes)
    }
  }

  @Option(
    name: [.customShort("n", allowingJoined: true), .customLong("games")],
    help: ArgumentHelp("Number of games to play.", valueName: "n"))
  var games = 1000

  @Option(
    help: ArgumentHelp(
      "Seed of the first game: a number or `random`. Default: 0.", valueName: "n"))
  var seed: SeedArgument?

  @Option(
    name: [.customShort("j", allowingJoined: true), .long],
    help: ArgumentHelp("Number of games to play at once. Default: one per core.", valueName: "n"))
  var jobs: Int?

  @Option(help: ArgumentHelp("Maximum number of moves in a game.", valueName: "moves"))
  var limit: Int?

  @Option(help: "Format of the report.")
  var format = Format.text

  @Option(
    help: ArgumentHelp(
      "Play part I of K of the games. `auto` or `auto/K` reads I from the environment of a Slurm array or, `auto/K` only, a Kubernetes job.",
      valueName: "i/k"),
    transform: Shard.argument)
  var shard: Shard?

  @Option(
    help: ArgumentHelp(
      "Write the sums to this file, for `merge`, instead of a report. If it has them already,"
        + " nothing is played.",
      valueName: "file"),
    completion: .file())
  var out: String?

  @Option(
    help: ArgumentHelp(
      "Also draw the shares of wins with their 95 % intervals: FILE.svg is a picture, FILE.json a"
        + " Vega-Lite specification. An existing file is replaced.",
      valueName: "file"),
    completion: .file(), transform: PlotFile.argument)
  var plot: PlotFile?

  @Flag(help: "Print the time taken to standard error.")
  var timing = false

  @Flag(
    help: """
      Report progress on standard error; a line every ten seconds if that is not a terminal.
      """)
  var progress = false

  @ArgumentParser.Argument(help: "Name of the game, such as farkle.")
  var game: String

  @ArgumentParser.Argument(
    help: ArgumentHelp(
      "Bots, one for each seat, or exec=PROGRAM, and options of the game.", valueName: "bot"))
  var words: [String] = []

  func validate() throws {
    if !(1...Self.maxGames ~= games) {
      throw ValidationError("`-n` takes a number from 1 to \(Self.maxGames.grouped).")
    }
    if let jobs, !(1...Self.maxJobs ~= jobs) {
      throw ValidationError("`--jobs` takes a number from 1 to \(Self.maxJobs.grouped).")
    }
    if let limit, !(1...Self.maxMoves ~= limit) {
      throw ValidationError("`--limit` takes a number from 1 to \(Self.maxMoves.grouped).")
    }
    if let out {
      if out.isEmpty { throw ValidationError("`--out` takes the path of a file.") }
      let folder = FileSystem.parent(of: out)
      if FileSystem.kind(of: out) == .folder {
        throw ValidationError("`--out` takes a file; `\(out)` is a folder.")
      }
      if FileSystem.kind(of: out) == .other, out != "/dev/null" {
        throw ValidationError("`--out` takes a file; `\(out)` is not a regular file.")
      }
      if FileSystem.kind(of: folder) != .folder {
        throw ValidationError("`--out` needs an existing folder; `\(folder)` is not one.")
      }
    }
    if shard != nil {
      if out == nil { throw ValidationError("`--shard` needs `--out FILE` for its part.") }
      if case .random? = seed {
        throw ValidationError("`--shard` needs the same seed in all parts, not `--seed random`.")
      }
    }
    if case .number(let first)? = seed, first > Seed.max - games + 1 {
      throw ValidationError(
        "The last game would have a seed above \(Seed.max); use a smaller `--seed`.")
    }
    if let game = Self.builtIn(game) {
      try check(game)
    } else if !PluginHost().names.contains(game) {
      // The error says what is missing.
      _ = try chosenGame()
    }
    // A plugin starts once, when its games are played.
  }

  private static func builtIn(_ name: String) -> (any Game)? {
    GameCatalog.game(named: name)
  }

  private func check(_ game: some Game) throws { _ = try entry(game, seed: 0) }

  private static let maxGames = 1_000_000_000
  private static let maxJobs = 1024
  private static let maxMoves = 1_000_000_000

  func run() throws { try simulate(chosenGame()) }

  private func chosenGame() throws -> any Game {
    if let game = Self.builtIn(game) { return game }
    do throws(GameError) {
      if let game = try PluginHost().plugin(named: self.game)?.game { return game }
    } catch {
      throw ValidationError(error.message)
    }
    let names = GameCatalog.names + PluginHost().names
    let error = SimulateError.unknownGame(self.game, known: names)
    throw ValidationError(error.message)
  }

  private func simulate(_ game: some Game) throws {
    let first = UInt64(seed?.value ?? 0)
    let entry = try entry(game, seed: first)
    let tournament = Tournament(
      entry.start?.rules ?? game, entry.setup, try players(of: entry, game), from: entry.start,
      limit: limit)
    // Two games cannot ask one program at the same time.
    let jobs = entry.programs.isEmpty ? jobs ?? SystemInformation.coreCount : 1
    let settings = TournamentPart.Settings(
      program: Parlor.version, game: game.definition.name, words: entry.words,
      bots: entry.players.map(\.name), seed: first, limit: tournament.limit, games: games)
    let numbers = shard?.range(of: games) ?? 0..<games
    if let out, existingPart(out, settings, numbers)?.numbers == numbers {
      if let unfinished = Self.unfinished(out),
        let bytes = try? FileSystem.read(unfinished, limit: TournamentPart.maxFileSize),
        TournamentPart.isBegun(bytes)
      {
        FileSystem.remove(unfinished)
      }
      return StandardOutput.complain("`\(out)` already has all games of this part")
    }
    let unfinished = out.flatMap(Self.unfinished)
    let begun = unfinished.flatMap { existingPart($0, settings, numbers, isUnfinished: true) }
    let rest = (begun?.numbers.upperBound ?? numbers.lowerBound)..<numbers.upperBound
    if let unfinished, begun != nil {
      StandardOutput.complain(
        "continues from `\(unfinished)`, with \(rest.count.grouped) games left to play")
    }
    let start = SystemClock.monotonic
    let progress = ProgressLine("games", total: numbers.count, isWanted: progress)
    progress.add(numbers.count - rest.count)
    let run = SimulateRun(
      tournament, rest, after: begun?.figures, jobs: jobs, progress: progress
    ) { end, figures in
      guard let unfinished else { return }
      // Failing to save now only matters if the program dies.
      let part = TournamentPart(settings, numbers.lowerBound..<end, figures)
      try? FileSystem.write(part.file, to: unfinished)
    }
    switch run.play() {
    case .played(let figures):
      if timing { reportTime(SystemClock.monotonic - start, rest.count) }
      let part = TournamentPart(settings, numbers, figures)
      plot?.write(Plot(part.report))
      guard let out else { return format.write(part.report) }
      if let unfinished { try? FileSystem.write(part.file, to: unfinished) }
      // Another program may have written the file meanwhile. This one then ends, and keeps its games.
      _ = existingPart(out, settings, numbers)
      write(part, to: out)
      if let unfinished { FileSystem.remove(unfinished) }
    case .failed(let error):
      StandardOutput.complain(error.message)
      ExitStatus.failed.exit()
    case .interrupted: ExitStatus.interrupted.exit()
    }
  }

  /// The file beside a part for its games so far; `nil` beside a device.
  private static func unfinished(_ path: String) -> String? {
    let kind = FileSystem.kind(of: path)
    return kind == .missing || kind == .file ? "\(path).partial" : nil
  }

  /// The part of these games in an existing file; if it is unfinished, of the first of them. A file
  /// with other content is not overwritten, unless it is a damaged part.
  private func existingPart(
    _ path: String, _ settings: TournamentPart.Settings, _ numbers: Range<Int>,
    isUnfinished: Bool = false
  ) -> TournamentPart? {
    guard FileSystem.kind(of: path) == .file else { return nil }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try FileSystem.read(path, limit: TournamentPart.maxFileSize)
    } catch {
      StandardOutput.complain(error.message)
      ExitStatus.usage.exit()
    }
    if bytes.isEmpty { return nil }
    guard let part = TournamentPart(file: bytes) else {
      if TournamentPart.isBegun(bytes) { return nil }
      StandardOutput.complain("`\(path)` exists and is not a part of a simulation")
      ExitStatus.usage.exit()
    }
    let expected = isUnfinished ? numbers.prefix(part.numbers.count) : numbers
    guard part.settings == settings, part.numbers == expected else {
      let difference = settings.difference(from: part.settings) ?? "the shard differs"
      StandardOutput.complain(
        "`\(path)` already holds another part: \(difference); use a new folder for another"
          + " simulation")
      ExitStatus.usage.exit()
    }
    return part
  }

  private func write(_ part: TournamentPart, to path: String) {
    do throws(FileError) {
      try FileSystem.write(part.file, to: path)
    } catch {
      StandardOutput.complain(error.message)
      (error.mayPass ? ExitStatus.temporary : .usage).exit()
    }
  }

  private func entry<Rules: Game>(_ game: Rules, seed: UInt64) throws -> SimulateArguments<Rules> {
    do throws(SimulateError) {
      return try .reading(game, words, seed: seed, open: Self.savedGame)
    } catch {
      throw ValidationError(error.message)
    }
  }

  /// The saved game of a file.
  private static func savedGame(_ path: String) throws(SimulateError) -> any LoggedGame {
    do throws(CommandError) {
      return try Interpreter(.program()).session.savedGame(path, finished: nil).0
    } catch {
      let words = error.diagnostic
      throw .notContinued(([words.message] + words.help).joined(separator: "; "))
    }
  }

  /// The players, with a process for each seat of a program.
  private func players<Rules: Game>(
    of entry: SimulateArguments<Rules>, _ game: Rules
  ) throws -> [TournamentPlayer<Rules>] {
    let host = PluginHost()
    let names = TournamentPlayer.playerNames(for: entry.players)
    var players = entry.players
    for (seat, path) in entry.programs {
      do throws(GameError) {
        players[seat] = Self.player(
          players[seat].name, try host.player(path), for: names[seat], GameKind(game))
      } catch {
        throw ValidationError(error.message)
      }
    }
    return players
  }

  private static func player<Rules: Game>(
    _ name: String, _ program: any SeatedProgram, for player: String, _ kind: GameKind
  ) -> TournamentPlayer<Rules> {
    TournamentPlayer(program: name) { driver, turn throws(GameError) in
      let state = driver.state
      let legal = state.legalMoves
      let lines = LegalLines(
        moves: legal.moves.map { LegalLines.Entry(line: driver.line(of: $0), detail: "") },
        forms: legal.forms)
      let line = try program.choose(
        game: kind.definition.name, player: player,
        view: state.view(for: turn, at: .zero).fields, legal: lines,
        chance: .forProgram(seed: driver.configuration.seed, moves: driver.moveCount))
      let move = try driver.move(try kind.call(of: Array(line.utf8)[...]))
      var chance = driver.chance()
      if case .play(let resolved) = try driver.resolve(move, chance: &chance),
        !chance.hasDrawn, state.traits(of: resolved).contains(.draws)
      {
        throw .illegal("a program cannot give the outcome of `\(line)`")
      }
      return move
    }
  }

  private func reportTime(_ milliseconds: Int64, _ games: Int) {
    let seconds = Double(max(1, milliseconds)) / 1000
    let time = Rounded(seconds, places: 3).text
    let pace = Rounded(Double(games) / seconds, places: 0).text
    StandardError.write("\(games.grouped) games in \(time) s, \(pace) per second\n")
  }
}
