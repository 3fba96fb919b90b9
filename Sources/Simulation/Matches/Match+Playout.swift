import ParlorKit

extension MatchResult {
  /// The result of a game that plays itself at once; nil if it has to be played move by move. An
  /// error also gives nil: the game then fails at the move that causes it.
  init?<Rules: Game>(
    playing game: Rules, _ configuration: GameConfiguration<Rules.Options>,
    bots: @autoclosure () -> [String], limit: Int, index: Int
  ) {
    guard let game = game as? any PlayoutGame,
      let playout = Self.playout(game, configuration, bots(), limit)
    else { return nil }
    self.init(
      index: index, status: playout.status, moves: playout.moves, metrics: playout.metrics,
      digest: playout.digest)
  }

  private static func playout<Rules: PlayoutGame>(
    _ game: Rules, _ configuration: any Sendable, _ bots: [String], _ limit: Int
  ) -> Playout? {
    guard let configuration = configuration as? GameConfiguration<Rules.Options> else { return nil }
    return (try? game.playout(configuration, bots: bots, limit: limit)) ?? nil
  }
}
