public import ParlorKit

extension Minesweeper {
  /// The facts of the game.
  public var definition: GameDefinition { Self.facts }

  static let facts = GameDefinition(
    name: "minesweeper", title: "Minesweeper",
    summary: "Reveal every cell without a mine; numbers tell how many mines are next to them.",
    setup: [Parameter("MODE", .choice(Mode.ladder.map(\.rawValue)), count: 0...1)],
    options: options, commands: commands,
    shortcuts: ["left": "mode easier", "right": "mode harder"],
    traits: [.readsClock, .hidesDraws])
}
