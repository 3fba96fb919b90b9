import GameCatalog
import Language
import Plugins

extension Settings {
  /// The settings of every session of the program: the built-in games, plugins, and all that a
  /// local session may touch.
  ///
  /// - Parameter kinds: the kinds of built-in games, if they are shared among sessions.
  static func program(kinds: [GameKind]? = nil) -> Settings {
    var settings = kinds.map { Settings(kinds: $0) } ?? Settings(games: GameCatalog.games)
    settings.capabilities = .local
    settings.commands = [.plugin]
    settings.finder = PluginHost()
    return settings
  }
}
