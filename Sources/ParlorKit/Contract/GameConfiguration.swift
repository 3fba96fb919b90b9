/// How a game is to begin: the words and options of its `new` line.
public struct GameConfiguration: Sendable {
  /// The words after the name, one group for each parameter of the sheet.
  public var arguments: [Argument]
  /// Every option of the sheet with the value in force.
  public var options: OptionValues
  /// The name of the preset from which the options depart, if the sheet has presets.
  public var preset: String?
  /// The key of the game's draws, 0 to 2^53 - 1.
  public var seed: UInt64
  /// Whether the players may see the seed from the start: a game with hidden draws shows it only
  /// if the user gave it, or at the end.
  public var showsSeed: Bool

  /// A setup.
  public init(
    arguments: [Argument] = [], options: OptionValues, preset: String? = nil, seed: UInt64 = 0,
    showsSeed: Bool = true
  ) {
    self.showsSeed = showsSeed
    self.arguments = arguments
    self.options = options
    self.preset = preset
    self.seed = seed
  }

  /// The words of the setup as names.
  public var names: [String] {
    arguments.compactMap { if case .word(let name) = $0 { name } else { nil } }
  }
}
