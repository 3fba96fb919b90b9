import GameCatalog
import ParlorKit

/// The games that are held to the contract: those of the catalog, and one with a secret.
enum Contestants {
  static let all: [any Game] = GameCatalog.games + [Vault()]
  static let hidden = all.filter { $0.definition.traits.contains(.hidesDraws) }
}
