import LineSyntax
import ParlorEngine
package import ParlorKit
import Synchronization

/// The game of a plugin: it resolves moves by asking a process.
///
/// A resolved move holds the outcome that the plugin gave, so applying it needs no process. Before
/// a question, the host repeats the moves that the process lacks. Undo, saved games and restarted
/// plugins therefore need no code of their own.
package final class PluginGame: Game {
  /// The declarations, as the plugin gave them.
  package let definition: GameDefinition
  package let name: String
  let identity: PluginIdentity
  let pool: PluginPool
  let notices: PluginNotices
  /// The verbs of all moves.
  let moveVerbs: Set<String>
  private let opening: DeclaredCommand
  /// The first states of the latest games: the host asks for them repeatedly.
  private let starts = Mutex<[PluginState]>([])
  private static let startLimit = 16
  /// The questions that timed out, with their errors.
  private let stalls = Mutex<[String: PluginError]>([:])

  init(
    _ identity: PluginIdentity, name: String, pool: PluginPool, notices: PluginNotices
  ) {
    self.identity = identity
    self.name = name
    self.pool = pool
    self.notices = notices
    definition = identity.definition
    opening = GameKind.opening(of: identity.definition)
    moveVerbs = Set(identity.definition.commands.filter { !$0.isQuestion }.map(\.verb) + ["resign"])
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
  package var statistics: StatisticsDefinition { identity.statistics }
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
    let (answer, process) = try exchange(nil) { process throws(PluginError) in
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
      playerCount: playerCount(of: setup), events: GameEvent.all(answer["events"]))
    let state = PluginState(self, root, try snapshot(answer, "open", of: setup))
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
    let (answer, process) = try exchange(nil) { process throws(PluginError) in
      (try process.ask("open", Self.settings(hidesSeed: setup), rest: line), process)
    }
    let root = PluginRoot(
      line: line, hidesSeed: !setup.showsSeed, playerCount: playerCount(of: setup),
      events: GameEvent.all(answer["events"]))
    let state = PluginState(self, root, try snapshot(answer, "open", of: setup))
    process.position = state.position
    keep(state)
    pool.put(process)
    return state
  }

  /// The number of players of a game, if the words that open it are their names.
  func playerCount(of setup: GameConfiguration<OptionValues>) -> Int? {
    let isOfNames = definition.setup.allSatisfy { $0.kind == .name }
    return isOfNames && !setup.names.isEmpty ? setup.names.count : nil
  }

  /// Set when a question timed out once. It is not asked again: every key at the prompt would wait
  /// for a view, and every move of a review for advice.
  func stall(at question: String) -> PluginError? { stalls.withLock { $0[question] } }

  /// The subjects of questions that are not asked again after a timeout.
  private static let stallable = ["view": "views", "advise": "advice"]

  /// Records a question that timed out.
  func noteStall(_ error: PluginError) {
    guard case .late(_, let question) = error, let subject = Self.stallable[question],
      stalls.withLock({ $0.updateValue(error, forKey: question) }) == nil
    else { return }
    notices.post(
      PluginNotice(plugin: name, text: "\(error.clause); it is not asked for \(subject) again"))
  }

  private func keep(_ state: PluginState) {
    starts.withLock { starts in
      starts.append(state)
      if starts.count > Self.startLimit { starts.removeFirst() }
    }
  }

  /// The meaning of a call: a move, or a question for the plugin.
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
      let options = answer["keeping"]?.array?.compactMap(\.string) ?? []
      return .newGame(arguments, keeping: options.filter(Set(self.options.map(\.name)).contains))
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

// MARK: - Bots

extension PluginGame {
  package var bots: [Bot<PluginGame>] {
    identity.bots.map { bot in
      Bot(bot.name, bot.summary, parameter: bot.parameter) { view, value, chance in
        let text = bot.parameter.map { Word.written($0.text(of: value)) }
        let words = [bot.name, text].compactMap(\.self).joined(separator: " ")
        return self.choose(words, view.state, at: view.time, &chance)
      }
    } + [advisedBot].compactMap(\.self)
  }

  /// Asks for the move of a bot. If it fails, resolving the returned move throws the reason.
  func choose(
    _ words: String, _ state: PluginState, at time: GameTime, _ chance: inout Chance
  ) -> PluginMove {
    do throws(GameError) {
      let answer = try ask(
        state, "bot", Self.settings(chance, words: Self.words) + settings(of: time), rest: words)
      chance.skip(min(1 << 20, answer["used"]?.integer ?? 0))
      let line = answer["line"]?.string ?? ""
      guard line.isEmpty || PluginMove.isLine(line) else {
        throw failure(.garbled("`line` is not a line of the game", during: "bot"))
      }
      var move = PluginMove(line)
      move.time = time
      if line.isEmpty, words != "random" {
        throw GameError(.plugin, "the bot `\(words)` has no move")
      }
      return move
    } catch {
      var move = PluginMove("")
      move.failure = error
      return move
    }
  }
}

// MARK: - Records

extension PluginGame {
  /// The result of the players, with the additions of the plugin.
  package func record(of history: GameHistory<PluginGame>) -> GameRecord {
    var record = GameRecord(history)
    guard identity.capabilities.contains(.record) else { return record }
    let end = history.replay()
    let answer: Value
    do throws(GameError) {
      answer = try ask(end, "record", settings(of: end.time))
    } catch {
      notices.post(PluginNotice(plugin: name, text: "does not record the game: \(error.message)"))
      return record
    }
    if let mode = answer["mode"]?.string, DefinitionReader.isPlainWord(mode) { record.mode = mode }
    record.metrics = Metrics(plugin: answer["metrics"])
    record.milliseconds = answer["milliseconds"]?.integer.map { Int64(max(0, $0)) }
    for (index, player) in (answer["players"]?.array ?? []).enumerated()
    where record.players.indices.contains(index) {
      record.players[index].metrics = Metrics(plugin: player["metrics"])
      if let result = player["result"]?.string.flatMap(PlayerResult.init(rawValue:)) {
        record.players[index].result = result
      }
    }
    return record
  }
}

extension Metrics {
  private static let maxEntries = 200

  /// The integers among the members of an object.
  fileprivate init(plugin object: ParlorKit.Value?) {
    self = [:]
    for member in (object?.fields ?? [:]).prefix(Self.maxEntries)
    where DefinitionReader.isPlainWord(member.name) {
      if let number = member.value.integer { self[member.name] = number }
    }
  }
}

// MARK: - Playouts

extension PluginGame: PlayoutGame {
  package func playouts(
    _ configuration: GameConfiguration<OptionValues>, bots: [String], limit: Int
  ) -> Playouts? {
    guard identity.capabilities.contains(.playout), !bots.contains(where: { $0.contains(",") }),
      advisedBot.map({ !bots.contains($0.name) }) ?? true
    else { return nil }
    let names = bots.map { bot in
      bot.split(separator: "=", maxSplits: 1).joined(separator: " ")
    }.joined(separator: ",")
    return { [self] seed throws(GameError) in
      var configuration = configuration
      configuration.seed = seed
      return try playout(configuration, bots: names, limit: limit)
    }
  }

  /// - Parameter names: the bots with their values, with commas between.
  private func playout(
    _ configuration: GameConfiguration<OptionValues>, bots names: String, limit: Int
  ) throws(GameError) -> Playout {
    let settings =
      [("limit", String(limit)), ("bots", names)] + Self.settings(hidesSeed: configuration)
    let answer = try exchange(nil) { process throws(PluginError) in
      let answer = try process.ask("playout", settings, rest: definition.line(of: configuration))
      pool.put(process)
      return answer
    }
    guard let moves = answer["moves"]?.integer, 0...limit ~= moves else {
      throw failure(.garbled("`moves` is not a number up to the limit", during: "playout"))
    }
    var digest = Digest()
    digest.combine(answer.json)
    do throws(PluginProtocolError) {
      return Playout(
        status: try PluginSnapshot.status(
          winners: answer["winners"], turn: answer["turn"],
          playerCount: playerCount(of: configuration)),
        moves: moves,
        metrics: PluginSnapshot.metrics(answer["metrics"]),
        digest: PluginSnapshot.digest(answer["digest"]) ?? digest.full)
    } catch {
      throw failure(.garbled(error.reason, during: "playout"))
    }
  }
}
