import LineSyntax
import ParlorKit
import Synchronization

/// A plugin that is being checked, and the results of the checks so far.
struct PluginTrial {
  /// The maximum number of moves of the game that is played.
  static let moves = 60

  let program: PluginProgram
  let limits: PluginLimits
  private let reserved: Set<String>
  private let strays = Strays()
  private var process: PluginProcess?
  private(set) var identity: PluginIdentity?
  /// The answer to `hello`.
  var greeting: Value = .null
  /// A game that was played at random.
  var played: [PlayedMove] = []
  /// The logs of the games that a program for players played.
  var logs: [[String]] = []
  /// The state at the beginning.
  var opened: Value = .null

  struct PlayedMove {
    /// The line that was sent, and the line that came back.
    var chosen: String
    var line: String
    /// How many draws came before.
    var draw: Int
    var answer: Value
    /// The state after the move.
    var state: Value { answer["state"] ?? .null }
  }

  init(_ program: PluginProgram, limits: PluginLimits, reserved: Set<String>) {
    self.program = program
    self.limits = limits
    self.reserved = reserved
  }

  var playerCount: Int { max(1, definition.sampleSetup.names.count) }
  /// The number of named players, if the words that open the game are names.
  var namedPlayerCount: Int? {
    let names = definition.sampleSetup.names
    return definition.setup.allSatisfy { $0.kind == .name } && !names.isEmpty ? names.count : nil
  }
  var definition: GameDefinition {
    identity?.definition ?? GameDefinition(name: "", title: "", summary: "", commands: [])
  }
  /// Whether the program decides for players, and is not a game.
  var isPlayer: Bool {
    greeting["capabilities"]?.array?.contains(.string("player")) ?? false
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

  /// Asks a question that must be accepted.
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

  /// Asks a question that may be refused.
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

  /// Opens a game for two players, or the minimum number.
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

/// The first line that was not an answer.
private final class Strays: Sendable {
  private let line = Mutex<String?>(nil)

  func note(_ line: String) { self.line.withLock { $0 = $0 ?? line } }
  var first: String? { line.withLock(\.self) }
}

extension GameDefinition {
  /// The shortest setup with two players, or the minimum number.
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
