import GameCatalog
import ParlorKit
import Testing

@Suite struct GameRegistrationTests {
  private static let folders = (try? SourceTree.folders(in: "Sources/Games")) ?? []

  @Test(arguments: folders)
  func `a folder of Sources-Games is registered`(_ folder: String) throws {
    let types = GameCatalog.games.map { String(reflecting: type(of: $0)) }
    #expect(
      types.contains { $0.hasPrefix("\(folder)Game.") }, "GameCatalog has no game of \(folder)")
  }

  @Test func `every game of the catalog has its folder and its tests`() throws {
    let modules = GameCatalog.games.map { game in
      String(String(reflecting: type(of: game)).prefix { $0 != "." })
    }
    #expect(Set(modules) == Set(Self.folders.map { "\($0)Game" }))
    let tests = try SourceTree.folders(in: "Tests")
    for module in modules { #expect(tests.contains("\(module)Tests")) }
  }

  @Test func `the names of games differ`() {
    let names = GameCatalog.games.map(\.definition.name)
    #expect(Set(names).count == names.count)
  }
}
