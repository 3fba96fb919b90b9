import Language
package import ParlorKit
import Platform
import Synchronization

/// A check of `plugin check`.
package struct PluginCheck: Sendable {
  /// What a correct plugin does.
  let title: String
  /// Runs the check; throws what is wrong.
  let body: @Sendable (inout PluginTrial) throws(PluginProtocolError) -> Void

  package struct Result: Sendable {
    /// The number, counted from 1.
    package var number: Int
    package var title: String
    /// What is wrong; nil if the check passed.
    package var reason: String?

    /// Writes a line of the Test Anything Protocol: `ok 1 - title`.
    package func write(to text: inout TextWriter) {
      if let reason {
        text.write(Styled(.bad, "not ok"), " ", number, " - ", title, ": ", reason)
      } else {
        text.write(Styled(.good, "ok"), " ", number, " - ", title)
      }
    }
  }
}

extension PluginHost {
  /// Runs all checks that apply to a program. If it fails the handshake, the others are left out.
  package func check(_ program: PluginProgram) -> [PluginCheck.Result] {
    var trial = PluginTrial(program, limits: limits, reserved: reserved)
    var results: [PluginCheck.Result] = []
    var checks = PluginCheck.handshake
    while !checks.isEmpty {
      let check = checks.removeFirst()
      var result = PluginCheck.Result(number: results.count + 1, title: check.title)
      do throws(PluginProtocolError) {
        try check.body(&trial)
      } catch {
        result.reason = error.reason
      }
      results.append(result)
      let isHandshake = results.count <= PluginCheck.handshake.count
      if isHandshake, result.reason != nil { break }
      if results.count == PluginCheck.handshake.count {
        checks = PluginCheck.all(for: trial.identity?.capabilities ?? [])
      }
    }
    trial.end()
    return results
  }
}

// MARK: - The checks

extension PluginCheck {
  /// The checks after the handshake, for a plugin with some capabilities.
  fileprivate static func all(for capabilities: PluginIdentity.Capabilities) -> [PluginCheck] {
    if capabilities.contains(.remote) { return every }
    let optional: [(PluginIdentity.Capabilities, PluginCheck)] = [
      (.views, views), (.record, record), (.playout, playout),
    ]
    return local + optional.filter { capabilities.contains($0.0) }.map(\.1) + every
  }

  /// The checks that every other check needs.
  static let handshake = [
    PluginCheck(title: "it starts, and answers `hello`") { trial throws(PluginProtocolError) in
      try trial.start()
      _ = try trial.ask("hello", rest: "\(PluginProcess.protocolNumber)")
    },
    PluginCheck(title: "it speaks the protocol and declares a game") {
      trial throws(PluginProtocolError) in try trial.hello()
    },
  ]

  /// The checks of games that are played here.
  static let local = [
    PluginCheck(title: "`open` answers with the state") { trial throws(PluginProtocolError) in
      trial.opened = try trial.open()
    },
    PluginCheck(title: "the moves that it lists as legal can be played") {
      trial throws(PluginProtocolError) in
      try playRandomGame(&trial)
    },
    PluginCheck(title: "a move is resolved to a line of a declared command") {
      trial throws(PluginProtocolError) in try checkLines(trial)
    },
    PluginCheck(title: "a resolved move draws nothing and gives the same state in a new process") {
      trial throws(PluginProtocolError) in try replay(&trial)
    },
    PluginCheck(title: "the same draws give the same moves") { trial throws(PluginProtocolError) in
      try playAgain(&trial)
    },
    PluginCheck(title: "a refused move changes nothing") { trial throws(PluginProtocolError) in
      try refuse(&trial)
    },
    PluginCheck(title: "`open` replaces the open game") {
      trial throws(PluginProtocolError) in
      let again = try trial.open()
      guard again["state"] == trial.opened["state"] else {
        throw PluginProtocolError("the state differs from that of the first `open`")
      }
    },
  ]

  private static let views = PluginCheck(
    title: "`view player=N` answers for every player"
  ) { trial throws(PluginProtocolError) in
    let state = try trial.open()["state"]
    let turn = try PluginSnapshot(state).status.turn
    for player in 0..<trial.playerCount {
      let settings = [("player", String(player))] + trial.time
      let answer = try trial.ask("view", settings)
      guard answer["view"]?.fields != nil else {
        throw PluginProtocolError("`view player=\(player)` has no `view`")
      }
      if player == turn, answer["view"] != state?["view"] {
        throw PluginProtocolError("`view player=\(player)` differs from the `view` of the state")
      }
    }
  }

  private static let record = PluginCheck(
    title: "`record` describes a game and its players"
  ) { trial throws(PluginProtocolError) in
    _ = try trial.open()
    for move in trial.played { _ = try trial.play(move.chosen, draw: move.draw) }
    let answer = try trial.ask("record", trial.time)
    for player in answer["players"]?.array ?? [] {
      guard let result = player["result"]?.string else { continue }
      guard PlayerResult(rawValue: result) != nil else {
        throw PluginProtocolError("the result `\(PluginText.line(result))` is unknown")
      }
    }
  }

  private static let playout = PluginCheck(
    title: "`playout` gives the same game for the same seed"
  ) { trial throws(PluginProtocolError) in
    let definition = trial.definition
    let setup = definition.sampleSetup
    let bots = Array(repeating: "random", count: max(1, setup.names.count)).joined(separator: ",")
    var answers: [Value] = []
    for _ in 0..<2 {
      let answer = try trial.ask(
        "playout", [("limit", "\(PluginTrial.moves)"), ("bots", bots)],
        rest: definition.line(of: setup))
      guard 0...PluginTrial.moves ~= answer["moves"]?.integer ?? -1 else {
        throw PluginProtocolError("`moves` is not a number up to the limit")
      }
      _ = try PluginSnapshot.status(answer)
      answers.append(answer)
    }
    if answers[0] != answers[1] { throw PluginProtocolError("the second answer differs") }
  }

  /// The checks of every plugin.
  static let every = [
    PluginCheck(title: "an unknown request is refused") { trial throws(PluginProtocolError) in
      do throws(PluginError) {
        _ = try trial.answer("no-such-request")
      } catch {
        guard case .refused(let gameError) = error else {
          throw PluginProtocolError("it \(error.clause)")
        }
        guard gameError.code == .unknownCommand else {
          throw PluginProtocolError(
            "the code is `\(gameError.code.rawValue)`, not `unknown-command`")
        }
        return
      }
      throw PluginProtocolError("it is accepted")
    },
    PluginCheck(title: "every command has a summary and an example of its use") {
      trial throws(PluginProtocolError) in try checkExamples(trial.definition)
    },
    PluginCheck(title: "it writes nothing but answers") { trial throws(PluginProtocolError) in
      if let line = trial.firstStray { throw PluginProtocolError("`\(line)`") }
    },
    PluginCheck(title: "it stops when its input ends") { trial throws(PluginProtocolError) in
      guard trial.endsByItself() else { throw PluginProtocolError("it did not stop by itself") }
    },
  ]
}

extension PluginCheck {
  /// Plays legal moves, chosen by draws with a fixed seed.
  private static func playRandomGame(_ trial: inout PluginTrial) throws(PluginProtocolError) {
    trial.played = []
    var snapshot = try PluginSnapshot(
      trial.opened["state"], playerCount: trial.namedPlayerCount)
    var draw = trial.definition.traits.contains(.drawsAtStart) ? 1 : 0
    while trial.played.count < PluginTrial.moves, !snapshot.status.isOver {
      guard !snapshot.legal.isEmpty else {
        guard snapshot.forms.isEmpty else { return }
        throw PluginProtocolError("the game is not over, but no move is legal")
      }
      var picker = Chance(seed: 1, draw: trial.played.count)
      let index = Int(picker.below(UInt32(truncatingIfNeeded: snapshot.legal.count)))
      let chosen = snapshot.legal[index].line
      let answer = try trial.play(chosen, draw: draw)
      guard answer["ignored"] == nil else {
        throw PluginProtocolError("`\(chosen)` is listed as legal and has no effect")
      }
      snapshot = try PluginSnapshot(answer["state"], playerCount: trial.namedPlayerCount)
      trial.played.append(
        .init(
          chosen: chosen, line: answer["line"]?.string ?? "", draw: draw,
          state: answer["state"] ?? .null))
      if answer["draws"]?.bool ?? false { draw += 1 }
    }
  }

  private static func checkLines(_ trial: PluginTrial) throws(PluginProtocolError) {
    for move in trial.played {
      let verb = move.line.prefix { $0 != " " }
      guard PluginMove.isLine(move.line),
        verb == "resign"
          || trial.definition.commands.contains(where: { $0.verb == verb && !$0.isQuestion })
      else {
        throw PluginProtocolError("`\(move.chosen)` became `\(PluginText.line(move.line))`")
      }
    }
  }

  private static func replay(_ trial: inout PluginTrial) throws(PluginProtocolError) {
    try trial.start()
    try trial.hello()
    guard try trial.open()["state"] == trial.opened["state"] else {
      throw PluginProtocolError("`open` answers with another state")
    }
    for move in trial.played {
      let answer = try trial.ask("play", trial.time, rest: move.line)
      guard answer["line"]?.string == move.line else {
        throw PluginProtocolError("`\(move.line)` became another line when it was repeated")
      }
      guard answer["used"]?.integer ?? 0 == 0 else {
        throw PluginProtocolError("`\(move.line)` draws")
      }
      guard answer["state"] == move.state else {
        throw PluginProtocolError("after `\(move.line)` the state differs")
      }
    }
  }

  private static func playAgain(_ trial: inout PluginTrial) throws(PluginProtocolError) {
    _ = try trial.open()
    for move in trial.played {
      let answer = try trial.play(move.chosen, draw: move.draw)
      guard answer["line"]?.string == move.line, answer["state"] == move.state else {
        throw PluginProtocolError("`\(move.chosen)` gave another result")
      }
    }
  }

  /// Sends a line that no game can accept, then goes on with the game.
  private static func refuse(_ trial: inout PluginTrial) throws(PluginProtocolError) {
    _ = try trial.open()
    for move in trial.played.prefix(5) {
      do throws(PluginError) {
        _ = try trial.answer("play", trial.time, rest: "no-such-move 1 2 3")
        throw PluginError.garbled("it accepts a line that is not a move", during: "play")
      } catch {
        guard case .refused = error else { throw PluginProtocolError("it \(error.clause)") }
      }
      guard try trial.play(move.chosen, draw: move.draw)["state"] == move.state else {
        throw PluginProtocolError("`\(move.chosen)` gave another result after a refused line")
      }
    }
  }

  private static func checkExamples(_ definition: GameDefinition) throws(PluginProtocolError) {
    guard !definition.summary.isEmpty else { throw PluginProtocolError("the game has no summary") }
    for command in definition.commands {
      guard !command.summary.isEmpty, command.summary != command.verb else {
        throw PluginProtocolError("`\(command.verb)` has no summary")
      }
      guard !command.examples.isEmpty else {
        throw PluginProtocolError("`\(command.verb)` has no example")
      }
      for example in command.examples where !command.accepts(example) {
        throw PluginProtocolError("`\(example)` is not a call of `\(command.verb)`")
      }
    }
  }
}

extension CommandDeclaration {
  /// Whether a line is read as a call of the command.
  fileprivate func accepts(_ text: String) -> Bool {
    var line = Line()
    guard (try? line.read(Array(text.utf8)[...])) != nil, let first = line.tokens.first,
      ([verb] + aliases).contains(line.text(first))
    else { return false }
    var reader = CallReader(line, as: DeclaredCommand(self))
    return (try? reader.read()) != nil
  }
}

/// A plugin that is being checked, and what the checks have learned so far.
struct PluginTrial {
  /// The maximum number of moves of the game that is played.
  static let moves = 60

  private let program: PluginProgram
  private let limits: PluginLimits
  private let reserved: Set<String>
  private let strays = Strays()
  private var process: PluginProcess?
  private(set) var identity: PluginIdentity?
  /// A game that was played at random.
  var played: [Played] = []
  /// The state at the beginning.
  var opened: Value = .null

  struct Played {
    /// The line that was sent, and the line that came back.
    var chosen: String
    var line: String
    /// How many draws came before.
    var draw: Int
    /// The state after the move.
    var state: Value
  }

  init(_ program: PluginProgram, limits: PluginLimits, reserved: Set<String>) {
    self.program = program
    self.limits = limits
    self.reserved = reserved
  }

  var playerCount: Int { max(1, definition.sampleSetup.names.count) }
  /// How many players are named, where the words that open the game are names.
  var namedPlayerCount: Int? {
    let names = definition.sampleSetup.names
    return definition.setup.allSatisfy { $0.kind == .name } && !names.isEmpty ? names.count : nil
  }
  var definition: GameDefinition {
    identity?.definition ?? GameDefinition(name: "", title: "", summary: "", commands: [])
  }
  /// The first line that was not an answer.
  var firstStray: String? { strays.first }

  /// Restarts the program.
  mutating func start() throws(PluginProtocolError) {
    process?.end()
    process = nil
    let strays = strays
    do throws(PluginError) {
      process = try PluginProcess(program, limits: limits) { unasked in
        if case .stray(let line) = unasked { strays.note(line) }
      }
    } catch {
      throw PluginProtocolError("it \(error.clause)")
    }
  }

  mutating func hello() throws(PluginProtocolError) {
    guard let process else { throw PluginProtocolError("it does not run") }
    do throws(PluginError) {
      identity = try process.hello(reserved: reserved)
    } catch {
      throw PluginProtocolError("it \(error.clause)")
    }
  }

  /// Asks for something that must be accepted.
  func ask(
    _ verb: String, _ settings: [(String, String)] = [], rest: String = ""
  ) throws(PluginProtocolError) -> Value {
    do throws(PluginError) {
      return try answer(verb, settings, rest: rest)
    } catch {
      let what = rest.isEmpty ? verb : "\(verb) \(rest)"
      throw PluginProtocolError("at `\(what)` it \(error.clause)")
    }
  }

  /// Asks for something that may be refused.
  func answer(
    _ verb: String, _ settings: [(String, String)] = [], rest: String = ""
  ) throws(PluginError) -> Value {
    guard let process else { throw .garbled("it does not run", during: verb) }
    return try process.ask(verb, settings, rest: rest)
  }

  /// Makes a move; sends more words of chance if the plugin asks for them.
  func play(_ line: String, draw: Int) throws(PluginProtocolError) -> Value {
    let chance = Chance(seed: Self.seed, draw: draw)
    var words = PluginGame.words
    for _ in 0..<2 {
      let answer = try ask(
        "play", PluginGame.settings(chance, words: words) + time, rest: line)
      guard let more = answer["more"]?.integer else { return answer }
      guard words...4096 ~= more else { throw PluginProtocolError("`more` is \(more)") }
      words = more
    }
    throw PluginProtocolError("it asks for `more` twice")
  }

  /// The time setting of a game that reads the clock.
  var time: [(String, String)] {
    definition.traits.contains(.readsClock) ? [("time", "0")] : []
  }

  /// The seed of the games that are tried.
  static let seed: UInt64 = 7

  /// Opens a game for two players, or as few as it takes.
  mutating func open() throws(PluginProtocolError) -> Value {
    var settings: [(String, String)] = []
    if definition.traits.contains(.drawsAtStart) {
      settings = PluginGame.settings(Chance(seed: Self.seed, draw: 0), words: PluginGame.words)
    }
    let answer = try ask("open", settings, rest: definition.line(of: definition.sampleSetup))
    _ = try PluginSnapshot(answer["state"])
    return answer
  }

  /// Ends the program.
  mutating func end() {
    process?.end()
    process = nil
  }

  /// Ends the input of the program.
  ///
  /// - Returns: whether it ended by itself.
  mutating func endsByItself() -> Bool {
    defer { process = nil }
    return process?.endsByItself() ?? false
  }
}

/// Lines that were not answers.
private final class Strays: Sendable {
  private let lines = Mutex<[String]>([])

  func note(_ line: String) { lines.withLock { if $0.count < 20 { $0.append(line) } } }
  var first: String? { lines.withLock { $0.first } }
}

extension GameDefinition {
  /// The shortest setup with two players, or as few as the game takes.
  var sampleSetup: GameConfiguration<OptionValues> {
    var arguments: [Argument] = []
    for parameter in setup {
      let least = parameter.count.lowerBound
      let isName = parameter.kind == .name
      let count = isName ? min(parameter.count.upperBound, max(2, least)) : least
      for index in 0..<count { arguments.append(parameter.sample(index)) }
    }
    return GameConfiguration(
      arguments: arguments, options: OptionValues(for: self), preset: presets.first?.name,
      seed: PluginTrial.seed)
  }
}

extension Parameter {
  /// A word that fits the parameter.
  fileprivate func sample(_ index: Int) -> Argument {
    switch kind {
    case .integer(let range): .integer(range.lowerBound)
    case .die: .integer(1)
    case .duration: .integer(1000)
    case .choice(let words): .word(words.first ?? "")
    case .name:
      .word(["Ann", "Bob"].indices.contains(index) ? ["Ann", "Bob"][index] : "P\(index)")
    case .literal, .file, .word, .secret: .word("word")
    }
  }
}
