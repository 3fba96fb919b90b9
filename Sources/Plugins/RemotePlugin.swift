import LineSyntax
import ParlorEngine
import ParlorKit
import Platform
import Synchronization

/// The plugin of a remote game: one process for one open game, which is never asked to repeat
/// anything.
final class RemotePlugin: RemoteConnection {
  private let name: String
  private let definition: GameDefinition
  private let process: PluginProcess
  private let limits: PluginLimits
  private let notices: PluginNotices
  private let place: SessionEnvironment
  private let inbox: Inbox
  private var snapshot: PluginSnapshot?
  /// News that the session has not shown yet.
  private var untold: [any Event] = []
  /// Whether the user knows that the plugin has stopped.
  private var hasSaidEnd = false

  init(
    _ program: PluginProgram, definition: GameDefinition, limits: PluginLimits,
    notices: PluginNotices,
    place: SessionEnvironment
  ) throws(GameError) {
    name = program.name
    self.definition = definition
    self.limits = limits
    self.notices = notices
    self.place = place
    let (inbox, strays) = (Inbox(), UnexpectedOutput(program.name))
    self.inbox = inbox
    do throws(PluginError) {
      process = try PluginProcess(program, limits: limits) { unasked in
        switch unasked {
        case .news(let event): inbox.add(event)
        case .stray(let line): strays.note(line, notices)
        }
      }
      _ = try process.ask("hello", rest: "\(PluginProcess.protocolNumber)")
    } catch {
      throw error.gameError(of: program.name)
    }
  }

  deinit { process.end() }

  /// Opens the game.
  func open(_ setup: GameConfiguration<OptionValues>) throws(GameError) -> [any Event] {
    var settings = [("now", now), ("clock", place.clock.kind.rawValue)]
    settings += try stateFolder
    settings.append(("read-folder", place.files.readFolder))
    do throws(FileError) {
      settings.append(("write-folder", try place.files.writeFolder()))
    } catch {
      throw GameError(.io, error.message)
    }
    return try ask("open", settings, rest: definition.line(of: setup))
  }

  func run(_ call: Call) throws(GameError) -> [any Event] {
    guard let command = definition.commands.first(where: { $0.verb == call.verb }) else {
      throw GameError(.unknownCommand, "there is no command `\(call.verb)`")
    }
    do throws(GameError) {
      return try ask("run", [("now", now)] + stateFolder, rest: command.line(of: call))
    } catch {
      // The command may have news even if it failed: that the session has expired, for example. The
      // answer to `clock` has the state.
      if !process.hasEnded { untold += advance() }
      throw error
    }
  }

  func advance() -> [any Event] {
    do throws(GameError) {
      return try ask("clock", [("now", now)])
    } catch {
      return ended(error)
    }
  }

  func news(listening: Bool) -> [any Event] {
    if listening {
      process.listen()
      receive()
    }
    defer { untold = [] }
    return untold
  }

  var status: GameStatus { snapshot?.status ?? .playing(turn: 0) }

  var view: any GameView { RemoteView(shown: snapshot?.view ?? PluginPicture(nil)) }

  var legal: LegalLines {
    LegalLines(
      moves: (snapshot?.legal ?? []).map { LegalLines.Entry(line: $0.line, detail: $0.detail) },
      forms: snapshot?.forms ?? [])
  }

  private var now: String { String(place.clock.milliseconds) }

  /// The plugin's own folder in that of the session, created if it is missing.
  private var stateFolder: [(String, String)] {
    get throws(GameError) {
      guard let folder = place.stateFolder else { return [] }
      let own = "\(folder)/\(name)"
      do throws(FileError) {
        try FileSystem.makeFolders(own, mode: 0o700)
      } catch {
        throw GameError(.io, error.message)
      }
      return [("state-folder", own)]
    }
  }

  /// Asks a question; lines in between become news.
  private func ask(
    _ verb: String, _ settings: [(String, String)], rest: String = ""
  ) throws(GameError) -> [any Event] {
    guard !process.hasEnded else {
      throw GameError(
        .plugin, "the plugin \(name) has stopped", help: ["`new \(name)` opens the game again"])
    }
    do throws(PluginError) {
      let answer = try process.ask(verb, settings, rest: rest, timeout: limits.remoteAnswer)
      receive()
      do throws(PluginProtocolError) {
        snapshot = try PluginSnapshot(answer["state"])
      } catch {
        process.end()
        throw PluginError.garbled(error.reason, during: verb)
      }
      return GameEvent.all(answer["events"])
    } catch {
      throw error.gameError(of: name)
    }
  }

  /// Takes the arrived news, and the states in them.
  private func receive() {
    for object in inbox.take() {
      if let state = object["state"], let new = try? PluginSnapshot(state) { snapshot = new }
      untold.append(GameEvent(plugin: object))
    }
  }

  private func ended(_ error: GameError) -> [any Event] {
    guard !hasSaidEnd else { return [] }
    hasSaidEnd = true
    return [PluginNotice(plugin: name, text: "cannot be asked: \(error.message)")]
  }
}

/// News that have come from the process.
private final class Inbox: Sendable {
  private let all = Mutex<[Value]>([])
  private static let limit = 1000

  func add(_ event: Value) {
    all.withLock { if $0.count < Self.limit { $0.append(event) } }
  }

  func take() -> [Value] {
    all.withLock { all in
      defer { all = [] }
      return all
    }
  }
}

private struct RemoteView: GameView {
  let shown: PluginPicture

  var fields: Fields { shown.fields }
  var caption: String { shown.caption }
  var prompt: String { shown.prompt }
  var picture: Picture? { shown.picture }
  func writeTable(to text: inout TextWriter) { shown.table.write(to: &text) }
  func writeSituation(to text: inout TextWriter) { shown.situation.write(to: &text) }
}
