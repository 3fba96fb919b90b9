package import LineSyntax
public import ParlorKit
import Synchronization

/// A kind of game with what the language derives from its definition once. Sessions can share it.
public final class GameKind: Sendable {
  /// The facts of the game.
  package let definition: GameDefinition
  /// The command `new NAME …` for this kind.
  package let opening: DeclaredCommand
  /// Opens a game of this kind.
  let open: Opener
  /// Opens games of this kind that are stepped together; `nil` for games that are played elsewhere.
  let openBatch: BatchOpener?
  /// What a session must be granted to open it.
  let needs: Capabilities
  /// Whether logs keep the time between moves.
  let readsClock: Bool
  /// Whether one of the commands takes a secret.
  let takesSecrets: Bool
  /// The bots as rows of a list: how each is written, and how it plays.
  package let bots: [[String]]
  /// The words that the bots are written with, and whether a value can follow.
  let botWords: [(name: [UInt8], takesValue: Bool)]
  /// The lines of a game that another program recorded, by the bytes and the name of the file; nil if
  /// it is no recording of this game.
  let recordedLines: RecordingReader
  /// Whether `rollout` can play its games on: to an end, and without knowing what is hidden.
  let canRollOut: Bool
  /// What the game says about options.
  let guide: @Sendable (OptionValues) -> OptionsGuide
  /// The lines that single words stand for, as bytes.
  private let shortcuts: VerbTable<[UInt8]>
  /// What comes before a number in the line that a number with a sign means.
  private let beforeSigned: [UInt8]?
  private let commands: VerbTable<DeclaredCommand>
  /// The values of all options under the presets that were asked for, by their names.
  private let presetValues = Mutex<[String?: OptionValues]>([:])

  /// Opens a game: with its number, how it is set up, and the session it is opened in.
  package typealias Opener =
    @Sendable (Int, GameOrigin, SessionEnvironment) throws(GameError) -> any SessionGame

  /// Opens games that are stepped together: how the first is set up, how many there are, and what else is chosen.
  package typealias BatchOpener =
    @Sendable (GameOrigin, Int, BatchChoices) throws(GameError) -> any AnyGameBatch

  package typealias RecordingReader =
    @Sendable (_ bytes: [UInt8], _ name: String) throws(GameError) -> [String]?

  /// The values of all options under a preset, by default the first one.
  func values(of preset: PresetDeclaration?) -> OptionValues {
    presetValues.withLock { known in
      if let values = known[preset?.name] { return values }
      let values = OptionValues(for: definition, preset: preset)
      known[preset?.name] = values
      return values
    }
  }

  /// Whether a file has the name of a recording of this game by another program.
  func mayRead(_ name: String) -> Bool {
    // Without its bytes it is a damaged one.
    do throws(GameError) { return try recordedLines([], name) != nil } catch { return true }
  }

  /// A kind of game whose rules are known.
  public convenience init(_ game: any Game) { self.init(game, definition: game.definition) }

  /// A kind of game whose rules are known, with other facts than the game's own.
  package convenience init(_ game: any Game, definition: GameDefinition) {
    self.init(
      definition: definition, bots: game.botRows, redraws: game.redraws, guide: game.guide,
      recordedLines: { bytes, name throws(GameError) in
        try game.lines(ofRecording: bytes, named: name)
      },
      openBatch: { origin, count, choices throws(GameError) in
        try game.openBatch(origin, count: count, choices)
      },
      open: { number, origin, environment throws(GameError) in
        try game.open(number: number, origin: origin, in: environment)
      })
  }

  /// A kind of game that is opened in a way of its own.
  ///
  /// - Parameters:
  ///   - bots: how each bot is written, and how it plays.
  ///   - needs: what a session must be granted to open it.
  ///   - redraws: whether what is hidden can be drawn anew.
  ///   - guide: what the game says of options.
  ///   - recordedLines: reads games that other programs recorded.
  ///   - openBatch: opens games that are stepped together, if there can be any.
  package init(
    definition: GameDefinition, bots: [[String]] = [], needs: Capabilities = [],
    redraws: Bool = false,
    guide: @escaping @Sendable (OptionValues) -> OptionsGuide = { _ in OptionsGuide() },
    recordedLines: @escaping RecordingReader = { _, _ in nil },
    openBatch: BatchOpener? = nil, open: @escaping Opener
  ) {
    self.definition = definition
    self.needs = needs
    self.open = open
    self.openBatch = openBatch
    self.bots = bots
    botWords = bots.compactMap(\.first).map { row in
      let name = Array(row.utf8.prefix { $0 != UInt8(ascii: "=") })
      return (name, name.count < row.utf8.count)
    }
    self.guide = guide
    self.recordedLines = recordedLines
    readsClock = definition.traits.contains(.readsClock)
    canRollOut =
      !definition.traits.contains(.endless)
      && (redraws || !definition.traits.contains(.hidesDraws))
    let declared = definition.commands.enumerated().map { index, command in
      DeclaredCommand(command, index: index)
    }
    takesSecrets = declared.contains { $0.takesSecrets }
    var commands = VerbTable<DeclaredCommand>()
    for command in declared {
      for verb in command.declaration.verbs { commands.add(verb, command) }
    }
    self.commands = commands
    var shortcuts = VerbTable<[UInt8]>()
    for (word, line) in definition.shortcuts { shortcuts.add(word, Array(line.utf8)) }
    self.shortcuts = shortcuts
    beforeSigned = definition.shortcuts[GameDefinition.anySigned].map {
      Array($0.dropLast(GameDefinition.anySigned.count).utf8)
    }
    opening = Self.opening(of: definition)
  }

  /// The command ``opening`` with more options; the game's own win on equal names.
  func opening(with more: [OptionDeclaration]) -> DeclaredCommand {
    more.isEmpty ? opening : Self.opening(of: definition, with: more)
  }

  /// The bots as they are typed.
  var botNames: [Suggestion] {
    bots.map { bot in
      let name = bot[0].split(separator: "=", maxSplits: 1).first.map(String.init) ?? bot[0]
      let takesValue = bot[0].contains("=")
      return Suggestion(name + (takesValue ? "=" : ""), bot[1], isComplete: !takesValue)
    }
  }

  /// The command of a verb or an alias.
  package func command(_ verb: ArraySlice<UInt8>) -> DeclaredCommand? {
    VerbKey(verb).flatMap(command)
  }

  func command(_ verb: VerbKey) -> DeclaredCommand? { commands.find(verb) }

  /// The line that a word means, if it is no command.
  package func shortcut(_ word: ArraySlice<UInt8>) -> [UInt8]? {
    if let line = VerbKey(word).flatMap(shortcuts.find) { return line }
    guard let beforeSigned, let sign = word.first,
      sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      Line.integer(word) ?? Line.grouped(word) != nil
    else { return nil }
    return beforeSigned + word
  }

  /// The command of a move that is a number and nothing else, if there is exactly one.
  var commandOfNumber: CommandDeclaration? {
    let commands = definition.commands.filter { command in
      !command.isQuestion
        && command.forms.contains { $0.parameters.count == 1 && $0.parameters[0].isInteger }
    }
    return commands.count == 1 ? commands[0] : nil
  }

  package func preset(_ name: String) -> PresetDeclaration? {
    definition.presets.first { $0.name == name }
  }

  /// Whether `new` takes options that are no secrets, so that rules can be kept under a name.
  var takesRules: Bool { definition.options.contains { !$0.isSecret } }

  /// An option of `new` that every game has.
  package static let seedOption = OptionDeclaration.integer(
    "seed", 0...Seed.max, default: 0, "the seed of the game's random draws")

  /// The command `new NAME …` of a game with these facts.
  ///
  /// - Parameters:
  ///   - names: the names of house rules, besides the presets.
  ///   - more: more options; the game's own win on equal names.
  package static func opening(
    of definition: GameDefinition, naming names: [String] = [], with more: [OptionDeclaration] = []
  ) -> DeclaredCommand {
    let rules = definition.presets.map(\.name) + names
    let option = rules.first.map {
      OptionDeclaration(
        "rules", .choice(rules), "the rules that the other options change",
        default: .text($0))
    }
    let options = (option.map { [$0] } ?? []) + definition.options + [seedOption]
    let further = more.filter { option in !options.contains { $0.name == option.name } }
    return DeclaredCommand(
      CommandDeclaration(
        "new", [.literal(definition.name)] + definition.setup, options: options + further,
        summary: "open a game of \(definition.title)"))
  }
}

extension GameKind {
  /// The game with its options and bots as data.
  public var data: Value {
    [
      "name": .string(definition.name), "title": .string(definition.title),
      "summary": .string(definition.summary), "usage": .strings(opening.declaration.usages),
      "options": .array(
        opening.declaration.options.map { option in
          [
            "name": .string(option.name), "values": .string(option.range),
            "default": .string(option.text(of: option.fallback)),
            "summary": .string(option.summary),
          ]
        }),
      "bots": .array(
        bots.map { bot in
          ["name": .string(bot[0]), "summary": .string(bot.dropFirst().first ?? "")]
        }),
    ]
  }
}

/// What a game says about options.
package struct OptionsGuide: Sendable {
  /// The scoring table: rows of a name and the points.
  var chart: [[String]] = []
  /// The options that have no effect beside others, each with the reason.
  var idle: [String: String] = [:]
  /// The revision of the rules for games with these options.
  var revision = 1
}

extension Game {
  fileprivate func guide(_ values: OptionValues) -> OptionsGuide {
    let options = options(from: values)
    return OptionsGuide(
      chart: scoringChart(options), idle: idleOptions(options), revision: revision(options))
  }

  fileprivate func open(
    number: Int, origin: GameOrigin, in environment: SessionEnvironment
  ) throws(GameError) -> any SessionGame {
    try TypedGame(self, number: number, origin: origin, in: environment)
  }

  fileprivate func openBatch(
    _ origin: GameOrigin, count: Int, _ choices: BatchChoices
  ) throws(GameError) -> any AnyGameBatch {
    TypedBatch(
      try GameBatch(
        self, origin.configuration(of: self), count: count, limit: choices.limit,
        listing: choices.listing, form: choices.form))
  }

  /// Whether what is hidden can be drawn anew.
  fileprivate var redraws: Bool { adviser?.redraw != nil }

  /// The bots of the game in a list, with the one that every game has.
  fileprivate var botRows: [[String]] {
    bots.map { bot in
      let value = bot.parameter.map { "=\($0.text(of: $0.fallback))" } ?? ""
      return [bot.name + value, bot.summary]
    } + [[Seat.random, "a legal move at random"]]
  }
}

/// What `batch` lets choose besides the options of a game.
package struct BatchChoices: Sendable {
  /// The maximum number of moves of a game; 0 for no limit.
  var limit = 0
  /// How legal actions are written.
  var listing = ActionListing.numbers
  /// How arrays are written.
  var form = ArrayForm.lists
  /// The file that gets them, if they are written apart.
  var file: String?
}

/// The seeds of sessions and games.
package enum Seed {
  /// The largest: every reader of JSON keeps integers up to it exactly.
  package static let max = (1 << 53) - 1

  /// An unpredictable seed from the random numbers of the system.
  package static var random: Int { Int.random(in: 0...max) }
}
