package import ParlorEngine
package import ParlorKit
import Synchronization

/// The plugins of one session. A plugin starts when the session first needs it.
package final class PluginHost: GameLoader {
  /// A plugin that has answered `hello`.
  package struct Known {
    package let program: PluginProgram
    package let identity: PluginIdentity
    let kind: GameKind
    /// The processes; `nil` if the game is remote.
    let pool: PluginPool?
    /// The game; `nil` if it is remote.
    package let game: PluginGame?
  }

  // Most sessions use no plugins, so nothing is searched in advance.
  private lazy var folders = PluginFolders(first + PluginFolders.usual.all)
  lazy var reserved = HostCommand.verbs(of: HostCommand.all + commands.map(\.command))
  private let first: [String]
  private var commands: [HostCommand.Named] = []
  let limits: PluginLimits
  /// Programs that were added by their paths.
  private var added: [String: PluginProgram] = [:]
  private let notices = PluginNotices()
  private var known: [String: Known] = [:]
  package private(set) var isAwake = false

  /// - Parameter folders: where to look before the usual folders.
  package init(_ folders: [String] = [], limits: PluginLimits = PluginLimits()) {
    first = folders
    self.limits = limits
  }

  package func reserve(_ commands: [HostCommand.Named]) { self.commands = commands }

  package func kind(_ name: String) throws(GameError) -> GameKind? {
    try plugin(named: name)?.kind
  }

  package func player(_ path: String) throws(GameError) -> any SeatedProgram {
    isAwake = true
    return try PluginPlayer(PluginProgram(path: path), limits: limits, notices: notices)
  }

  package var names: [String] { programs.map(\.name) }

  package let companions = ["farkle-ten", "logik"]

  /// Every plugin there is, sorted by name.
  package var programs: [PluginProgram] {
    let found = folders.programs.filter { added[$0.name] == nil }
    return (found + added.values).sorted { $0.name < $1.name }
  }

  /// Makes a program the plugin of its name.
  package func add(_ program: PluginProgram) {
    added[program.name] = program
    known[program.name] = nil
  }

  func program(_ name: String) -> PluginProgram? { added[name] ?? folders.program(name) }

  package func news() -> [any Event] { notices.take() }

  /// The plugin of a name; starts it if it is new to the session.
  package func plugin(named name: String) throws(GameError) -> Known? {
    guard let program = program(name) else { return nil }
    return try plugin(program)
  }

  /// The end of what a plugin wrote to standard error.
  package func errorText(of name: String) -> String { known[name]?.pool?.errorText ?? "" }

  private func plugin(_ program: PluginProgram) throws(GameError) -> Known {
    if let known = known[program.name] { return known }
    isAwake = true
    do throws(PluginError) {
      let plugin = try start(program)
      known[program.name] = plugin
      return plugin
    } catch {
      throw error.gameError(of: program.name)
    }
  }

  private func start(_ program: PluginProgram) throws(PluginError) -> Known {
    let listener = Self.listener(program.name, notices)
    let process = try PluginProcess(program, limits: limits, listener: listener)
    let identity: PluginIdentity
    do throws(PluginError) {
      identity = try process.hello(reserved: reserved)
      guard identity.definition.name == program.name else {
        throw .badDefinition(
          "its name is `\(identity.definition.name)`, but the program is named `\(program.name)`")
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
      return OpenRemoteGame(
        table, number: number, origin: origin, opening: events)
    }
  }

  /// Reports the first line that a plugin writes outside of an answer. Only remote games have news.
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

/// Reports the first line of a plugin that is not an answer, and ignores the others.
final class UnexpectedOutput: Sendable {
  private let name: String
  private let count = Atomic(0)

  init(_ name: String) { self.name = name }

  func note(_ line: String, _ notices: PluginNotices) {
    guard count.wrappingAdd(1, ordering: .relaxed).oldValue == 0 else { return }
    let text = "wrote `\(line)`, which is not an answer; further lines like it are ignored"
    notices.post(PluginNotice(plugin: name, text: text))
  }
}

/// Notices about plugins that the session has not shown yet.
package final class PluginNotices: Sendable {
  private let all = Mutex<[PluginNotice]>([])

  package init() {}

  func post(_ notice: PluginNotice) { all.withLock { $0.append(notice) } }

  /// Reports that a plugin stopped and was restored to its state.
  func restarted(_ name: String, _ failure: PluginError) {
    post(PluginNotice(plugin: name, text: "\(failure.clause), was restarted and repeated the game"))
  }

  /// Removes and returns the notices.
  package func take() -> [any Event] {
    all.withLock { all in
      defer { all = [] }
      return all
    }
  }
}

/// A notice for the user of a plugin.
struct PluginNotice: Event {
  let plugin: String
  /// The notice, after the name of the plugin.
  let text: String

  var type: String { "plugin-notice" }
  var fields: Fields { ["plugin": .string(plugin), "text": .string(text)] }
  func write(to text: inout TextWriter) {
    text.write(Styled(.notice, "The plugin \(plugin) \(self.text)."))
  }
}
