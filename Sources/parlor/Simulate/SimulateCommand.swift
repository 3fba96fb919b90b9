import ArgumentParser
import GameCatalog
import Language
import ParlorKit
import Platform
import Plugins
import Simulation

/// `parlor simulate`: bots play bots.
struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate", abstract: "Let bots play many games and count who wins.",
    discussion: """
      There is one bot a seat: `random` in every game, and those that `help GAME` lists, such as \
      `bank=300`. Words of the form OPTION=VALUE are options of the game, as `new` takes them; a \
      word that the game itself takes, such as a mode, is given as it is to `new`.

        parlor simulate farkle bank=300 bank=500 target=5000 -n 10000

      Game number i has the seed S + i - 1. The same arguments give the same output, whatever the \
      number of jobs; the signature changes if any game goes another way. A game stops at the \
      limit of moves: 100,000, or 1,000 in a game without an end.

      Exit codes: 0 all games were played, 1 a bot made an illegal move, 2 wrong arguments, \
      130 interrupted.
      """)

  /// What the output is.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @Option(
    name: [.customShort("n"), .customLong("games")],
    help: ArgumentHelp("How many games to play.", valueName: "n"))
  var games = 1000

  @Option(
    help: ArgumentHelp(
      "The seed of the first game: a number or `random`. Default: 0.", valueName: "s"))
  var seed: SeedArgument?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("How many games to play at once. Default: one a core.", valueName: "j"))
  var jobs: Int?

  @Option(help: ArgumentHelp("The most moves of a game.", valueName: "moves"))
  var limit: Int?

  @Option(help: "The format of the report: text or json.")
  var format = Format.text

  @Flag(help: "Tell on standard error how long it took.")
  var timing = false

  @ArgumentParser.Argument(help: "The game.")
  var game: String

  @ArgumentParser.Argument(
    help: ArgumentHelp("Bots, one a seat, and options of the game.", valueName: "bot"))
  var words: [String] = []

  func validate() throws {
    if !(1...Self.mostGames ~= games) {
      throw ValidationError("`-n` takes a number from 1 to \(Self.mostGames.grouped).")
    }
    if let jobs, !(1...Self.mostJobs ~= jobs) {
      throw ValidationError("`--jobs` takes a number from 1 to \(Self.mostJobs.grouped).")
    }
    if let limit, !(1...Self.mostMoves ~= limit) {
      throw ValidationError("`--limit` takes a number from 1 to \(Self.mostMoves.grouped).")
    }
    if case .number(let first)? = seed, first > Seed.most - games + 1 {
      throw ValidationError("The seeds run from `--seed` up, and the last is \(Seed.most) at most.")
    }
    try check(chosenGame())
  }

  private static let mostGames = 1_000_000_000
  private static let mostJobs = 1024
  private static let mostMoves = 1_000_000_000

  func run() throws { try simulate(chosenGame()) }

  private func chosenGame() throws -> any Game {
    let games = GameCatalog.games
    if let game = games.first(where: { $0.definition.name == self.game }) { return game }
    do throws(GameError) {
      if let game = try PluginHost().plugin(named: self.game)?.game { return game }
    } catch {
      throw ValidationError(error.message)
    }
    let problem = SimulateProblem.unknownGame(self.game, known: games.map(\.definition.name))
    throw ValidationError(problem.message)
  }

  /// From here on the kind of game is known, once for all games.
  private func simulate(_ game: some Game) throws {
    let first = UInt64(seed?.value ?? 0)
    let entry = try entry(game, seed: first)
    let contest = Contest(game, entry.setup, entry.contestants, limit: limit)
    let start = SystemClock.monotonic
    switch SimulateRun(contest, games: games, jobs: jobs ?? SystemInformation.coreCount).play() {
    case .played(let figures):
      if timing { Self.tell(Self.timing(games, milliseconds: SystemClock.monotonic - start)) }
      let report = Report(
        game: game.definition.name, words: entry.words, bots: entry.contestants.map(\.name),
        seed: first, limit: contest.limit, figures: figures)
      write(report)
    case .failed(let fault):
      Self.tell("parlor: " + fault.message)
      ExitStatus.failed.exit()
    case .interrupted: ExitStatus.interrupted.exit()
    }
  }

  private func check(_ game: some Game) throws { _ = try entry(game, seed: 0) }

  private func entry<Rules: Game>(_ game: Rules, seed: UInt64) throws -> SimulateEntry<Rules> {
    do throws(SimulateProblem) {
      return try SimulateEntry(game, words, seed: seed)
    } catch {
      throw ValidationError(error.message)
    }
  }

  private func write(_ report: Report) {
    var text = TextWriter(styled: Terminal.isTerminal(1) && ColorChoice.auto.isOn)
    switch format {
    case .text: report.write(to: &text)
    case .json:
      var json = JSONWriter()
      json.write(.object(report.fields))
      text.bytes += json.bytes
      text.breakLine()
    }
    StandardOutput.write(text.bytes)
  }

  private static func timing(_ games: Int, milliseconds: Int64) -> String {
    let seconds = Double(max(1, milliseconds)) / 1000
    let time = Rounded(seconds, places: 3).string
    let pace = Rounded(Double(games) / seconds, places: 0).string
    return "\(games.grouped) games in \(time) s, \(pace) a second"
  }

  private static func tell(_ line: String) {
    try? FileSystem.write(Array((line + "\n").utf8), to: 2, named: "standard error")
  }
}
