/// The facts of a game, from which help, completion, parsing, errors, the manual page and the
/// contract tests are derived.
public struct GameDefinition: Sendable {
  /// The name that `new` takes: lower-case letters, digits and `-`.
  public var name: String
  /// The name as a title.
  public var title: String
  /// One sentence that says what the game is.
  public var summary: String
  /// How the game is played, for `help`: one paragraph a string.
  public var rules: [String]
  /// The words of `new` after the name, such as players or a mode.
  public var setup: [Parameter]
  /// The options of `new`.
  public var options: [OptionDeclaration]
  /// Named values of the options; the first is the default. Empty: the game has none.
  public var presets: [PresetDeclaration]
  /// The commands, without those of the host.
  public var commands: [CommandDeclaration]
  /// Words that stand for whole lines of the game, such as `left` for `mode easier`. `±N` is every
  /// number with a sign, with which its line ends.
  public var shortcuts: [String: String]

  /// The shortcut that is every number with a sign.
  package static let anySigned = "±N"
  /// What the host must know of the game.
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

/// What the host must know of a game.
public struct GameTraits: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt8

  /// Traits from bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The game's log keeps the time between its moves.
  public static let readsClock = GameTraits(rawValue: 1)
  /// Some draws stay hidden from the players, so the seed does too.
  public static let hidesDraws = GameTraits(rawValue: 2)
  /// The game goes on until somebody ends or closes it. It is not played for time: its clock, if it
  /// reads one, measures turns, and an undo sets it back.
  public static let endless = GameTraits(rawValue: 4)
  /// The game draws before its first move.
  public static let drawsAtStart = GameTraits(rawValue: 8)
}
