public import ParlorKit

extension Farkle {
  /// The facts of the game.
  public var definition: GameDefinition { Self.facts }

  static let facts = GameDefinition(
    name: "farkle", title: "Farkle",
    summary: "A dice game of pushing your luck: hold what scores, then roll on or bank.",
    setup: [Parameter("NAME", .name, count: 1...8)],
    options: options, presets: presets, commands: commands)
}
