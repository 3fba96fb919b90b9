import Language
import ParlorKit
import Records

extension RecordsCommands {
  /// Why no result fits a query, as far as its words explain it.
  ///
  /// Games and modes that cannot be are refused. Anybody can be a player: of a name that is near
  /// others these are told.
  ///
  /// - Parameter mayBeGame: whether the player of the query stands where a game could.
  /// - Returns: what there is to say, in whole sentences.
  func explanation(
    of query: StatisticsQuery, mayBeGame: Bool = false
  ) throws(CommandError) -> [String] {
    let recorded = try recordedNames(of: query.game)
    var near: [String] = []
    if let player = query.player, !recorded.players.contains(ExactText(player)) {
      let games = mayBeGame ? subjects.map(\.name) : []
      near = Suggestion.nearest(
        to: player, among: games + recorded.players.sorted().map(\.string))
      if let first = near.first, games.contains(first) { throw unknownGame(player, near) }
    }
    if let mode = query.mode, !recorded.modes.contains(mode) { try check(mode, of: query.game) }
    let written = near.prefix(3).map { "`\(Word.written($0))`" }
    return written.isEmpty ? [] : ["Did you mean \(written.alternatives)?"]
  }

  /// A word that names no game.
  func unknownGame(_ word: String, _ near: [String]) -> CommandError {
    Self.refusal(
      .badArgument, "there is no game `\(word)`", at: .argument(0),
      help: near.isEmpty
        ? ["games: " + subjects.map(\.name).joined(separator: ", ")]
        : ["did you mean \(near.prefix(3).map { "`\($0)`" }.alternatives)?"])
  }

  /// The players and the modes of the results of a game, or of all.
  private func recordedNames(
    of game: String?
  ) throws(CommandError) -> (players: Set<ExactText>, modes: Set<String>) {
    var players: Set<ExactText> = []
    var modes: Set<String> = []
    _ = try forEachResult { result in
      guard game == nil || result.game == game else { return }
      modes.insert(result.record.mode)
      for player in result.record.players where !result.isBot(player.name) {
        players.insert(ExactText(player.name))
      }
    }
    return (players, modes)
  }

  /// Refuses a mode that the games of a query cannot have.
  private func check(_ mode: String, of game: String?) throws(CommandError) {
    let asked = subjects.filter { game == nil || $0.name == game }
    guard !asked.contains(where: { $0.definition.hasMode(mode) }) else { return }
    let modes = asked.flatMap {
      $0.definition.modes + ($0.definition.otherModes.map { [$0.form] } ?? [])
    }
    throw Self.refusal(
      .badOption,
      modes.isEmpty
        ? "\(asked.first?.title ?? "the game") has no modes" : "`mode` takes \(modes.alternatives)",
      at: .option("mode"))
  }
}
