import Language
import ParlorKit
import Platform

/// The game of a plugin that knows its rules, and the requests about it.
final class GameServer<Rules: Game>: PluginTable {
  private let rules: Rules
  private let kind: GameKind
  private var driver: GameDriver<Rules>?
  /// The host decides what is shown, so events have everything.
  private static var detail: Reporter.Detail { [.text, .data, .styled] }

  init(_ rules: Rules, definition: GameDefinition) {
    self.rules = rules
    kind = GameKind(rules, definition: definition)
  }

  let capabilities = ["game", "random"]
  var definition: Value { kind.definition.data(bots: rules.bots.map(\.data)) }

  func answer(_ request: PluginRequest) throws(GameError) -> Answer {
    switch request.verb {
    case "open": return try open(request)
    case "play": return try play(request)
    case "ask": return try ask(request)
    case "bot": return try choose(request)
    case "view":
      let state = try current.state
      let view = state.view(for: state.status.turn, at: request.time)
      return { $0.write(view) }
    default: throw GameError(.unknownCommand, "there is no request `\(request.verb)`")
    }
  }

  private var current: GameDriver<Rules> {
    get throws(GameError) {
      guard let driver else { throw GameError(.noGame, "no game is open") }
      return driver
    }
  }

  private func open(_ request: PluginRequest) throws(GameError) -> Answer {
    let origin = try kind.origin(of: request.line)
    var configuration = origin.configuration(of: rules)
    configuration.showsSeed = request.settings["hides"] != "seed"
    var drawn: Fields = [:]
    if var chance = request.chance {
      configuration = try rules.drawSetup(configuration, chance: &chance)
      let values = rules.values(of: configuration.options)
      for option in kind.definition.options
      where values[option.name] != origin.values[option.name] {
        drawn[option.name] = values[option.name]?.data
      }
    }
    let driver = try GameDriver(rules, prepared: configuration)
    self.driver = driver
    var report = Reporter(Self.detail)
    driver.state.reportOpening(to: &report)
    return { [self, events = report.events] json in
      if !drawn.all.isEmpty { json.write("drawn", .object(drawn)) }
      json.write("events", events)
      write(driver.state, at: .zero, to: &json)
    }
  }

  private func play(_ request: PluginRequest) throws(GameError) -> Answer {
    var driver = try current
    var chance = request.chance ?? Chance(seed: 0, draw: 0)
    let before = chance.key.used
    switch try resolve(request, driver, &chance) {
    case .ignore(let reason): return { $0.write("ignored", .string(reason)) }
    case .play(let resolved):
      var report = Reporter(Self.detail)
      // Nothing else may hold the state while it changes, or it would be copied.
      self.driver = nil
      driver.apply(resolved, at: request.time, report: &report)
      self.driver = driver
      let used = Int(chance.key.used &- before)
      return { [self, state = driver.state, events = report.events] json in
        write(resolved, in: state, to: &json)
        if used > 0 { json.write("used", .integer(used)) }
        json.write("events", events)
        write(state, at: request.time, to: &json)
      }
    }
  }

  private func resolve(
    _ request: PluginRequest, _ driver: GameDriver<Rules>, _ chance: inout Chance
  ) throws(GameError) -> Resolution<Rules.Move> {
    if request.line.elementsEqual("resign".utf8) {
      return try driver.resolve(driver.state.resignation, chance: &chance)
    }
    let call = try kind.call(of: request.line)
    do throws(GameError) {
      return try driver.resolve(driver.move(call), chance: &chance)
    } catch {
      throw error.located(in: call)
    }
  }

  private func ask(_ request: PluginRequest) throws(GameError) -> Answer {
    let driver = try current
    let call = try kind.call(of: request.line)
    switch try driver.intent(of: call, at: request.time) {
    case .answer(let answer):
      var report = Reporter(Self.detail)
      try answer(driver.state, request.time, &report)
      return { [events = report.events] in $0.write("events", events) }
    case .newGame(let words): return { $0.write("reopen", .array(words.map(\.data))) }
    case .move, .inState: throw GameError(.plugin, "`\(call.verb)` is not a question")
    }
  }

  private func choose(_ request: PluginRequest) throws(GameError) -> Answer {
    let state = try current.state
    var chance = request.chance ?? Chance(seed: 0, draw: 0)
    let before = chance.key.used
    let words = String(decoding: request.line, as: UTF8.self).split(
      separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let name = words.first.map(String.init) ?? ""
    let move: Rules.Move?
    if name == "random" {
      move = state.sampleMove(chance: &chance)
    } else {
      guard let bot = rules.bots.first(where: { $0.name == name }) else {
        throw GameError(.badArgument, "there is no bot `\(name)`")
      }
      let text = words.count == 2 ? String(words[1]) : nil
      guard let value = bot.value(text) else {
        throw GameError(.badArgument, "`\(name)` takes no such value")
      }
      move = bot.choose(
        state.view(for: state.status.turn, at: request.time), value, &chance)
    }
    let used = Int(chance.key.used &- before)
    return { json in
      guard let move else { return }
      if used > 0 { json.write("used", .integer(used)) }
      json.write("line", .string(state.line(of: move)))
    }
  }
}

extension Bot {
  /// The value that a text stands for, or the default without one.
  fileprivate func value(_ text: String?) -> OptionValue? {
    guard let parameter else { return text == nil ? .flag(false) : nil }
    return text.map(parameter.value(of:)) ?? parameter.fallback
  }
}

// MARK: - States and moves

extension GameServer {
  /// Writes the keys that describe a resolved move.
  private func write(_ move: Rules.Move, in state: Rules.State, to json: inout JSONWriter) {
    let line = state.line(of: move)
    json.write("line", .string(line))
    var masked = TextWriter()
    state.writeMasked(move, to: &masked)
    if masked.string != line { json.write("masked", .string(masked.string)) }
    let traits = state.traits(of: move)
    if traits.contains(.draws) { json.write("draws", .bool(true)) }
    if !traits.contains(.undoStop) { json.write("step", .bool(false)) }
  }

  /// Writes the key `state`.
  private func write(_ state: Rules.State, at time: GameTime, to json: inout JSONWriter) {
    json.write(key: "state")
    json.writeObject { json in
      let status = state.status
      json.write(status)
      json.write(state.view(for: status.turn, at: time))
      writeLegalMoves(of: state, to: &json)
      var digest = Digest()
      state.combine(into: &digest)
      json.write("digest", .string(Self.hexadecimal(digest.full)))
      if let players = state.players { json.write("players", .strings(players)) }
      if let words = state.rematch {
        json.write("renewal", .array(words.map(\.data)))
      }
      guard status.isOver else { return }
      json.write(
        "measures",
        .array(state.metrics.map { .array([.string($0.name), .number($0.value)]) }))
    }
  }

  private func writeLegalMoves(of state: Rules.State, to json: inout JSONWriter) {
    let legal = state.legalMoves
    json.write(key: "legal")
    json.writeObject { json in
      json.write(key: "moves")
      json.writeArray { json in
        for move in legal.moves {
          let line = state.line(of: move)
          let detail = state.describe(move)
          if detail.isEmpty {
            json.write(line)
          } else {
            json.writeArray {
              $0.write(line)
              $0.write(detail)
            }
          }
        }
      }
      if !legal.forms.isEmpty { json.write("forms", .strings(legal.forms)) }
    }
  }

  private static func hexadecimal(_ number: UInt64) -> String {
    number.padded(to: 16, radix: 16)
  }
}
