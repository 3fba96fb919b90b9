import Language
package import ParlorKit
import Platform
import Synchronization

/// A numbered question that a plugin has to pass.
package struct PluginCheck: Sendable {
  /// What is checked, as it should be.
  let title: String
  /// Checks it.
  ///
  /// - Throws: what is wrong.
  let body: @Sendable (inout PluginTrial) throws(PluginProtocolError) -> Void

  /// What came of a check.
  package struct Result: Sendable {
    /// The number, from 1.
    package var number: Int
    /// What was checked.
    package var title: String
    /// What is wrong; nothing if all is well.
    package var reason: String?

    /// Writes a line as the Test Anything Protocol has it: `ok 1 - title`.
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
  /// Holds a program to the protocol: every check, or those up to the first without which the
  /// others say nothing.
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
        checks = trial.isRemote ? PluginCheck.every : PluginCheck.local + PluginCheck.every
      }
    }
    trial.end()
    return results
  }
}

extension PluginCheck {
  /// Without these the others say nothing.
  static let handshake = [
    PluginCheck(title: "it starts, and answers `hello`") { trial throws(PluginProtocolError) in
      try trial.start()
      _ = try trial.ask("hello", rest: "\(PluginProcess.protocolNumber)")
    },
    PluginCheck(title: "it speaks the protocol and declares a game") {
      trial throws(PluginProtocolError) in try trial.hello()
    },
  ]

  /// For games that are played here.
  static let local = [
    PluginCheck(title: "`open` tells the state") { trial throws(PluginProtocolError) in
      trial.opened = try trial.open()
    },
    PluginCheck(title: "what it lists as legal can be played") { trial throws(PluginProtocolError) in
      try playRandomGame(&trial)
    },
    PluginCheck(title: "a move is resolved to a line that it has declared") {
      trial throws(PluginProtocolError) in try checkLines(trial)
    },
    PluginCheck(title: "a resolved move draws nothing and comes out the same, in a new process") {
      trial throws(PluginProtocolError) in try replay(&trial)
    },
    PluginCheck(title: "the same draws give the same moves") { trial throws(PluginProtocolError) in
      try playAgain(&trial)
    },
    PluginCheck(title: "a refused move changes nothing") { trial throws(PluginProtocolError) in
      try refuse(&trial)
    },
    PluginCheck(title: "`open` opens another game in place of the one before") {
      trial throws(PluginProtocolError) in
      let again = try trial.open()
      guard again["state"] == trial.opened["state"] else {
        throw PluginProtocolError("the state differs from the one of the first `open`")
      }
    },
  ]

  /// For every plugin.
  static let every = [
    PluginCheck(title: "an unknown request is refused") { trial throws(PluginProtocolError) in
      do throws(PluginError) {
        _ = try trial.answer("no-such-request")
      } catch {
        guard case .refused(let refusal) = error else { throw PluginProtocolError("it \(error.clause)") }
        guard refusal.code == .unknownCommand else {
          throw PluginProtocolError("the code is `\(refusal.code.rawValue)`, not `unknown-command`")
        }
        return
      }
      throw PluginProtocolError("it is accepted")
    },
    PluginCheck(title: "every command has a summary and an example that is a call of it") {
      trial throws(PluginProtocolError) in try checkExamples(trial.definition)
    },
    PluginCheck(title: "it writes nothing that is no answer") { trial throws(PluginProtocolError) in
      if let line = trial.firstStray { throw PluginProtocolError("`\(line)`") }
    },
    PluginCheck(title: "it ends when its input ends") { trial throws(PluginProtocolError) in
      guard trial.endsByItself() else { throw PluginProtocolError("it had to be killed") }
    },
  ]
}

extension PluginCheck {
  /// Plays moves that are listed, whose numbers follow from those of the moves before.
  private static func playRandomGame(_ trial: inout PluginTrial) throws(PluginProtocolError) {
    trial.played = []
    var snapshot = try PluginSnapshot(trial.opened["state"])
    var draw = trial.definition.traits.contains(.drawsAtStart) ? 1 : 0
    while trial.played.count < PluginTrial.moves, !snapshot.status.isOver {
      guard !snapshot.legal.isEmpty else {
        guard snapshot.forms.isEmpty else { return }
        throw PluginProtocolError("the game goes on, and nothing is legal")
      }
      var picker = Chance(seed: 1, draw: trial.played.count)
      let index = Int(picker.below(UInt32(truncatingIfNeeded: snapshot.legal.count)))
      let chosen = snapshot.legal[index].line
      let answer = try trial.play(chosen, draw: draw)
      guard answer["ignored"] == nil else {
        throw PluginProtocolError("`\(chosen)` is listed and has no effect")
      }
      snapshot = try PluginSnapshot(answer["state"])
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
      throw PluginProtocolError("`open` tells another state")
    }
    for move in trial.played {
      let answer = try trial.ask("play", trial.time, rest: move.line)
      guard answer["line"]?.string == move.line else {
        throw PluginProtocolError("`\(move.line)` became another line")
      }
      guard answer["used"]?.integer ?? 0 == 0 else { throw PluginProtocolError("`\(move.line)` draws") }
      guard answer["state"] == move.state else {
        throw PluginProtocolError("after `\(move.line)` the state is another one")
      }
    }
  }

  private static func playAgain(_ trial: inout PluginTrial) throws(PluginProtocolError) {
    _ = try trial.open()
    for move in trial.played {
      let answer = try trial.play(move.chosen, draw: move.draw)
      guard answer["line"]?.string == move.line, answer["state"] == move.state else {
        throw PluginProtocolError("`\(move.chosen)` came out differently")
      }
    }
  }

  /// Tries a line that no game can accept, then goes on with the game.
  private static func refuse(_ trial: inout PluginTrial) throws(PluginProtocolError) {
    _ = try trial.open()
    for move in trial.played.prefix(5) {
      do throws(PluginError) {
        _ = try trial.answer("play", trial.time, rest: "no-such-move 1 2 3")
        throw PluginError.garbled("a line that is no move is accepted", during: "play")
      } catch {
        guard case .refused = error else { throw PluginProtocolError("it \(error.clause)") }
      }
      guard try trial.play(move.chosen, draw: move.draw)["state"] == move.state else {
        throw PluginProtocolError("`\(move.chosen)` came out differently after a refused line")
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
        throw PluginProtocolError("`\(example)` is no call of `\(command.verb)`")
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

/// A plugin under examination, and what is known of it so far.
struct PluginTrial {
  /// How many moves of a game are tried.
  static let moves = 60

  private let program: PluginProgram
  private let limits: PluginLimits
  private let reserved: Set<String>
  private let strays = Strays()
  private var process: PluginProcess?
  /// What the plugin says it is.
  private(set) var identity: PluginIdentity?
  /// A game that was played at random: the lines as chosen and as resolved, and the states.
  var played: [Played] = []
  /// The state at the beginning.
  var opened: JSONValue = .null

  /// A move of a game that was played at random.
  struct Played {
    var chosen: String
    var line: String
    var draw: Int
    var state: JSONValue
  }

  init(_ program: PluginProgram, limits: PluginLimits, reserved: Set<String>) {
    self.program = program
    self.limits = limits
    self.reserved = reserved
  }

  var isRemote: Bool { identity?.isRemote ?? false }
  var definition: GameDefinition {
    identity?.definition ?? GameDefinition(name: "", title: "", summary: "", commands: [])
  }
  /// The first line that was no answer.
  var firstStray: String? { strays.first }

  /// Starts the program anew.
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

  /// Asks who the plugin is.
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
  ) throws(PluginProtocolError) -> JSONValue {
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
  ) throws(PluginError) -> JSONValue {
    guard let process else { throw .garbled("it does not run", during: verb) }
    return try process.ask(verb, settings, rest: rest)
  }

  /// Makes a move, with as many words of chance as the plugin wants.
  func play(_ line: String, draw: Int) throws(PluginProtocolError) -> JSONValue {
    let chance = Chance(seed: Self.seed, draw: draw)
    var words = PluginGame.words
    for _ in 0..<2 {
      let answer = try ask(
        "play", PluginGame.settings(chance, words: words) + time, rest: line)
      guard let more = answer["more"]?.integer else { return answer }
      guard words...4096 ~= more else { throw PluginProtocolError("`more` is \(more)") }
      words = more
    }
    throw PluginProtocolError("`more` comes again and again")
  }

  /// The time setting of a game that reads the clock.
  var time: [(String, String)] {
    definition.traits.contains(.readsClock) ? [("time", "0")] : []
  }

  /// The seed of the games that are tried.
  static let seed: UInt64 = 7

  /// Opens a game with the fewest words that it takes, or as many as two players.
  mutating func open() throws(PluginProtocolError) -> JSONValue {
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

/// Lines that are no answers.
private final class Strays: Sendable {
  private let lines = Mutex<[String]>([])

  func note(_ line: String) { lines.withLock { if $0.count < 20 { $0.append(line) } } }
  var first: String? { lines.withLock { $0.first } }
}

extension GameDefinition {
  /// A setup with as few words as the game takes, but two players if it can have them.
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
  /// Something that fits the parameter.
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
