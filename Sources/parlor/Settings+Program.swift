import GameCatalog
import Language
import Plugins

extension Settings {
  /// Every command that a session of the program can have.
  static var programCommands: [HostCommand] {
    var settings = program()
    settings.use(.none)
    return HostCommand.all + settings.commands
  }

  /// The settings of every session of the program: the built-in games, plugins, and all that a
  /// local session may touch.
  ///
  /// - Parameters:
  ///   - kinds: the kinds of built-in games, if they are shared among sessions.
  ///   - isInterrupted: whether what is running shall stop, a plugin's answer among it.
  static func program(
    kinds: [GameKind]? = nil, isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) -> Settings {
    var settings = kinds.map { Settings(kinds: $0) } ?? Settings(games: GameCatalog.games)
    settings.capabilities = .local
    settings.commands = [.plugin]
    var limits = PluginLimits()
    limits.isInterrupted = isInterrupted
    settings.finder = PluginHost(limits: limits)
    settings.isInterrupted = isInterrupted
    settings.hasPlugin = { PluginFolders.usual.program($0) != nil }
    return settings
  }
}

extension Settings {
  /// Adds what a profile keeps: the commands that tell of it, and house rules.
  mutating func use(_ profile: Profile) {
    commands += RecordsCommands.all(profile)
    houseRules = ProfileRules(profile)
    archive = GameArchive(profile)
    stateFolder = profile.sessions
    if !profile.keepsAnything { capabilities.remove(.profile) }
  }
}
