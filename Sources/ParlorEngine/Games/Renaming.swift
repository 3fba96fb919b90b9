import LineSyntax
import ParlorKit

// Another name for a player, from the beginning of the game.

extension TypedGame {
  func rename(_ player: String, to name: String) throws(CommandError) -> MoveReport {
    try checkRenaming(player, to: name)
    var renamed = origin
    renamed.rename(player, to: name)
    do throws(Timeline<Rules>.AmendingError) {
      timeline = try timeline.renaming(
        player, to: name, renamed.configuration(of: rules), namedPlayers: renamed.names)
    } catch {
      throw refusal(error)
    }
    origin = renamed
    table.rename(player, to: name)
    saved = nil
    journal?.noteName(name, of: player, digest)
    return MoveReport(events: [HostEvent.renamed(player, to: name)], isMove: false)
  }
}

extension Timeline {
  /// The timeline of the same game in which a player has another name.
  ///
  /// - Parameter configuration: that of the game with the other name.
  func renaming(
    _ player: String, to name: String, _ configuration: GameConfiguration<Rules.Options>,
    namedPlayers: [String]
  ) throws(AmendingError) -> Timeline {
    var start: Timeline
    do throws(GameError) {
      start = try Timeline(
        rules, configuration, namedPlayers: namedPlayers, readsClock: log.readsClock)
    } catch {
      throw .refused(.refused(error))
    }
    start.epoch = epoch
    func renamed(_ log: MoveRecord<Rules.Move>) throws(AmendingError) -> Timeline {
      var (old, new) = (self, start)
      old.log = log
      var report = Reporter.none
      try new.appendMoves(
        of: old, 0..<log.moves.count, [], &report, renaming: (player, name))
      return new
    }
    func renamed(_ amendments: [Amendment]) throws(AmendingError) -> [Amendment] {
      var result = amendments
      for index in result.indices {
        result[index].log = try renamed(result[index].log).log
        result[index].move = result[index].move.map {
          start.state.renaming(player, to: name, in: $0)
        }
      }
      return result
    }
    var other = try renamed(log)
    other.amendments = try renamed(amendments)
    other.undoneAmendments = try renamed(undoneAmendments)
    other.goBack(to: moveCount, policy: .same)
    return other
  }
}
