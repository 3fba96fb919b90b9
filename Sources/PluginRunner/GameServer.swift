import Language
import ParlorKit
import Platform

/// The game of a plugin that knows its rules, and the requests about it.
final class GameServer<Rules: Game>: PluginTable {
  private let rules: Rules
  private let kind: GameKind
  private var state: Rules.State?

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
      let view = rules.view(of: try current, at: request.time)
      return { $0.write(view) }
    default: throw GameError(.unknownCommand, "there is no request `\(request.verb)`")
    }
  }

  private var current: Rules.State {
    get throws(GameError) {
      guard let state else { throw GameError(.noGame, "no game is open") }
      return state
    }
  }

  private func open(_ request: PluginRequest) throws(GameError) -> Answer {
    var setup = try kind.origin(of: request.line).configuration
    setup.showsSeed = request.settings["hides"] != "seed"
    var drawn: Fields = [:]
    if var chance = request.chance {
      let prepared = try rules.prepare(setup, chance: &chance)
      for option in kind.definition.options
      where prepared.options[option.name] != setup.options[option.name] {
        drawn[option.name] = prepared.options[option.name].data
      }
      setup = prepared
    }
    let state = try rules.start(setup)
    self.state = state
    let events = rules.opening(of: state)
    return { [self] json in
      if !drawn.all.isEmpty { json.write("drawn", .object(drawn)) }
      json.write("events", events)
      write(state, at: .zero, to: &json)
    }
  }

  private func play(_ request: PluginRequest) throws(GameError) -> Answer {
    var state = try current
    var chance = request.chance ?? Chance(seed: 0, draw: 0)
    let before = chance.key.used
    let move = try move(request, in: state)
    switch try rules.resolve(move, in: state, chance: &chance) {
    case .ignore(let reason): return { $0.write("ignored", .string(reason)) }
    case .play(let resolved):
      var events: [any Event] = []
      // Nobody else must hold the state while it changes, or it would be copied.
      self.state = nil
      rules.apply(resolved, to: &state, at: request.time) { events.append($0) }
      self.state = state
      let used = Int(chance.key.used &- before)
      return { [self, state] json in
        write(resolved, to: &json)
        if used > 0 { json.write("used", .integer(used)) }
        json.write("events", events)
        write(state, at: request.time, to: &json)
      }
    }
  }

  /// The move that a line means.
  private func move(
    _ request: PluginRequest, in state: Rules.State
  ) throws(GameError) -> Rules.Move {
    if request.line.elementsEqual("resign".utf8) { return try rules.resignation(in: state) }
    let call = try kind.call(of: request.line)
    guard case .move(let move) = try rules.command(call, in: state, at: request.time) else {
      throw GameError(.plugin, "`\(call.verb)` is a question")
    }
    return move
  }

  private func ask(_ request: PluginRequest) throws(GameError) -> Answer {
    let call = try kind.call(of: request.line)
    switch try rules.command(call, in: current, at: request.time) {
    case .answer(let events): return { $0.write("events", events) }
    case .reopen(let words): return { $0.write("reopen", .array(words.map(\.data))) }
    case .move: throw GameError(.plugin, "`\(call.verb)` is no question")
    }
  }

  private func choose(_ request: PluginRequest) throws(GameError) -> Answer {
    let state = try current
    var chance = request.chance ?? Chance(seed: 0, draw: 0)
    let before = chance.key.used
    let words = String(decoding: request.line, as: UTF8.self).split(
      separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let name = words.first.map(String.init) ?? ""
    let move: Rules.Move?
    if name == "random" {
      move = rules.sampleMove(in: state, chance: &chance)
    } else {
      guard let bot = rules.bots.first(where: { $0.name == name }) else {
        throw GameError(.badArgument, "there is no bot `\(name)`")
      }
      let text = words.count == 2 ? String(words[1]) : nil
      guard let value = bot.value(text) else {
        throw GameError(.badArgument, "`\(name)` takes no such value")
      }
      move = bot.choose(rules.view(of: state, at: request.time), value, &chance)
    }
    let used = Int(chance.key.used &- before)
    return { [rules] json in
      guard let move else { return }
      if used > 0 { json.write("used", .integer(used)) }
      var line = TextWriter()
      rules.write(move, to: &line)
      json.write("line", .string(line.string))
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
  /// Writes the keys that tell of a resolved move.
  private func write(_ move: Rules.Move, to json: inout JSONWriter) {
    var line = TextWriter()
    rules.write(move, to: &line)
    json.write("line", .string(line.string))
    var masked = TextWriter()
    rules.writeMasked(move, to: &masked)
    if masked.bytes != line.bytes { json.write("masked", .string(masked.string)) }
    let traits = rules.traits(of: move)
    if traits.contains(.draws) { json.write("draws", .bool(true)) }
    if !traits.contains(.step) { json.write("step", .bool(false)) }
  }

  /// Writes the key `state`.
  private func write(_ state: Rules.State, at time: GameTime, to json: inout JSONWriter) {
    json.write(key: "state")
    json.writeObject { json in
      let status = rules.status(of: state)
      json.write(status)
      json.write(rules.view(of: state, at: time))
      writeLegalMoves(of: state, to: &json)
      var digest = Digest()
      rules.digest(state, into: &digest)
      json.write("digest", .string(Self.hexadecimal(digest.full)))
      if let players = rules.players(in: state) { json.write("players", .strings(players)) }
      if let words = rules.renewal(of: state) {
        json.write("renewal", .array(words.map(\.data)))
      }
      guard status.isOver else { return }
      json.write(
        "measures",
        .array(rules.measures(of: state).map { .array([.string($0.name), .number($0.value)]) }))
    }
  }

  private func writeLegalMoves(of state: Rules.State, to json: inout JSONWriter) {
    let legal = rules.legalMoves(in: state)
    json.write(key: "legal")
    json.writeObject { json in
      json.write(key: "moves")
      json.writeArray { json in
        for move in legal.moves {
          var line = TextWriter()
          rules.write(move, to: &line)
          let detail = rules.describe(move, in: state)
          if detail.isEmpty {
            json.write(line.string)
          } else {
            json.writeArray {
              $0.write(line.string)
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
