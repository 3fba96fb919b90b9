import CounterGame
import FarkleGame
import MastermindGame
import MinesweeperGame
package import ParlorKit

/// The one list of built-in games.
package enum GameCatalog {
  /// The games in the order of help.
  package static let games: [any Game] = [
    Farkle(),
    Minesweeper(),
    Mastermind(),
    Counter(),
  ]
}
