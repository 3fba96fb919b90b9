import GameCatalog
import ParlorEngine
import ParlorKit
import Platform
import Plugins
import Render

extension Settings {
  /// The built-in games, which all sessions of the program share.
  static let builtInGames = GameCatalog.makers.map { BuiltInGame($0.name, make: $0.make) }

  /// The commands of a session of the program besides those of the language.
  static var programCommands: [HostCommand.Named] {
    var settings = program()
    settings.use(.none)
    return settings.commands
  }

  /// The settings of every session of the program: the built-in games, plugins, and all
  /// capabilities of a local session.
  ///
  /// - Parameter isInterrupted: whether the running command is to stop. Any thread may ask.
  static func program(
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) -> Settings {
    var settings = Settings(builtIn: builtInGames)
    settings.capabilities = .local
    settings.commands = [HostCommand.Named("plugin") { .plugin }]
    var limits = PluginLimits()
    limits.isInterrupted = isInterrupted
    settings.finder = PluginHost(limits: limits)
    settings.isInterrupted = isInterrupted
    settings.advice = .program(isStopped: isInterrupted)
    settings.drawChart = { Plot($0).file(named: $1) }
    settings.dailyGames = DailyGame.all
    settings.hasPlugin = { PluginFolders.usual.program($0) != nil }
    return settings
  }
}

extension Settings {
  /// Makes the session run a file as data, as tests do: it reads files below the folder of the
  /// file, writes to a temporary folder, starts no program and calls no service.
  ///
  /// - Parameter allowed: further permissions from the command line.
  mutating func runAsData(below folder: String, allowing allowed: Capabilities) {
    // Stored tables change no reply: the name of a table contains everything that affects it.
    advice.showProgress = { _ in }
    files = .scratch(reading: folder)
    capabilities = [.files, .profile, .extensible]
    capabilities.formUnion(allowed)
  }

  /// Adds a profile: its results, with the commands over them, and its house rules.
  mutating func use(_ profile: Profile) {
    commands += RecordsCommands.all(profile)
    houseRules = ProfileHouseRules(profile)
    archive = GameArchive(profile)
    drills = DrillStore(profile)
    stateFolder = profile.sessions
    if !profile.keepsAnything { capabilities.remove(.profile) }
  }

  /// Saves the games of the session, and asks which games are open in other ones.
  mutating func use(store: SessionStore?) {
    self.store = store
    guard let store else { return }
    retryStore = store.retry
    guard let find = archive?.find else { return }
    archive?.find = { number throws(FileError) in
      let entry = try find(number)
      // A result that waits takes the place of the one that was read.
      if let entry, let failure = store.failure(ofPending: entry.result.id) { throw failure }
      return entry
    }
    archive?.isOpenElsewhere = { store.isOpenElsewhere(id: $0) }
  }
}
