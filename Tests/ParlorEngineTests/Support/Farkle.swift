import GameCatalog
import ParlorKit

extension GameCatalog {
  /// Farkle alone, for replies that must not change when a game is added to the catalog.
  static let farkle = games.filter { $0.definition.name == "farkle" }
}
