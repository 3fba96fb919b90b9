import GameCatalog
import ParlorKit
import Testing

/// The catalog makes only the games that are named.
@Suite struct CatalogTests {
  @Test func `each game has the name that the catalog says`() {
    for (name, make) in GameCatalog.makers {
      #expect(make().definition.name == name)
      #expect(GameCatalog.game(named: name)?.definition.name == name)
    }
    #expect(GameCatalog.game(named: "chess") == nil)
  }
}
