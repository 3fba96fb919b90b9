/// The start of a game: its `new` line, with the values of all options.
public struct GameConfiguration<Options: GameOptions>: Sendable {
  /// The words after the name of the game, in the order of its ``Game/seats``.
  public var arguments: [Argument]
  /// The options in force.
  public var options: Options
  /// The names of the options that the `new` line sets, even to the default.
  public var given: Set<String>
  /// The name of the preset that the options are based on, if the game has presets.
  public var preset: String?
  /// The key of the game's draws, 0 to 2^53 - 1.
  public var seed: UInt64
  /// Whether the players may see the seed from the start. A game with hidden draws shows it only
  /// if the user gave it, or at the end.
  public var showsSeed: Bool
  /// The name of the house rules in use, if any.
  public var houseRules: String?
  /// The revision of the rules by which the game is played; `nil` for the current one. See
  /// ``Game/revision(_:)``.
  public var revision: Int?
  /// The secret from which the draws of a fair game follow, in place of the seed.
  @usableFromInline package var fair: FairSecret?

  /// A configuration.
  public init(
    arguments: [Argument] = [], options: Options = Options(), given: Set<String> = [],
    preset: String? = nil, seed: UInt64 = 0, showsSeed: Bool = true
  ) {
    self.arguments = arguments
    self.options = options
    self.given = given
    self.preset = preset
    self.seed = seed
    self.showsSeed = showsSeed
  }

  /// The draws of a move.
  ///
  /// - Parameters:
  ///   - draw: the number of drawing moves before this one.
  ///   - epoch: how often an undo has asked for fresh draws; a fair game has no others.
  @inlinable
  func chance(draw: Int, epoch: UInt32 = 0) -> Chance {
    if let fair { return Chance(fair, draw: draw) }
    return Chance(seed: seed, draw: draw, epoch: epoch)
  }

  /// The arguments that are words: the names of players.
  public var names: [String] { arguments.compactMap(\.word) }

  /// The names of the players, `1` in a game without names.
  public var players: [String] { names.isEmpty ? ["1"] : names }
}

extension Game {
  /// Options with the values of the declared names.
  public func options(from values: OptionValues) -> Options {
    var result = Options()
    for option in options {
      if let value = values[option.declaration.name] { option.set(value, in: &result) }
    }
    return result
  }

  /// The values of options by name.
  public func values(of chosen: Options) -> OptionValues {
    var values = OptionValues()
    for option in options { values[option.declaration.name] = option.value(in: chosen) }
    return values
  }
}
