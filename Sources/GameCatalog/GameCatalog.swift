import CounterGame
import FarkleGame
import MastermindGame
import MinesweeperGame
public import ParlorKit

/// The one list of built-in games.
public enum GameCatalog {
  /// The names of the games in the order of help, with their constructors. Making the declarations
  /// of a game takes time: make only the games that are needed.
  package static let makers: [(name: String, make: @Sendable () -> any Game)] = [
    ("farkle", { Farkle() }),
    ("minesweeper", { Minesweeper() }),
    ("mastermind", { Mastermind() }),
    ("counter", { Counter() }),
  ]

  /// All games.
  public static var games: [any Game] { makers.map { $0.make() } }

  /// The names of the games.
  public static var names: [String] { makers.map(\.name) }

  /// The game of a name.
  public static func game(named name: String) -> (any Game)? {
    makers.first { $0.name == name }?.make()
  }
}
