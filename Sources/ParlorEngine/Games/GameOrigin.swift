import LineSyntax
package import ParlorKit

/// How a game was opened: all that `new` needs to open one like it.
///
/// The rules get a `GameConfiguration`, in which every option has a value. An origin also remembers
/// which values the user gave, which were drawn, and which come from a preset.
package struct GameOrigin {
  package let kind: GameKind
  /// The words after the name.
  var arguments: [Argument]
  /// The preset, if the game has any.
  var preset: PresetDeclaration?
  /// The options that were given.
  var given: [String: OptionValue]
  /// The options whose values were drawn.
  private var drawn: [String: OptionValue] = [:]
  package private(set) var seed: UInt64
  /// Whether the user gave the seed, or the secret of a fair game.
  package internal(set) var isSeedGiven: Bool
  /// The secret of a fair game, which takes the place of the seed; nil if the game is not fair.
  var fair: FairSecret? {
    didSet {
      drawn = [:]
      if let fair { seed = fair.seed }
    }
  }
  /// Whether the secret was shown: people know all draws, and the game goes no further.
  var isRevealed = false
  /// Whether its draws are fair, with a side at each of two sessions.
  package var hasSides: Bool { fair?.sides != nil }
  /// Whether the seed is hidden although the game hides no draws: see ``Session/hidesSeeds``.
  var guardsSeed = false
  /// The name of the house rules that the options are, if they have one.
  var houseRules: String?
  /// The revision of the rules that a log was played by; `nil` for the latest.
  var revision: Int?

  init(
    kind: GameKind, arguments: [Argument], preset: PresetDeclaration? = nil,
    given: [String: OptionValue] = [:],
    seed: UInt64 = 0, isSeedGiven: Bool = false
  ) {
    self.kind = kind
    self.arguments = arguments
    self.preset = preset
    self.given = given
    self.seed = seed
    self.isSeedGiven = isSeedGiven
  }

  /// The values of all options.
  package var values: OptionValues {
    var values = kind.values(of: preset)
    for (name, value) in given where values[name] != nil { values[name] = value }
    for (name, value) in drawn { values[name] = value }
    return values
  }

  /// The configuration with all options by name.
  package var configuration: GameConfiguration<OptionValues> {
    GameConfiguration(
      arguments: arguments, options: values, given: Set(given.keys), preset: preset?.name,
      seed: seed, showsSeed: !hidesSeed)
  }

  /// The configuration that the rules get.
  package func configuration<Rules: Game>(
    of rules: Rules
  ) -> GameConfiguration<Rules.Options> {
    var configuration = GameConfiguration(
      arguments: arguments, options: options(of: rules), given: Set(given.keys),
      preset: preset?.name, seed: seed, showsSeed: !hidesSeed)
    configuration.houseRules = houseRules
    configuration.revision = revision
    configuration.fair = fair
    return configuration
  }

  /// The options as the rules have them.
  private func options<Rules: Game>(of rules: Rules) -> Rules.Options {
    // Options that are known only by name have no values but those they are given.
    if given.isEmpty, drawn.isEmpty, Rules.Options.self != OptionValues.self, let preset,
      let usual = rules.presets.first(where: { $0.name == preset.name })
    {
      return usual.options
    }
    return rules.options(from: values)
  }

  /// The revision of the rules by which the game is played.
  var revisionInForce: Int { revision ?? kind.guide(values).revision }

  /// The arguments that are words: the names of players.
  var names: [String] { arguments.compactMap(\.word) }

  /// The players at the start: the names, `1` in a game without names.
  var players: [String] {
    let takesNames = kind.definition.setup.contains { $0.kind == .name }
    return takesNames ? names : ["1"]
  }

  /// Whether the seed would tell what the players must not know.
  package var hidesSeed: Bool {
    fair != nil || (guardsSeed || kind.definition.traits.contains(.hidesDraws)) && !isSeedGiven
  }

  /// The line that gives the seed to a game that is opened without one, and hides it as it is hidden here.
  var seedLine: String {
    Self.seedLine(Int(seed), isHidden: hidesSeed && !kind.definition.traits.contains(.hidesDraws))
  }

  /// The line that gives a seed to the next game.
  static func seedLine(_ seed: Int, isHidden: Bool) -> String {
    "seed \(seed)\(isHidden ? " hidden" : "")"
  }

  /// Hides a seed that a saved game contains, and that the player did not ask for.
  mutating func hideSeed() {
    isSeedGiven = false
    guardsSeed = true
  }

  /// The line that opens the game again, with everything written out: words, preset, the options
  /// in which it differs from the preset, seed.
  ///
  /// - Parameter masked: whether a `?` takes the place of what is hidden from the players.
  package func line(masked: Bool) -> String {
    let seed = masked && hidesSeed ? "?" : String(seed)
    let chance = fair.map { fairWords($0, masked: masked) } ?? ["seed=\(seed)"]
    let words = ["new", kind.definition.name] + words(masked: masked) + chance
    return Opponents.quotingNames(in: words.joined(separator: " "), kind)
  }

  /// The words of the line that opens the game again, after the name of the game and without the
  /// seed or what makes it fair.
  package func words(masked: Bool) -> [String] {
    var words: [String] = []
    for argument in arguments {
      switch argument {
      case .integer(let number): words.append(String(number))
      case .word(let word): words.append(Word.written(word))
      }
    }
    if let preset { words.append("rules=\(preset.name)") }
    let base = kind.values(of: preset)
    for option in kind.definition.options {
      guard let value = drawn[option.name] ?? given[option.name], value != base[option.name] else {
        continue
      }
      let isHidden = masked && option.isSecret
      words.append(Word.written(option: option.name, isHidden ? "?" : option.text(of: value)))
    }
    return words
  }

  /// Notes the options that were drawn: those that differ from the ones given.
  mutating func note(drawn options: OptionValues, _ given: OptionValues) {
    for option in kind.definition.options where options[option.name] != given[option.name] {
      drawn[option.name] = options[option.name]
    }
  }

  /// Whether another game has the same draws, as far as its moves are the same. The seed of a fair game
  /// of two sides is no draw.
  func hasDraws(of other: GameOrigin) -> Bool {
    seed == other.seed && fair?.commit == other.fair?.commit
  }

  /// A game like it with fresh chance: other draws, and none given beforehand. What a game never
  /// draws at its start, such as a board, stays as given.
  package func renewed(seed: Int) -> GameOrigin {
    var origin = self
    origin.fair = nil
    origin.isRevealed = false
    origin.guardsSeed = false
    origin.seed = UInt64(seed)
    origin.isSeedGiven = false
    origin.revision = nil
    origin.drawn = [:]
    if kind.definition.traits.contains(.drawsAtStart) {
      for option in kind.definition.options where option.isSecret {
        origin.given[option.name] = nil
      }
    }
    return origin
  }

  /// Gives a player another name.
  mutating func rename(_ player: String, to name: String) {
    arguments = arguments.map { $0 == .word(player) ? .word(name) : $0 }
  }

  /// Copies values of options from another game of this kind, if they were given there.
  mutating func take(_ options: [String], from other: GameOrigin) {
    for name in options { given[name] = other.given[name] }
  }
}

extension GameKind {
  /// How a call of ``opening`` sets a game up.
  ///
  /// - Parameter nextSeed: the seed if the call gives none.
  func origin(of call: Call, nextSeed: Int) -> GameOrigin {
    var given = call.options
    let seed = given.removeValue(forKey: "seed")
    let rules = given.removeValue(forKey: "rules")
    var preset = definition.presets.first
    if case .text(let name)? = rules { preset = self.preset(name) }
    var number = nextSeed
    if case .integer(let value)? = seed { number = value }
    return GameOrigin(
      kind: self, arguments: call.arguments, preset: preset, given: given, seed: UInt64(number),
      isSeedGiven: seed != nil)
  }

  /// How a `new` line sets a game of this kind up; the seed is 0 if the line gives none.
  ///
  /// - Throws: an error about the line as a whole.
  package func origin(of bytes: ArraySlice<UInt8>) throws(GameError) -> GameOrigin {
    do throws(CommandError) {
      return origin(of: try opening.call(Line(command: bytes)), nextSeed: 0)
    } catch {
      throw error.ofWholeLine
    }
  }

  /// What a line of the game calls.
  ///
  /// - Throws: an error about the line as a whole.
  package func call(of bytes: ArraySlice<UInt8>) throws(GameError) -> Call {
    do throws(CommandError) {
      let line = try Line(command: bytes)
      guard let verb = line.tokens.first, let command = command(line.bytes[verb.content]) else {
        throw CommandError.unknownCommand(
          line.tokens.first.map(line.text) ?? "", range: 0..<0, near: [], games: [])
      }
      return try command.call(line)
    } catch {
      throw error.ofWholeLine
    }
  }
}
