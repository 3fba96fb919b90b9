import LineSyntax
import ParlorEngine
import ParlorKit
import Simulation

/// The parsed words of `parlor simulate GAME WORD…`: who plays, and how each game starts.
///
/// A word is an option if it has the form `OPTION=VALUE` with an option of the game, an argument
/// of the game if `new GAME` takes it, such as a mode, and a bot otherwise.
struct SimulateArguments<Rules: Game> {
  /// The bots in the order of the seats.
  private(set) var players: [TournamentPlayer<Rules>] = []
  /// The programs that decide for players, by the players' indices.
  private(set) var programs: [Int: String] = [:]
  /// The words that are not bots, in the order of `new`: arguments of the game, then options.
  let words: [String]
  /// The configuration of the first game; later games differ only in the seed.
  let setup: GameConfiguration<Rules.Options>
  /// The position of a saved game to start from; nil for the beginning.
  private(set) var start: GameDriver<Rules>?

  /// Opens the saved game of a file.
  typealias Opener = (_ path: String) throws(SimulateError) -> any LoggedGame

  /// Parses the words as ``init(_:_:seed:)`` does, or `from=FILE` and bots.
  ///
  /// - Parameter open: opens the file.
  static func reading(
    _ game: Rules, _ words: [String], seed: UInt64, open: Opener
  ) throws(SimulateError) -> Self {
    guard let word = words.first(where: { $0.hasPrefix(from) }),
      !game.options.contains(where: { $0.declaration.name + "=" == from })
    else { return try Self(game, words, seed: seed) }
    return try Self(
      game, continuing: try open(String(word.dropFirst(from.count))), word,
      words.filter { $0 != word }, seed: seed)
  }

  /// Parses the words and checks that the game can be opened.
  init(_ game: Rules, _ words: [String], seed: UInt64) throws(SimulateError) {
    let definition = game.definition
    var options = SimulateOptions(definition)
    var own: [(parameter: Int, argument: Argument)] = []
    for word in words {
      if try options.take(word) { continue }
      if let program = Self.program(word) {
        programs[players.count] = program
        players.append(TournamentPlayer(program: word))
        continue
      }
      if !TournamentPlayer.names(in: game).contains(word),
        let found = Self.argument(word, in: definition)
      {
        own.append(found)
      } else {
        players.append(try Self.player(word, in: game, definition))
      }
    }
    try Self.check(count: players.count, definition)
    let names = TournamentPlayer.playerNames(for: players).map { Argument.word($0) }
    let arguments = definition.setup.enumerated().flatMap { index, parameter in
      parameter.kind == .name
        ? names : own.filter { $0.parameter == index }.map(\.argument)
    }
    self.words = own.sorted { $0.parameter < $1.parameter }.map(\.argument.text) + options.words
    setup = GameConfiguration(
      arguments: arguments, options: game.options(from: options.values),
      preset: options.preset?.name, seed: seed)
    do throws(GameError) {
      _ = try GameDriver(game, setup)
    } catch {
      throw .game(error)
    }
  }

  private static var from: String { "from=" }

  /// Parses the words beside `from=FILE`, which are bots.
  ///
  /// - Parameter word: `from=FILE`.
  private init(
    _ game: Rules, continuing saved: any LoggedGame, _ word: String, _ words: [String],
    seed: UInt64
  ) throws(SimulateError) {
    let definition = game.definition
    guard let driver = saved.driver(of: Rules.self), saved.kind.definition.name == definition.name
    else { throw .otherGame(word, saved.kind.definition.name) }
    if saved.status.isOver { throw .finished(word) }
    if saved.kind.definition.traits.contains(.hidesDraws) {
      throw .notContinued(
        "the game of `\(word)` hides something, and playing it on would tell what; `rollout` draws"
          + " that anew, where the game offers it")
    }
    let digest = Int(truncatingIfNeeded: driver.digest.full & 0xFFFF_FFFF)
    // A part of another position does not belong to this tournament, whatever its file is called.
    self.words = [word, "position=" + digest.padded(to: 8, radix: 16)]
    var configuration = driver.configuration
    configuration.seed = seed
    (setup, start) = (configuration, driver)
    let options = SimulateOptions.names(of: definition)
    if let option = words.first(where: { word in options.contains { word.hasPrefix($0 + "=") } }) {
      throw .notContinued("the saved game has its own rules; leave out `\(option)`")
    }
    for word in words {
      let program = Self.program(word)
      programs[players.count] = program
      players.append(
        try program == nil
          ? Self.player(word, in: game, definition) : TournamentPlayer(program: word))
    }
    let needed = max(1, saved.players.count)
    if players.count != needed {
      throw .seats(players.count, needed: needed...needed, game: definition.name)
    }
  }

  /// The program of a word such as `exec=PROGRAM`.
  private static func program(_ word: String) -> String? {
    let verb = "exec="
    return word.hasPrefix(verb) && word.count > verb.count
      ? String(word.dropFirst(verb.count)) : nil
  }

  /// Parses a word that `new GAME` takes, other than a player's name.
  private static func argument(
    _ word: String, in definition: GameDefinition
  ) -> (parameter: Int, argument: Argument)? {
    for (index, parameter) in definition.setup.enumerated() {
      switch parameter.kind {
      case .choice(let words) where words.contains(word): return (index, .word(word))
      case .literal(word): return (index, .word(word))
      case .integer(let range):
        if let number = Int(word), range.contains(number) { return (index, .integer(number)) }
      default: break
      }
    }
    return nil
  }

  private static func player(
    _ word: String, in game: Rules, _ definition: GameDefinition
  ) throws(SimulateError) -> TournamentPlayer<Rules> {
    do throws(PlayerError) {
      return try TournamentPlayer(word, in: game)
    } catch {
      switch error {
      case .unknown(let name) where word.contains("="):
        throw .unknownOption(
          name, known: SimulateOptions.names(of: definition),
          names: TournamentPlayer.names(in: game),
          bots: TournamentPlayer.usages(in: game))
      case .unknown(let name):
        throw .unknownBot(
          name, known: TournamentPlayer.names(in: game), bots: TournamentPlayer.usages(in: game))
      case .needsNoValue(let name): throw .needsNoValue(name)
      case .badValue(let name, let parameter): throw .badValue(name, parameter.range)
      }
    }
  }

  private static func check(count: Int, _ definition: GameDefinition) throws(SimulateError) {
    let players = definition.setup.first { $0.kind == .name }
    let seats = players.map { max(1, $0.count.lowerBound)...$0.count.upperBound } ?? 1...1
    if !seats.contains(count) { throw .seats(count, needed: seats, game: definition.name) }
  }
}

extension Argument {
  /// The argument as typed.
  fileprivate var text: String {
    switch self {
    case .integer(let number): String(number)
    case .word(let word): Word.written(word)
    }
  }
}

/// Collects the options of a game among the words of `parlor simulate`.
struct SimulateOptions {
  private let definition: GameDefinition
  private var given: [String: OptionValue] = [:]
  /// The preset named by `rules=`, otherwise the first of the game.
  private(set) var preset: PresetDeclaration?

  init(_ definition: GameDefinition) {
    self.definition = definition
    preset = definition.presets.first
  }

  /// Every option that can be given, `rules` among them if the game has presets.
  static func names(of definition: GameDefinition) -> [String] {
    (definition.presets.isEmpty ? [] : ["rules"]) + definition.options.map(\.name)
  }

  /// Parses a word if it is an option.
  ///
  /// - Returns: whether it is one.
  mutating func take(_ word: String) throws(SimulateError) -> Bool {
    guard let equals = word.firstIndex(of: "=") else {
      guard definition.options.contains(where: { $0.isWord && $0.name == word }) else {
        return false
      }
      return try take("\(word)=on")
    }
    let name = String(word[..<equals])
    let text = String(word[word.index(after: equals)...])
    if name == "seed" { throw .seedOption }
    guard Self.names(of: definition).contains(name) else { return false }
    guard given[name] == nil else { throw .repeatedOption(name) }
    if name == "rules" {
      guard let preset = definition.presets.first(where: { $0.name == text }) else {
        throw .badValue(name, definition.presets.map(\.name).alternatives)
      }
      self.preset = preset
      given[name] = .text(text)
    } else if let option = definition.options.first(where: { $0.name == name }) {
      guard let value = option.value(of: text) else { throw .badValue(name, option.range) }
      given[name] = value
    }
    return true
  }

  /// The value of every option of the game.
  var values: OptionValues { OptionValues(for: definition, preset: preset, given: given) }

  /// The options as one would type them: the preset if it was named, then the other changes.
  var words: [String] {
    let usual = OptionValues(for: definition, preset: preset)
    let named = given["rules"].flatMap { _ in preset }
    let rules = named.map { [Word.written(option: "rules", $0.name)] } ?? []
    return rules
      + definition.options.compactMap { option in
        guard let value = given[option.name], value != usual[option.name] else { return nil }
        return Word.written(option: option.name, option.text(of: value))
      }
  }
}

/// Why the words of `parlor simulate` are invalid.
enum SimulateError: Error {
  case unknownGame(String, known: [String])
  case unknownBot(String, known: [String], bots: [String])
  case unknownOption(String, known: [String], names: [String], bots: [String])
  /// Where no bots play.
  case noOption(String, known: [String])
  case repeatedOption(String)
  case seedOption
  case needsNoValue(String)
  case badValue(String, String)
  case seats(Int, needed: ClosedRange<Int>, game: String)
  /// The saved game of this word is one of another name.
  case otherGame(String, String)
  /// The saved game of this word is over.
  case finished(String)
  /// The saved game cannot be played on, for this reason.
  case notContinued(String)
  case game(GameError)

  var message: String {
    switch self {
    case .unknownGame(let name, let known):
      "there is no game `\(name)`; \(Self.near(name, known) ?? Self.all("games", known))"
    case .unknownBot(let name, let known, let bots):
      "there is no bot `\(name)`; \(Self.near(name, known) ?? Self.all("bots", bots))"
    case .unknownOption(let name, let known, let names, let bots):
      "there is no option or bot `\(name)`; "
        + (Self.near(name, known + names)
          ?? Self.all("options", known) + "; " + Self.all("bots", bots + ["exec=PROGRAM"]))
    case .noOption(let name, let known):
      "there is no option `\(name)`; \(Self.near(name, known) ?? Self.all("options", known))"
    case .repeatedOption(let name): "the option `\(name)` is given twice"
    case .seedOption: "`seed` is not an option here; use `--seed`"
    case .needsNoValue(let name): "the bot `\(name)` takes no value"
    case .badValue(let name, let range): "`\(name)` takes \(range)"
    case .seats(let count, let needed, let game):
      "\(game) needs \(Self.bots(needed)), not \(count)"
    case .otherGame(let word, let game): "`\(word)` is a game of \(game)"
    case .finished(let word): "the game of `\(word)` is over"
    case .notContinued(let reason): reason
    case .game(let error): ([error.message] + error.help).joined(separator: "; ")
    }
  }

  private static func near(_ word: String, _ known: [String]) -> String? {
    let near = SpellingSuggestion.nearest(to: word, among: known).map { "`\($0)`" }
    return near.isEmpty ? nil : "did you mean \(near.alternatives)?"
  }

  private static func all(_ what: String, _ words: [String]) -> String {
    "\(what): \(words.joined(separator: ", "))"
  }

  private static func bots(_ needed: ClosedRange<Int>) -> String {
    needed.count == 1
      ? (needed == 1...1 ? "one bot" : "\(needed.lowerBound) bots, one for each seat")
      : "\(needed.lowerBound) to \(needed.upperBound) bots, one for each seat"
  }
}
