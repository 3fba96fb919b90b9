import LineSyntax
import ParlorEngine
import ParlorKit
import Synchronization

/// Brings a process of a plugin to a state, and asks it.
extension PluginGame {
  /// The number of words of chance sent with a move, unless the plugin asks for more.
  static let words = 8
  /// The maximum number of words that a plugin can ask for.
  private static let maxWords = 4096

  /// Asks a question that does not change the state.
  func ask(
    _ state: PluginState, _ verb: String, _ settings: [(String, String)], rest: String = ""
  ) throws(GameError) -> Value {
    try exchange(state) { process throws(PluginError) in
      let answer = try process.ask(verb, settings, rest: rest)
      self.pool.put(process)
      return answer
    }
  }

  /// Takes a process, brings it to a state and asks it; if it stops, once more with another.
  ///
  /// - Parameter body: returns the process to the pool, unless it keeps it.
  func exchange<Answer>(
    _ state: PluginState?,
    _ body: (PluginProcess) throws(PluginError) -> Answer
  ) throws(GameError) -> Answer {
    do throws(PluginError) {
      let process = try pool.take(for: state)
      do throws(PluginError) {
        return try attempt(process, state, body)
      } catch {
        guard case .stopped = error else { throw error }
        let another = try pool.start()
        let answer = try attempt(another, state, body)
        notices.restarted(name, error)
        return answer
      }
    } catch {
      noteStall(error)
      throw failure(error)
    }
  }

  /// The plugin's view of a player; `nil` if it does not answer in time, and from then on.
  func askView(_ state: PluginState, _ settings: [(String, String)]) -> Value? {
    stall(at: "view") == nil ? try? ask(state, "view", settings) : nil
  }

  private func attempt<Answer>(
    _ process: PluginProcess, _ state: PluginState?,
    _ body: (PluginProcess) throws(PluginError) -> Answer
  ) throws(PluginError) -> Answer {
    do throws(PluginError) {
      if let state { try bring(process, to: state) }
      return try body(process)
    } catch {
      // The plugin's own error changes nothing: the process can be used again.
      if case .refused = error { pool.put(process) } else { process.end() }
      throw error
    }
  }

  /// Repeats the moves that a process lacks.
  private func bring(_ process: PluginProcess, to state: PluginState) throws(PluginError) {
    do throws(PluginError) {
      var made = 0
      if let position = process.position, state.isAhead(of: position) {
        made = position.moves
      } else {
        process.position = nil
        _ = try process.ask(
          "open", state.root.hidesSeed ? [("hides", "seed")] : [], rest: state.root.line)
        process.position = state.position(after: 0)
      }
      while made < state.steps.count {
        let step = state.steps[made]
        let answer = try process.ask("play", settings(of: step.time), rest: step.line)
        guard answer["line"]?.string == step.line else { throw .diverged(step.line) }
        made += 1
        process.position = state.position(after: made)
      }
    } catch {
      guard case .refused = error else { throw error }
      throw .diverged(process.position.map { state.steps[$0.moves].line } ?? state.root.line)
    }
  }

  /// Makes a move in a process.
  func play(
    _ line: String, in state: PluginState, at time: GameTime, _ chance: Chance,
    on process: PluginProcess
  ) throws(PluginError) -> (PluginAnswer, Resolution<PluginMove>) {
    var answer = PluginAnswer(.null)
    var words = Self.words
    for _ in 0..<2 {
      answer = try process.request(
        "play", Self.settings(chance, words: words) + settings(of: time), rest: line)
      guard let more = answer["more"]?.integer else { break }
      guard words...Self.maxWords ~= more else {
        throw .garbled("`more` is not a number from \(words) to \(Self.maxWords)", during: "play")
      }
      words = more
    }
    if let reason = answer["ignored"]?.string {
      pool.put(process)
      return (answer, .ignore(PluginText.line(reason)))
    }
    let move = try move(answer, to: line, in: state, at: time)
    process.position = PluginPosition(
      moves: state.steps.count + 1, hash: state.hash(after: move.line, at: time))
    pool.put(process)
    return (answer, .play(move))
  }

  /// The resolved move of an answer to a line.
  private func move(
    _ answer: PluginAnswer, to asked: String, in state: PluginState, at time: GameTime
  ) throws(PluginError) -> PluginMove {
    guard let line = answer["line"]?.string, PluginMove.isLine(line) else {
      throw .garbled("`line` is not a line of the game", during: "play")
    }
    let verb = String(line.prefix { $0 != " " })
    guard moveVerbs.contains(verb) else {
      throw .garbled("`\(verb)` is not a move that the plugin declares", during: "play")
    }
    guard isAnswer(line, to: asked, in: state) else {
      throw .garbled("`\(line)` is another move than `\(asked)`", during: "play")
    }
    if let used = answer["used"], !(0...(1 << 20) ~= used.integer ?? -1) {
      throw .garbled("`used` is not a number of words", during: "play")
    }
    var move = PluginMove(line)
    move.masked = answer["masked"]?.string.flatMap { PluginMove.isLine($0) ? $0 : nil }
    if answer["draws"]?.bool ?? false { move.traits.insert(.draws) }
    if answer["reveals"]?.bool ?? false { move.traits.insert(.reveals) }
    if !((answer["undoStop"] ?? answer["step"])?.bool ?? true) { move.traits.remove(.undoStop) }
    move.time = time
    do throws(PluginProtocolError) {
      move.outcome = PluginOutcome(
        from: state.position, at: time, Deferred { GameEvent.all(answer["events"]) },
        try PluginSnapshot(answer.object("state"), playerCount: state.root.playerCount))
    } catch {
      throw .garbled(error.reason, during: "play")
    }
    return move
  }

  /// Whether a resolved line can be the move that was asked for: of the same command, and if the
  /// plugin had listed the move as legal, the same line followed by its outcome.
  private func isAnswer(_ line: String, to asked: String, in state: PluginState) -> Bool {
    if line == asked || line.hasPrefix(asked + " ") { return true }
    return line.prefix { $0 != " " } == asked.prefix { $0 != " " } && !state.lists(asked)
  }

  /// The snapshot of an answer.
  func snapshot(
    _ answer: Value, _ verb: String, of setup: GameConfiguration<OptionValues>
  ) throws(GameError) -> PluginSnapshot {
    do throws(PluginProtocolError) {
      return try PluginSnapshot(answer["state"], playerCount: playerCount(of: setup))
    } catch {
      throw failure(.garbled(error.reason, during: verb))
    }
  }

  /// The error of a line that needed the plugin.
  func failure(_ failure: PluginError) -> GameError { failure.gameError(of: name) }

  /// Runs a question about a command; a plugin that does not know a command that it declares
  /// breaks the protocol.
  func knowing<Answer>(
    _ verb: String, _ body: () throws(GameError) -> Answer
  ) throws(GameError) -> Answer {
    do throws(GameError) {
      return try body()
    } catch {
      guard error.code == .unknownCommand else { throw error }
      if verb == "resign" { throw GameError(.notNow, "nobody can resign from this game") }
      throw GameError(.plugin, "the plugin \(name) does not know its own command `\(verb)`")
    }
  }
}

// MARK: - Settings

extension PluginGame {
  /// The key of the draws, and the next words.
  static func settings(_ chance: Chance, words count: Int) -> [(String, String)] {
    let key = chance.key
    var copy = chance
    var text = TextWriter()
    text.bytes.reserveCapacity(11 * count)
    for index in 0..<count {
      if index > 0 { text.write(byte: UInt8(ascii: ",")) }
      text.write(Int(copy.word()))
    }
    return [("key", "\(key.seed),\(key.draw),\(key.epoch),\(key.used)"), ("words", text.string)]
  }

  static func settings(hidesSeed setup: GameConfiguration<OptionValues>) -> [(String, String)] {
    setup.showsSeed ? [] : [("hides", "seed")]
  }

  /// The time, of a game that reads the clock.
  func settings(of time: GameTime) -> [(String, String)] {
    definition.traits.contains(.readsClock) ? [("time", String(time.milliseconds))] : []
  }
}

extension GameDefinition {
  /// The line that opens a game, every option written out.
  func line(of setup: GameConfiguration<OptionValues>) -> String {
    var words = ["new", name] + self.setup.words(of: setup.arguments)
    if let preset = setup.preset { words.append("rules=\(preset)") }
    for option in options {
      words.append(Word.written(option: option.name, option.text(in: setup.options)))
    }
    return (words + ["seed=\(setup.seed)"]).joined(separator: " ")
  }
}

extension Chance {
  /// Skips words that another process has drawn.
  mutating func skip(_ words: Int) {
    for _ in 0..<max(0, words) { _ = word() }
  }
}

/// The idle processes of one plugin.
///
/// A caller takes a process out, asks it and puts it back. The pool prefers a process whose game
/// has reached the state in question, or an earlier one of the same game; it starts a process only
/// if none is idle.
final class PluginPool: Sendable {
  private let program: PluginProgram
  private let limits: PluginLimits
  private let listener: PluginProcess.Listener
  private let idle = Mutex<[PluginProcess]>([])

  init(
    _ program: PluginProgram, limits: PluginLimits,
    listener: @escaping PluginProcess.Listener
  ) {
    self.program = program
    self.limits = limits
    self.listener = listener
  }

  deinit { end() }

  /// Takes out a process for a state; starts one if none is idle.
  func take(for state: PluginState?) throws(PluginError) -> PluginProcess {
    let found = idle.withLock { idle -> PluginProcess? in
      let index =
        state.flatMap { state in idle.lastIndex { state.isAhead(of: $0.position) } }
        ?? idle.lastIndex { $0.position == nil }
        ?? (idle.count >= limits.processes ? idle.startIndex : nil)
      return index.map { idle.remove(at: $0) }
    }
    if let found { return found }
    return try start()
  }

  /// A process that was just started.
  func start() throws(PluginError) -> PluginProcess {
    try PluginProcess(program, limits: limits, listener: listener)
  }

  /// Puts a process back, unless it has ended.
  func put(_ process: PluginProcess) {
    guard !process.hasEnded else { return }
    let surplus = idle.withLock { idle -> PluginProcess? in
      idle.append(process)
      return idle.count > limits.processes ? idle.removeFirst() : nil
    }
    surplus?.end()
  }

  /// The end of what came on standard error.
  var errorText: String { idle.withLock { $0.last?.errorText ?? "" } }

  var count: Int { idle.withLock { $0.count } }

  /// Ends the idle processes.
  func end() {
    let all = idle.withLock { idle in
      defer { idle = [] }
      return idle
    }
    for process in all { process.end() }
  }
}

extension PluginState {
  /// Whether the moves of this state lead through or to a position.
  func isAhead(of position: PluginPosition?) -> Bool {
    guard let position, position.moves <= steps.count else { return false }
    return self.position(after: position.moves) == position
  }
}

/// A position in a game: the number of moves, and a hash over all of them.
struct PluginPosition: Sendable, Equatable {
  var moves: Int
  var hash: UInt64
}
