package import ParlorKit

extension Interpreter {
  /// The kind of game of a name: a built-in one, one that was found before, or one that can be
  /// found now.
  func kind(named name: String) throws(CommandError) -> GameKind? {
    if let kind = kinds.first(where: { $0.definition.name == name }) { return kind }
    guard let finder, capabilities.contains(.processes) else { return nil }
    let found: GameKind?
    do throws(GameError) {
      found = try finder.kind(name)
    } catch {
      throw .refused(error, range: nil, legal: nil)
    }
    guard let found else { return nil }
    guard capabilities.isSuperset(of: found.needs) else { throw .notGranted("new \(name)") }
    kinds.append(found)
    return found
  }

  /// The names of games that could be found and were not yet.
  var findableNames: [String] {
    guard let finder, capabilities.contains(.processes) else { return [] }
    let known = Set(kinds.map(\.definition.name))
    return finder.names.filter { !known.contains($0) }
  }

  /// What has happened in games that are played elsewhere, and to plugins, without having been asked
  /// for.
  package func takeNews() -> [any Event] {
    guard let finder else { return [] }
    let live = shelf.all.compactMap { $0 as? LiveGame }.flatMap { $0.table.news() }
    return finder.news() + live
  }

  /// Hands over what has happened elsewhere as a reply of its own, before that to the line.
  func handNews(_ handOver: (Reply, CommandError?) -> Void) {
    guard finder?.isAwake ?? false else { return }
    let news = takeNews()
    guard !news.isEmpty else { return }
    let reply = Reply(command: "news", events: news, game: shelf.current, format: format)
    handOver(reply, nil)
  }

  /// Tells the games that are played elsewhere that the clock has moved.
  func advanceLiveGames() -> [any Event] {
    guard finder?.isAwake ?? false else { return [] }
    return shelf.all.compactMap { $0 as? LiveGame }.flatMap { $0.table.advance() }
  }

  /// The current game, if it has a log.
  func requireLoggedGame() throws(CommandError) -> any OpenGame {
    let game = try requireGame()
    if game.isLive { throw .noLog }
    return game
  }

  /// Whether the prompt has to look for news while nothing is typed.
  package var hasLiveGames: Bool { (finder?.isAwake ?? false) && shelf.all.contains { $0.isLive } }
}
