package import Language
package import ParlorKit
import Platform
import Synchronization

/// The plugins of one session: found, started, and asked what they are when they are first needed.
package final class PluginHost: GameLoader {
  /// A plugin that has said who it is.
  package struct Known {
    /// The program.
    package let program: PluginProgram
    /// Who it says it is.
    package let identity: PluginIdentity
    /// Its kind of game.
    let kind: GameKind
    /// The processes of a game that is played here.
    let pool: PluginPool?
    /// The rules of a game that is played here.
    package let game: PluginGame?
  }

  /// Found when they are first needed: most sessions have no plugins.
  private lazy var folders = PluginFolders(first + PluginFolders.usual.all)
  lazy var reserved = HostCommand.verbs(of: commands)
  private let first: [String]
  private var commands: [HostCommand] = []
  let limits: PluginLimits
  /// Programs that were named by their paths.
  private var added: [String: PluginProgram] = [:]
  private let notices = PluginNotices()
  private var known: [String: Known] = [:]
  package private(set) var isAwake = false

  /// The plugins that can be found.
  ///
  /// - Parameter folders: where they are looked for before the usual places.
  package init(_ folders: [String] = [], limits: PluginLimits = PluginLimits()) {
    first = folders
    self.limits = limits
  }

  package func reserve(_ commands: [HostCommand]) { self.commands = commands }

  package func kind(_ name: String) throws(GameError) -> GameKind? {
    try plugin(named: name)?.kind
  }

  package func player(_ path: String) throws(GameError) -> any SeatedProgram {
    isAwake = true
    return try PluginPlayer(PluginProgram(path: path), limits: limits, notices: notices)
  }

  package var names: [String] { programs.map(\.name) }

  /// Every plugin there is, sorted by name.
  package var programs: [PluginProgram] {
    let found = folders.programs.filter { added[$0.name] == nil }
    return (found + added.values).sorted { $0.name < $1.name }
  }

  /// Takes a program for the plugin that the name of its file tells.
  func add(_ program: PluginProgram) {
    added[program.name] = program
    known[program.name] = nil
  }

  /// The program of a plugin.
  func program(_ name: String) -> PluginProgram? { added[name] ?? folders.program(name) }

  package func news() -> [any Event] { notices.take() }

  /// The plugin of a name, asked who it is.
  ///
  /// - Throws: why it cannot be used.
  package func plugin(named name: String) throws(GameError) -> Known? {
    guard let program = program(name) else { return nil }
    return try plugin(program)
  }

  /// What the processes of a plugin wrote to standard error last.
  package func errorText(of name: String) -> String { known[name]?.pool?.errorText ?? "" }

  private func plugin(_ program: PluginProgram) throws(GameError) -> Known {
    if let known = known[program.name] { return known }
    isAwake = true
    do throws(PluginError) {
      let plugin = try start(program)
      known[program.name] = plugin
      return plugin
    } catch {
      throw error.refusal(of: program.name)
    }
  }

  private func start(_ program: PluginProgram) throws(PluginError) -> Known {
    let listener = Self.listener(program.name, notices)
    let process = try PluginProcess(program, limits: limits, listener: listener)
    let identity: PluginIdentity
    do throws(PluginError) {
      identity = try process.hello(reserved: reserved)
      guard identity.definition.name == program.name else {
        throw .badSheet("it is named `\(identity.definition.name)`, its program `\(program.name)`")
      }
    } catch {
      process.end()
      throw error
    }
    guard !identity.isRemote else {
      process.end()
      return Known(
        program: program, identity: identity, kind: remoteKind(program, identity), pool: nil,
        game: nil)
    }
    let pool = PluginPool(program, limits: limits, listener: listener)
    pool.put(process)
    let game = PluginGame(identity, name: program.name, pool: pool, notices: notices)
    return Known(
      program: program, identity: identity, kind: GameKind(game), pool: pool, game: game)
  }

  private func remoteKind(_ program: PluginProgram, _ identity: PluginIdentity) -> GameKind {
    let (limits, notices) = (limits, notices)
    return GameKind(definition: identity.definition, needs: [.processes, .network]) {
      number, origin, place throws(GameError) in
      let table = try RemotePlugin(
        program, definition: identity.definition, limits: limits, notices: notices, place: place)
      let events = try table.open(origin.configuration)
      return RemoteGame(
        table, number: number, origin: origin, opening: events)
    }
  }

  /// Takes what a plugin of a game that is played here writes without being asked: there is no
  /// news, and the first line that is nothing is told.
  private static func listener(
    _ name: String, _ notices: PluginNotices
  ) -> PluginProcess.Listener {
    let strays = UnexpectedOutput(name)
    return { unasked in
      switch unasked {
      case .news: strays.note("! …", notices)
      case .stray(let line): strays.note(line, notices)
      }
    }
  }
}

/// Lines of a plugin that are no answers: the first is told, the others are not.
final class UnexpectedOutput: Sendable {
  private let name: String
  private let count = Atomic(0)

  init(_ name: String) { self.name = name }

  func note(_ line: String, _ notices: PluginNotices) {
    guard count.wrappingAdd(1, ordering: .relaxed).oldValue == 0 else { return }
    let text = "wrote a line that is no answer, `\(line)`; such lines are passed over"
    notices.post(PluginNotice(plugin: name, text: text))
  }
}
