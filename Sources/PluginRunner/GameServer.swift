import ParlorEngine
import ParlorKit
import Platform

/// Answers the requests about a game whose rules are known.
final class GameServer<Rules: Game>: RequestHandler {
  private let rules: Rules
  private let kind: GameKind
  private var driver: GameDriver<Rules>?
  /// The moves of the open game.
  private var steps: [GameHistory<Rules>.Step] = []
  /// The indices of moves with hidden words.
  private var hidden: [Int] = []
  /// The indices of moves whose hidden words are public now.
  private var published: [Int] = []
  /// The bot that every game has.
  private static var random: String { "random" }
  /// The host decides what to show, so events carry everything.
  private static var detail: Reporter.Detail { [.text, .data, .styled] }

  init(_ rules: Rules, definition: GameDefinition) {
    self.rules = rules
    kind = GameKind(rules, definition: definition)
  }

  var capabilities: [String] {
    ["game", "random", "views", "record", "playout"] + (rules.adviser == nil ? [] : ["advise"])
  }
  var definition: Value {
    kind.definition.data(bots: rules.bots.map(\.data), statistics: rules.statistics)
  }

  func answer(_ request: PluginRequest) throws(GameError) -> Answer {
    switch request.verb {
    case "open": return try open(request)
    case "play": return try play(request)
    case "ask": return try ask(request)
    case "bot": return try answerWithMove(request)
    case "advise" where rules.adviser != nil: return try advise(request)
    case "view": return try view(request)
    case "record": return try record()
    case "playout": return try playOut(request)
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
    (steps, hidden, published) = ([], [], [])
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
      // Another reference to the state would copy it when it changes.
      self.driver = nil
      driver.apply(resolved, at: request.time, report: &report)
      self.driver = driver
      note(resolved, at: request.time, driver.state)
      let used = Int(chance.key.used &- before)
      return { [self, state = driver.state, events = report.events] json in
        write(resolved, in: state, to: &json)
        if used > 0 { json.write("used", .integer(used)) }
        json.write("events", events)
        write(state, at: request.time, to: &json)
      }
    }
  }

  /// Adds a move to the log and finds the hidden words that it makes public.
  private func note(_ move: Rules.Move, at time: GameTime, _ state: Rules.State) {
    steps.append(.init(move, at: time))
    hidden.append(steps.count - 1)
    published = []
    hidden.removeAll { index in
      let move = steps[index].move
      guard state.maskedLine(of: move) == state.line(of: move) else { return false }
      // The line of a move without hidden words is public anyway.
      if index < steps.count - 1 { published.append(index) }
      return true
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
    case .newGame(let words, let options):
      return { json in
        json.write("reopen", .array(words.map(\.data)))
        if !options.isEmpty { json.write("keeping", .strings(options)) }
      }
    case .move, .inState: throw GameError(.plugin, "`\(call.verb)` is not a question")
    }
  }

  /// The maximum time of an adviser.
  private static var mostMilliseconds: Int64 { 8_000 }

  /// Values the moves; a line that comes with the request is valued in any case.
  private func advise(_ request: PluginRequest) throws(GameError) -> Answer {
    let driver = try current
    guard let adviser = rules.adviser else { throw .notNow("there is no advice") }
    var also: Rules.Move?
    if !request.line.isEmpty, !request.line.elementsEqual("resign".utf8) {
      also = try driver.move(try kind.call(of: request.line))
    }
    let state = driver.state
    let view = state.view(for: state.status.turn, at: request.time)
    // The host waits ten seconds.
    let deadline = SystemClock.monotonic + Self.mostMilliseconds
    let advice: Advice<String>
    do throws(GameError) {
      advice = try adviser.advise(view, also) { SystemClock.monotonic > deadline }
        .map { state.line(of: $0) }
    } catch {
      throw SystemClock.monotonic > deadline ? .notNow("the advice takes too long") : error
    }
    return { $0.write(advice) }
  }

  private func view(_ request: PluginRequest) throws(GameError) -> Answer {
    let state = try current.state
    let turn = state.status.turn
    let player = request.settings["player"].map(Int.init) ?? turn
    let view = state.view(for: player, at: request.time)
    return { [self] json in
      json.write(view)
      if player == turn { writeLegalMoves(of: state, to: &json) }
    }
  }

  private func record() throws(GameError) -> Answer {
    let history = try GameHistory(rules, current.configuration, steps: steps)
    let record = rules.record(of: history)
    return { $0.write(record) }
  }

  /// Plays a whole game between bots, without changing the open game.
  private func playOut(_ request: PluginRequest) throws(GameError) -> Answer {
    let origin = try kind.origin(of: request.line)
    var configuration = origin.configuration(of: rules)
    configuration.showsSeed = request.settings["hides"] != "seed"
    var driver = try GameDriver(rules, configuration)
    let bots = (request.settings["bots"] ?? Self.random).split(separator: ",").map(String.init)
    let limit = request.settings["limit"].flatMap(Int.init) ?? 100_000
    while driver.moveCount < limit, case .playing(let turn) = driver.status, !bots.isEmpty {
      var chance = Chance.forBot(seed: configuration.seed, moves: driver.moveCount)
      let bot = bots[turn % bots.count]
      guard let move = try choose(bot, in: driver.state, at: .zero, &chance) else {
        throw .notNow("the bot `\(bot)` finds no legal move")
      }
      if case .ignore(let reason) = try driver.play(move) {
        throw .illegal("the move of the bot `\(bot)` has no effect: \(reason)")
      }
    }
    return { [driver] json in
      json.write(driver.status)
      json.write("moves", .integer(driver.moveCount))
      json.write(driver.state.metrics)
      json.write("digest", .string(Self.hexadecimal(driver.digest.full)))
    }
  }

  private func answerWithMove(_ request: PluginRequest) throws(GameError) -> Answer {
    let state = try current.state
    var chance = request.chance ?? Chance(seed: 0, draw: 0)
    let before = chance.key.used
    let words = String(decoding: request.line, as: UTF8.self)
    let move = try choose(words, in: state, at: request.time, &chance)
    let used = Int(chance.key.used &- before)
    return { json in
      guard let move else { return }
      if used > 0 { json.write("used", .integer(used)) }
      json.write("line", .string(state.line(of: move)))
    }
  }
}

extension GameServer {
  /// The move of a bot, given as its name and an optional value; `nil` if `random` finds no legal
  /// move.
  private func choose(
    _ words: String, in state: Rules.State, at time: GameTime, _ chance: inout Chance
  ) throws(GameError) -> Rules.Move? {
    let words = words.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let name = words.first.map(String.init) ?? ""
    if name == Self.random { return state.sampleMove(chance: &chance) }
    guard let bot = rules.bots.first(where: { $0.name == name }) else {
      throw GameError(.badArgument, "there is no bot `\(name)`")
    }
    guard let value = bot.value(words.count == 2 ? String(words[1]) : nil) else {
      throw GameError(.badArgument, "`\(name)` does not take this value")
    }
    return bot.choose(state.view(for: state.status.turn, at: time), value, &chance)
  }
}

extension Bot {
  /// The value of a text; the default without a text.
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
    let masked = state.maskedLine(of: move)
    if masked != line { json.write("masked", .string(masked)) }
    let traits = state.traits(of: move)
    if traits.contains(.draws) { json.write("draws", .bool(true)) }
    if traits.contains(.reveals) { json.write("reveals", .bool(true)) }
    if !traits.contains(.undoStop) { json.write("undoStop", .bool(false)) }
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
        json.write("rematch", .array(words.map(\.data)))
      }
      if let move = state.resumption { json.write("resume", .string(state.line(of: move))) }
      if !published.isEmpty { json.write("public", .integers(published.map { $0 + 1 })) }
      if status.isOver { json.write(state.metrics) }
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

extension GameState {
  /// The line of a move with `?` for every outcome that is hidden.
  fileprivate func maskedLine(of move: Move) -> String {
    var text = TextWriter()
    writeMasked(move, to: &text)
    return text.string
  }
}
