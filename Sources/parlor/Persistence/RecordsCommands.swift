import GameCatalog
import LineSyntax
import ParlorEngine
import ParlorKit
import Platform
import Plugins
import Records

/// The commands over recorded games: `stats`, `finished` and `ranking`.
struct RecordsCommands {
  let profile: Profile
  /// The games that have statistics.
  private(set) var subjects: [StatisticsSubject]

  init(_ profile: Profile) {
    self.profile = profile
    subjects = GameCatalog.games.map(StatisticsSubject.init)
  }

  /// The same with the games of plugins, unless a command is about a game of the program alone. The results are
  /// opened only when a command runs.
  init(_ profile: Profile, _ session: Session, of game: String? = nil) {
    self.init(profile)
    if !subjects.contains(where: { $0.name == game }) { addPlugins(of: session.library) }
  }

  /// The commands, in the order of help.
  static func all(_ profile: Profile) -> [HostCommand.Named] {
    [
      .init("stats") { stats(profile) }, .init("finished") { finished(profile) },
      .init("ranking") { ranking(profile) },
    ]
  }

  /// Adds the games of plugins that the session has opened, or that have results.
  private mutating func addPlugins(of library: GameLibrary) {
    guard let host = library.loader as? PluginHost else { return }
    let builtIn = Set(subjects.map(\.name))
    var names = library.kinds.map(\.definition.name).filter { !builtIn.contains($0) }
    let others = Set(library.findableNames)
    if !others.isEmpty, let played = try? file().games(among: others) { names += played.sorted() }
    for name in names {
      // A plugin that does not start has no statistics; its results stay in the file.
      guard let game = (try? host.plugin(named: name))?.game else { continue }
      subjects.append(StatisticsSubject(game))
    }
  }

  func file() throws(CommandError) -> ResultsFile {
    do throws(FileError) {
      return ResultsFile(try profile.results())
    } catch {
      throw .io(error)
    }
  }

  /// Calls `body` with every result.
  ///
  /// - Returns: notes about skipped lines.
  func forEachResult(_ body: (GameResult) -> Void) throws(CommandError) -> [String] {
    let file = try file()
    do throws(FileError) {
      return notes(of: try file.forEach(body), in: file)
    } catch {
      throw .io(error)
    }
  }

  /// Notes about a file that was read: its skipped lines, and a hint if the session has no lasting
  /// profile.
  func notes(of skipped: SkippedLines, in file: ResultsFile) -> [String] {
    let hint = "Scripts have no profile unless `--profile DIR` names one."
    return skipped.sentences(path: FileSystem.name(of: file.path))
      + (profile.isScratch && file.isMissing ? [hint] : [])
  }

  func subject(_ name: String) -> StatisticsSubject? { subjects.first { $0.name == name } }

  /// An error as that of a command.
  static func refusal(
    _ code: ErrorCode, _ message: String, at place: GameError.Place = .line, help: [String] = []
  ) -> CommandError {
    .refused(GameError(code, message, at: place, help: help))
  }
}

extension RecordsCommands {
  static func finished(_ profile: Profile) -> HostCommand {
    HostCommand(
      in: .records, needs: .profile,
      suggest: { assistant, given, current in
        given == ["forget"] ? HostCommand.finishedGames(assistant, [], current) : []
      },
      Command(
        "finished",
        "list the latest finished games, 10 by default, or forget one",
        details: [
          "`replay`, `load finished=` and `finished forget` take the first number of a line.",
          "A forgotten game disappears from all statistics. At the prompt `finished forget N`"
            + " asks first; a script adds the word `confirm`.",
        ],
        examples: ["finished", "finished 50", "finished forget 1"],
        Form(.optional(.integer("N", 1...100_000))) { interpreter, count throws(CommandError) in
          let commands = RecordsCommands(profile, interpreter.session)
          return CommandResult(events: [try commands.finished(count ?? 10)])
        },
        Form(
          "forget", .integer("N", 1...100_000), .optional(.choice("confirm", ["confirm"])),
          help: "forget the finished game N"
        ) { interpreter, number, confirmation throws(CommandError) in
          let session = interpreter.session
          let event = try RecordsCommands(profile, session)
            .forget(number, isConfirmed: confirmation != nil, session)
          return CommandResult(events: [event])
        }))
  }

  /// The last finished games.
  private func finished(_ count: Int) throws(CommandError) -> any Event {
    let file = try file()
    do throws(FileError) {
      let (results, skipped) = try file.last(count)
      let titles = Dictionary(uniqueKeysWithValues: subjects.map { ($0.name, $0.title) })
      return HostEvent.finished(
        results.map(interpreted), titles: titles, notes: notes(of: skipped, in: file))
    } catch {
      throw .io(error)
    }
  }

  /// A result of an earlier version, as this version would have recorded it.
  private func interpreted(_ result: GameResult) -> GameResult {
    guard let subject = subject(result.game) else { return result }
    var result = masked(result)
    result.record.players = result.record.players.map(subject.definition.interpreted)
    return result
  }

  /// A result without what an abandoned game hides, which earlier versions recorded.
  func masked(_ result: GameResult) -> GameResult {
    guard result.outcome == .abandoned, let subject = subject(result.game) else { return result }
    var result = result
    result.leaveOutSecrets(of: subject.game)
    return result
  }

  /// Supersedes a result by one that does not count.
  private func forget(
    _ number: Int, isConfirmed: Bool, _ session: Session
  ) throws(CommandError) -> any Event {
    let file = try file()
    let found: GameResult?
    do throws(FileError) {
      let results = try file.last(number).results
      found = results.count < number ? nil : results.last
    } catch {
      throw .io(error)
    }
    guard var result = found else { throw .unknownFinishedGame(number) }
    let titles = Dictionary(uniqueKeysWithValues: subjects.map { ($0.name, $0.title) })
    let shown = interpreted(result)
    guard isConfirmed || session.asks("Forget \(shown.words(titles))?") ?? false else {
      return HostEvent.forgetAsked(number: number, shown, titles: titles)
    }
    do throws(FileError) {
      result.revision = (try file.latest(of: result.id)?.revision ?? 0) + 1
      result.isForgotten = true
      try file.append(result)
    } catch {
      throw .io(error)
    }
    return HostEvent.forgotten(shown, titles: titles)
  }

  static func ranking(_ profile: Profile) -> HostCommand {
    HostCommand(
      in: .records, needs: .profile, traits: .yieldsToGames, suggest: rankedGames,
      Command(
        "ranking", "rank finished games, the best 10 by default",
        details: RecordsCommands(.none).ranked.map { "\($0.title): \($0.ranking.definition)" },
        examples: ["ranking", "ranking mastermind 20"],
        Form(
          .optional(.integer("N", 1...100_000)),
          help: "the ranking of the current game, or else of the first game that has one"
        ) { interpreter, count throws(CommandError) in
          let session = interpreter.session
          let commands = RecordsCommands(profile, session)
          let current = session.currentGame?.kind.definition.name
          let ranked = commands.ranked.first { $0.name == current } ?? commands.ranked.first
          return CommandResult(events: [try commands.rank(ranked, limit: count)])
        },
        Form(
          .word("GAME"), .optional(.integer("N", 1...100_000)), help: "the ranking of a game"
        ) { interpreter, name, count throws(CommandError) in
          let commands = RecordsCommands(profile, interpreter.session, of: name)
          let ranked = commands.ranked.first { $0.name == name }
          return CommandResult(events: [try commands.rank(ranked, name, limit: count)])
        }))
  }

  private func rank(
    _ game: RankedGameKind?, _ name: String = "", limit: Int?
  ) throws(CommandError) -> any Event {
    guard let game else {
      throw Self.refusal(
        .badArgument, "there is no ranking of `\(name)`", at: .argument(0),
        help: ["rankings: " + ranked.map(\.name).joined(separator: ", ")])
    }
    var board = RankedGame.Board(game.ranking, of: game.name, limit: limit ?? 10)
    let notes = try forEachResult { board.add($0) }
    return HostEvent.ranking(title: game.title, game.ranking, board.games, notes: notes)
  }

  private typealias RankedGameKind = (name: String, title: String, ranking: Ranking)

  private var ranked: [RankedGameKind] {
    subjects.compactMap { subject in
      subject.definition.ranking.map { (subject.name, subject.title, $0) }
    }
  }

  private static let rankedGames: HostCommand.Suggest = { _, given, _ in
    given.isEmpty ? RecordsCommands(.none).ranked.map { Suggestion($0.name, $0.title) } : []
  }
}
