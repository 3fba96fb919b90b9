import Language
import ParlorKit
import Platform
import Records

extension RecordsCommands {
  static func finished(_ profile: Profile) -> HostCommand {
    command(
      CommandDeclaration(
        "finished", [Parameter("N", .integer(1...100_000), count: 0...1)],
        summary: "list the games that ended last, 10 unless told",
        details: [
          "The last word of a line names the log of the game in the folder `finished` of the"
            + " profile."
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
          .init([Parameter("N", .integer(1...100_000), count: 0...1)], "of the game that has one"),
          .init(
            [Parameter("GAME", .word), Parameter("N", .integer(1...100_000), count: 0...1)],
            "of a game"),
        ],
        summary: "rank the finished games, the best 10 unless told",
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

  /// The games that have a ranking.
  private var ranked: [(name: String, title: String, ranking: Ranking)] {
    subjects.compactMap { subject in
      subject.definition.ranking.map { (subject.name, subject.title, $0) }
    }
  }

  private static let rankedGames: HostCommand.Suggest = { _, given, _ in
    given.isEmpty ? RecordsCommands(.none).ranked.map { Candidate($0.name, $0.title) } : []
  }
}
