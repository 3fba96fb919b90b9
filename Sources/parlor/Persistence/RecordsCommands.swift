import GameCatalog
import Language
import ParlorKit
import Platform
import Records

/// The commands over recorded games: `stats`, `finished` and `ranking`.
struct RecordsCommands {
  private let profile: Profile
  /// The games that have statistics.
  let subjects: [StatisticsSubject]

  init(_ profile: Profile) {
    self.profile = profile
    subjects = GameCatalog.games.map(StatisticsSubject.init)
  }

  /// The commands, in the order of help.
  static func all(_ profile: Profile) -> [HostCommand] {
    [stats(profile), finished(profile), ranking(profile)]
  }

  /// A command that needs a profile. The results are opened only when it runs.
  static func command(
    _ declaration: CommandDeclaration, suggest: HostCommand.Suggest? = nil,
    yieldsToGames: Bool = false, _ profile: Profile,
    run: @escaping @Sendable (RecordsCommands, Interpreter, Call) throws(CommandError) -> any Event
  ) -> HostCommand {
    HostCommand(
      declaration, group: .records, needs: .profile, suggest: suggest,
      yieldsToGames: yieldsToGames,
      body: .call { interpreter, call throws(CommandError) in
        let commands = RecordsCommands(profile)
        return CommandResult(events: [try run(commands, interpreter, call)])
      })
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
    return skipped.sentences(path: Self.name(of: file.path))
      + (profile.isScratch && file.isMissing ? [hint] : [])
  }

  /// The name of a file without its folder.
  static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  func subject(_ name: String) -> StatisticsSubject? { subjects.first { $0.name == name } }

  /// An error in the words of a command.
  static func refusal(
    _ code: ErrorCode, _ message: String, at place: GameError.Place = .line, help: [String] = []
  ) -> CommandError {
    .refused(GameError(code, message, at: place, help: help), range: nil, legal: nil)
  }
}

extension RecordsCommands {
  static func finished(_ profile: Profile) -> HostCommand {
    command(
      CommandDeclaration(
        "finished", [Parameter("N", .integer(1...100_000), count: 0...1)],
        summary: "list the last finished games, 10 by default",
        details: [
          "The first number of a line is what `replay` takes. The last word names the game's log in"
            + " the folder `finished` of the profile."
        ],
        examples: ["finished", "finished 50"]), profile
    ) { commands, _, call throws(CommandError) in
      let file = try commands.file()
      do throws(FileError) {
        let (results, skipped) = try file.last(call.integer(0) ?? 10)
        let titles = Dictionary(uniqueKeysWithValues: commands.subjects.map { ($0.name, $0.title) })
        return RecordsEvent.finished(
          results, titles: titles, notes: commands.notes(of: skipped, in: file))
      } catch {
        throw .io(error)
      }
    }
  }

  static func ranking(_ profile: Profile) -> HostCommand {
    command(
      CommandDeclaration(
        "ranking",
        forms: [
          .init(
            [Parameter("N", .integer(1...100_000), count: 0...1)],
            "the ranking of the current game, or else of the first game that has one"),
          .init(
            [Parameter("GAME", .word), Parameter("N", .integer(1...100_000), count: 0...1)],
            "the ranking of a game"),
        ],
        summary: "rank finished games, the best 10 by default",
        details: RecordsCommands(.none).ranked.map { "\($0.title): \($0.ranking.definition)" },
        examples: ["ranking", "ranking mastermind 20"]), suggest: rankedGames,
      yieldsToGames: true, profile
    ) { commands, interpreter, call throws(CommandError) in
      let current = interpreter.currentGame?.kind.definition.name
      let name = call.word(0)
      let known = commands.ranked
      guard
        let found = known.first(where: { $0.name == name ?? current })
          ?? (name == nil ? known.first : nil)
      else {
        throw refusal(
          .badArgument, "there is no ranking of `\(name ?? "")`", at: .argument(0),
          help: ["rankings: " + known.map(\.name).joined(separator: ", ")])
      }
      var board = RankedGame.Board(
        found.ranking, of: found.name, limit: call.integers.first ?? 10)
      let notes = try commands.forEachResult { board.add($0) }
      return RecordsEvent.ranking(title: found.title, found.ranking, board.games, notes: notes)
    }
  }

  private var ranked: [(name: String, title: String, ranking: Ranking)] {
    subjects.compactMap { subject in
      subject.definition.ranking.map { (subject.name, subject.title, $0) }
    }
  }

  private static let rankedGames: HostCommand.Suggest = { _, given, _ in
    given.isEmpty ? RecordsCommands(.none).ranked.map { Suggestion($0.name, $0.title) } : []
  }
}
