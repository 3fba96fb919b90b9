public import ParlorKit

extension Counter {
  /// The facts of the game.
  public var definition: GameDefinition { Self.facts }

  static let facts = GameDefinition(
    name: "counter", title: "Counter",
    summary: "A score counter for any game: whose turn it is, how long it takes, who leads.",
    setup: [Parameter("NAME", .name, count: 0...Roster.most)],
    commands: commands, shortcuts: shortcuts, traits: [.readsClock, .endless])

  /// The buttons: `+10` for `add 10`.
  static let shortcuts = Dictionary(
    uniqueKeysWithValues: CounterMove.buttons.map { points in
      ((points > 0 ? "+" : "") + String(points), "add \(points)")
    })
}
