import Language
import ParlorKit
import Platform
import Synchronization

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
  var opened: Value = .null

  /// A move of a game that was played at random.
  struct Played {
    var chosen: String
    var line: String
    var draw: Int
    var state: Value
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
  mutating func start() throws(PluginDefect) {
    process?.end()
    process = nil
    let strays = strays
    do throws(PluginError) {
      process = try PluginProcess(program, limits: limits) { unasked in
        if case .stray(let line) = unasked { strays.note(line) }
      }
    } catch {
      throw PluginDefect("it \(error.clause)")
    }
  }

  /// Asks who the plugin is.
  mutating func hello() throws(PluginDefect) {
    guard let process else { throw PluginDefect("it does not run") }
    do throws(PluginError) {
      identity = try process.hello(reserved: reserved)
    } catch {
      throw PluginDefect("it \(error.clause)")
    }
  }

  /// Asks for something that must be accepted.
  func ask(
    _ verb: String, _ settings: [(String, String)] = [], rest: String = ""
  ) throws(PluginDefect) -> Value {
    do throws(PluginError) {
      return try answer(verb, settings, rest: rest)
    } catch {
      let what = rest.isEmpty ? verb : "\(verb) \(rest)"
      throw PluginDefect("at `\(what)` it \(error.clause)")
    }
  }

  /// Asks for something that may be refused.
  func answer(
    _ verb: String, _ settings: [(String, String)] = [], rest: String = ""
  ) throws(PluginError) -> Value {
    guard let process else { throw .garbled("it does not run", during: verb) }
    return try process.ask(verb, settings, rest: rest)
  }

  /// Makes a move, with as many words of chance as the plugin wants.
  func play(_ line: String, draw: Int) throws(PluginDefect) -> Value {
    let chance = Chance(seed: Self.seed, draw: draw)
    var words = PluginGame.words
    for _ in 0..<2 {
      let answer = try ask(
        "play", PluginGame.settings(chance, words: words) + time, rest: line)
      guard let more = answer["more"]?.integer else { return answer }
      guard words...4096 ~= more else { throw PluginDefect("`more` is \(more)") }
      words = more
    }
    throw PluginDefect("`more` comes again and again")
  }

  /// The time setting of a game that reads the clock.
  var time: [(String, String)] {
    definition.traits.contains(.readsClock) ? [("time", "0")] : []
  }

  /// The seed of the games that are tried.
  static let seed: UInt64 = 7

  /// Opens a game with the fewest words that it takes, or as many as two players.
  mutating func open() throws(PluginDefect) -> Value {
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
