import LineSyntax
package import ParlorKit
import Synchronization

/// A game that sessions can open. It is made when a session first opens or describes it, and then
/// shared by all: making the declarations of all games would take longer than the rest of a start.
package final class BuiltInGame: Sendable {
  package let name: String
  private let make: @Sendable () -> GameKind
  private let made: Mutex<GameKind?>

  package init(_ name: String, make: @escaping @Sendable () -> any Game) {
    self.name = name
    self.make = { GameKind(make()) }
    made = Mutex(nil)
  }

  package init(_ kind: GameKind) {
    name = kind.definition.name
    make = { kind }
    made = Mutex(kind)
  }

  package var kind: GameKind {
    made.withLock { made in
      let kind = made ?? make()
      made = kind
      return kind
    }
  }
}

/// The games that a session can open: the built-in ones, and those that its loader finds.
package final class GameLibrary {
  /// The games that are known so far.
  private var games: [BuiltInGame]
  /// Finds games that are not built in.
  package let loader: (any GameLoader)?
  private let capabilities: Capabilities
  private let builtInCount: Int

  init(_ games: [BuiltInGame], loader: (any GameLoader)?, capabilities: Capabilities) {
    self.games = games
    builtInCount = games.count
    self.loader = loader
    self.capabilities = capabilities
  }

  /// The kinds of games that are known so far.
  package var kinds: [GameKind] { games.map(\.kind) }

  /// The kinds of games that the loader has found so far.
  var found: [GameKind] { games.dropFirst(builtInCount).map(\.kind) }

  /// The kind of game with a name: a known one, or one that the loader finds now.
  func kind(named name: String) throws(CommandError) -> GameKind? {
    if let kind = known(name) { return kind }
    guard let loader else { return nil }
    guard capabilities.contains(.processes) else {
      guard capabilities.contains(.extensible), loader.names.contains(name) else { return nil }
      throw .notGranted("new \(name)", in: capabilities)
    }
    let found: GameKind?
    do throws(GameError) {
      found = try loader.kind(name)
    } catch {
      throw .refused(error)
    }
    guard let found else { return nil }
    guard capabilities.isSuperset(of: found.needs) else {
      throw .notGranted("new \(name)", needs: found.needs, in: capabilities)
    }
    games.append(BuiltInGame(found))
    return found
  }

  /// The kind of game of a name, if it is known already.
  package func known(_ name: String) -> GameKind? {
    games.first { $0.name == name }?.kind
  }

  /// Whether a kind of game is built in, so that its rules answer at once.
  func isBuiltIn(_ kind: GameKind) -> Bool {
    games.prefix(builtInCount).contains { $0.name == kind.definition.name && $0.kind === kind }
  }

  /// The names of games that the loader could find and has not yet.
  package var findableNames: [String] {
    guard let loader, capabilities.contains(.processes) else { return [] }
    let known = Set(games.map(\.name))
    return loader.names.filter { !known.contains($0) }
  }

  /// The names of all games: those known, and those that the loader could find.
  var names: [String] { games.map(\.name) + findableNames }

  /// The games that a mistyped name may have meant.
  package func near(_ name: String) -> [String] {
    let lowered = name.lowercased()
    return names.contains(lowered)
      ? [lowered] : SpellingSuggestion.nearest(to: lowered, among: names)
  }

  /// Lines that open games, for help.
  package var openingUsages: [String] { kinds.flatMap(\.opening.declaration.usages) }

  /// Whether plugins or games that are played elsewhere may have news.
  var mayHaveNews: Bool { loader?.isAwake ?? false }
}

/// Finds games that are not built in.
package protocol GameLoader: AnyObject {
  /// The kind of game of a name.
  ///
  /// - Throws: an error if there is such a game and it cannot be played.
  func kind(_ name: String) throws(GameError) -> GameKind?

  /// Tells the loader the commands of the host besides those of the language: no game may have
  /// their verbs.
  func reserve(_ commands: [HostCommand.Named])

  /// A program that decides for a player.
  ///
  /// - Throws: an error if it cannot be started, or does not decide for players.
  func player(_ path: String) throws(GameError) -> any SeatedProgram

  /// The names of the games that can be found.
  var names: [String] { get }

  /// The names of the games that come with the program, found or not.
  var companions: [String] { get }

  /// Whether such a game has been looked for yet, so that there may be news.
  var isAwake: Bool { get }

  /// What has happened to these games and their programs since the last call.
  func news() -> [any Event]
}
