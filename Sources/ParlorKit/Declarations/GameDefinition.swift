/// The declarations of a game, from which help, completion, parsing, errors, the manual page and
/// the contract tests are derived.
public struct GameDefinition: Sendable {
  /// The name that `new` takes: lower-case letters, digits and `-`.
  public var name: String
  /// The name as a title.
  public var title: String
  /// One sentence that describes the game.
  public var summary: String
  /// How to play, for `help`: one paragraph per string.
  public var rules: [String]
  /// The words of `new` after the name, such as players or a mode.
  public var setup: [Parameter]
  /// The options of `new`.
  public var options: [OptionDeclaration]
  /// Named values of the options; the first is the default. Empty if the game has none.
  public var presets: [PresetDeclaration]
  /// The commands, without those of the host.
  public var commands: [CommandDeclaration]
  /// Words that stand for whole lines of the game, such as `left` for `mode easier`. `±N` stands
  /// for every number with a sign, which is appended to its line.
  public var shortcuts: [String: String]

  /// The shortcut for every number with a sign.
  package static let anySigned = "±N"
  /// Facts about the game that the host needs.
  public var traits: GameTraits

  /// A definition.
  public init(
    name: String, title: String, summary: String, rules: [String] = [],
    setup: [Parameter] = [],
    options: [OptionDeclaration] = [], presets: [PresetDeclaration] = [],
    commands: [CommandDeclaration], shortcuts: [String: String] = [:], traits: GameTraits = []
  ) {
    self.shortcuts = shortcuts
    self.name = name
    self.title = title
    self.summary = summary
    self.rules = rules
    self.setup = setup
    self.options = options
    self.presets = presets
    self.commands = commands
    self.traits = traits
  }
}

/// Facts about a game that the host needs.
public struct GameTraits: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt8

  /// Traits from bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The game's log keeps the time between its moves.
  public static let readsClock = GameTraits(rawValue: 1)
  /// Some draws stay hidden from the players, so the seed does too.
  public static let hidesDraws = GameTraits(rawValue: 2)
  /// The game continues until somebody ends or closes it. It is not played for time: its clock, if
  /// it reads one, measures turns, and an undo sets it back.
  public static let endless = GameTraits(rawValue: 4)
  /// The game draws before its first move.
  public static let drawsAtStart = GameTraits(rawValue: 8)
}
