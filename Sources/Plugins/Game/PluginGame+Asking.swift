import Language
import ParlorKit
import Platform

/// How the process of a plugin is kept in step and asked.
extension PluginGame {
  /// How many words are sent with a move unless more are asked for.
  static let words = 8
  /// The most words that can be asked for.
  private static let mostWords = 4096

  /// Asks something that changes nothing.
  func ask(
    _ state: PluginState, _ verb: String, _ settings: [(String, String)], rest: String = ""
  ) throws(GameError) -> Value {
    try exchange(state, verb) { process throws(PluginError) in
      let answer = try process.ask(verb, settings, rest: rest)
      self.pool.put(process)
      return answer
    }
  }

  /// Takes a process, brings it to a state and asks it; if it stops, once more with another.
  ///
  /// - Parameter body: puts the process back, unless it wants to keep it.
  func exchange<Answer>(
    _ state: PluginState?, _ verb: String,
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
      throw failure(error)
    }
  }

  private func attempt<Answer>(
    _ process: PluginProcess, _ state: PluginState?,
    _ body: (PluginProcess) throws(PluginError) -> Answer
  ) throws(PluginError) -> Answer {
    do throws(PluginError) {
      if let state { try bring(process, to: state) }
      return try body(process)
    } catch {
      // A refusal changes nothing, and the process stands where it stood.
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
  ) throws(PluginError) -> (Value, Resolution<PluginMove>) {
    var answer = Value.null
    var words = Self.words
    for _ in 0..<2 {
      answer = try process.ask(
        "play", Self.settings(chance, words: words) + settings(of: time), rest: line)
      guard let more = answer["more"]?.integer else { break }
      guard words...Self.mostWords ~= more else {
        throw .garbled("`more` is not a number from \(words) to \(Self.mostWords)", during: "play")
      }
      words = more
    }
    if let reason = answer["ignored"]?.string {
      pool.put(process)
      return (answer, .ignore(PluginText.line(reason)))
    }
    let move = try move(answer, in: state, at: time)
    process.position = PluginPosition(
      moves: state.steps.count + 1, hash: state.hash(after: move.line, at: time))
    pool.put(process)
    return (answer, .play(move))
  }

  /// The resolved move that an answer tells of.
  private func move(
    _ answer: Value, in state: PluginState, at time: GameTime
  ) throws(PluginError) -> PluginMove {
    guard let line = answer["line"]?.string, PluginMove.isLine(line) else {
      throw .garbled("`line` is no line of the game", during: "play")
    }
    let verb = String(line.prefix { $0 != " " })
    guard
      verb == "resign" || definition.commands.contains(where: { $0.verb == verb && !$0.isQuestion })
    else { throw .garbled("`\(verb)` is no move that the plugin has declared", during: "play") }
    if let used = answer["used"], !(0...(1 << 20) ~= used.integer ?? -1) {
      throw .garbled("`used` is no number of words", during: "play")
    }
    var move = PluginMove(line)
    move.masked = answer["masked"]?.string.flatMap { PluginMove.isLine($0) ? $0 : nil }
    if answer["draws"]?.bool ?? false { move.traits.insert(.draws) }
    if !(answer["step"]?.bool ?? true) { move.traits.remove(.undoStop) }
    move.time = time
    do throws(PluginDefect) {
      move.outcome = PluginOutcome(
        from: state.position, at: time, GameEvent.all(answer["events"]),
        try PluginSnapshot(answer["state"]))
    } catch {
      throw .garbled(error.reason, during: "play")
    }
    return move
  }

  /// The snapshot of an answer.
  func snapshot(_ answer: Value, _ verb: String) throws(GameError) -> PluginSnapshot {
    do throws(PluginDefect) {
      return try PluginSnapshot(answer["state"])
    } catch {
      throw failure(.garbled(error.reason, during: verb))
    }
  }

  /// A failure as a refusal.
  func failure(_ failure: PluginError) -> GameError { failure.refusal(of: name) }

  /// Runs a question about a command; a plugin that does not know a command that it has declared is
  /// at fault itself.
  func knowing<Answer>(
    _ verb: String, _ body: () throws(GameError) -> Answer
  ) throws(GameError) -> Answer {
    do throws(GameError) {
      return try body()
    } catch {
      guard error.code == .unknownCommand else { throw error }
      if verb == "resign" { throw GameError(.notNow, "nobody can leave this game") }
      throw GameError(.plugin, "the plugin \(name) does not know its own command `\(verb)`")
    }
  }
}

// MARK: - Settings

extension PluginGame {
  /// Where the draws stand, and the next of them.
  static func settings(_ chance: Chance, words count: Int) -> [(String, String)] {
    let key = chance.key
    var copy = chance
    let words = (0..<count).map { _ in String(copy.word()) }.joined(separator: ",")
    return [("key", "\(key.seed),\(key.draw),\(key.epoch),\(key.used)"), ("words", words)]
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
  /// Passes over words that another process has drawn.
  mutating func skip(_ words: Int) {
    for _ in 0..<max(0, words) { _ = word() }
  }
}
