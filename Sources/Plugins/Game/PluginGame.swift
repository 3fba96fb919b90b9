import Language
package import ParlorKit
import Platform
import Synchronization

/// The rules of a plugin as a value: a game like any other, whose moves are resolved by asking a
/// process.
///
/// A resolved move holds what the plugin said comes of it, so that applying it is pure. Before each
/// question the process is brought to the state that is asked about, by repeating the moves that it
/// lacks; so undo, saved games and plugins that were started again need nothing of their own.
package final class PluginGame: Game {
  /// The declarations, as the plugin gave them.
  package let definition: GameDefinition
  package let name: String
  let identity: PluginIdentity
  let pool: PluginPool
  let notices: PluginNotices
  private let opening: DeclaredCommand
  /// The beginnings of games that were opened last, which are asked for again and again.
  private let starts = Mutex<[PluginState]>([])
  private static let startLimit = 16

  init(
    _ identity: PluginIdentity, name: String, pool: PluginPool, notices: PluginNotices
  ) {
    self.identity = identity
    self.name = name
    self.pool = pool
    self.notices = notices
    definition = identity.definition
    opening = GameKind.opening(of: identity.definition)
  }

  package var title: String { definition.title }
  package var summary: String { definition.summary }
  package var rules: [String] { definition.rules }
  package var seats: [Parameter] { definition.setup }
  package var options: [Option<OptionValues>] { definition.options.map { Option($0) } }
  package var presets: [Preset<OptionValues>] {
    definition.presets.map { preset in
      Preset(preset.name, preset.summary) { options in
        for (name, value) in preset.values { options[name] = value }
      }
    }
  }
  package var shortcuts: [String: String] { definition.shortcuts }
  package var traits: GameTraits { definition.traits }
  package var commands: [Command<PluginState>] {
    definition.commands.map { command in
      Command(command) { self.intent(command, $0) }
    }
  }

  package func drawSetup(
    _ setup: GameConfiguration<OptionValues>, chance: inout Chance
  ) throws(GameError) -> GameConfiguration<OptionValues> {
    guard definition.traits.contains(.drawsAtStart) else { return setup }
    let line = definition.line(of: setup)
    let copy = chance
    let (answer, process) = try exchange(nil, "open") { process throws(PluginError) in
      let answer = try process.ask(
        "open", Self.settings(copy, words: Self.words) + Self.settings(hidesSeed: setup), rest: line
      )
      return (answer, process)
    }
    var prepared = setup
    for member in answer["drawn"]?.fields ?? [:] {
      guard let option = definition.options.first(where: { $0.name == member.name }),
        let value = option.value(member.value)
      else { throw failure(.garbled("`drawn` has a value that fits no option", during: "open")) }
      prepared.options[option.name] = value
    }
    let root = PluginRoot(
      line: definition.line(of: prepared), hidesSeed: !setup.showsSeed,
      events: GameEvent.all(answer["events"]))
    let state = PluginState(self, root, try snapshot(answer, "open"))
    process.position = state.position
    keep(state)
    pool.put(process)
    return prepared
  }

  package func start(
    _ setup: GameConfiguration<OptionValues>
  ) throws(GameError) -> PluginState {
    let line = definition.line(of: setup)
    let hash = PluginRoot.hash(of: line, !setup.showsSeed)
    if let known = starts.withLock({ $0.last { $0.root.hash == hash } }) { return known }
    let (answer, process) = try exchange(nil, "open") { process throws(PluginError) in
      (try process.ask("open", Self.settings(hidesSeed: setup), rest: line), process)
    }
    let root = PluginRoot(
      line: line, hidesSeed: !setup.showsSeed, events: GameEvent.all(answer["events"]))
    let state = PluginState(self, root, try snapshot(answer, "open"))
    process.position = state.position
    keep(state)
    pool.put(process)
    return state
  }

  private func keep(_ state: PluginState) {
    starts.withLock { starts in
      starts.append(state)
      if starts.count > Self.startLimit { starts.removeFirst() }
    }
  }

  /// What a call means: a move, or a question for the plugin.
  private func intent(_ command: CommandDeclaration, _ call: Call) -> Intent<PluginState> {
    let line = command.line(of: call)
    return .inState { state, time throws(GameError) in
      guard command.isQuestion else {
        var move = PluginMove(line)
        move.time = time
        return .move(move)
      }
      let answer = try self.knowing(call.verb) { () throws(GameError) in
        try self.ask(state, "ask", self.settings(of: time), rest: line)
      }
      guard let words = answer["reopen"] else {
        let events = GameEvent.all(answer["events"])
        return .answer { _, _, report in for event in events { report.add(event) } }
      }
      guard let arguments = PluginSnapshot.words(words).flatMap(self.checked) else {
        throw self.failure(.garbled("`reopen` has words that open no game", during: "ask"))
      }
      return .newGame(arguments)
    }
  }

  /// Words, if the game can be opened with them.
  func checked(_ words: [Argument]) -> [Argument]? {
    var line = Line()
    let text = (["new", definition.name] + definition.setup.words(of: words)).joined(separator: " ")
    guard (try? line.read(Array(text.utf8)[...])) != nil else { return nil }
    var reader = CallReader(line, as: opening)
    return try? reader.read().arguments
  }
}
