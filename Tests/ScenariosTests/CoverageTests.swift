import GameCatalog
import ParlorEngine
import ParlorKit
import Testing

@testable import Scenarios

@Suite struct CoverageTests {
  private let games = GameCatalog.games

  /// What scenarios leave untouched.
  private func gaps(_ files: [String: String]) throws -> [CoverageGap] {
    let folder = try Folder(files)
    let coverage = Coverage()
    let runner = ScenarioRunner { [games] folder in
      var settings = Settings(games: games)
      settings.capabilities = .local
      settings.files = .scratch(reading: folder)
      return ScenarioSession(Interpreter(settings), coverage: coverage)
    }
    _ = runner.run([folder.path])
    var settings = Settings(games: [])
    settings.capabilities = .local
    return coverage.gaps(
      hostCommands: Interpreter(settings).router.declarations, games: games.map(\.definition))
  }

  @Test func `covered commands are no gap`() throws {
    let none = try gaps(["a.scenario": "> echo a\n"])
    let farkle = try #require(none.first { $0.owner == "farkle" })
    let definition = try #require(games.first { $0.definition.name == "farkle" }).definition
    #expect(farkle.commands == definition.commands.map(\.verb))
    #expect(farkle.options == ["rules"] + definition.options.map(\.name) + ["seed"])
    #expect(farkle.codes == ["bad-argument", "illegal-move", "not-now", "bad-option"])
    let host = try #require(none.first { $0.owner.isEmpty })
    #expect(!host.commands.contains("echo") && host.commands.contains("undo"))

    let some = try gaps([
      "a.scenario": """
      > 7 new farkle Ann target=500 rules=patch
      ...
      > roll 1 2 3 3 4 6
      ...
      > hold 2
      error[illegal-move]
      > new farkle tie=sudden
      error[bad-option]
      > source b.parlor
      """, "b.parlor": "new farkle Bob minimum=50\nfly\n",
    ])
    let touched = try #require(some.first { $0.owner == "farkle" })
    #expect(Set(farkle.commands).subtracting(touched.commands) == ["roll", "hold"])
    #expect(
      Set(farkle.options).subtracting(touched.options)
        == ["target", "rules", "tie", "minimum", "seed"])
    #expect(Set(farkle.codes).subtracting(touched.codes) == ["illegal-move", "bad-option"])
    let language = try #require(some.first { $0.owner.isEmpty })
    #expect(Set(host.commands).subtracting(language.commands) == ["new", "source"])
    #expect(Set(host.codes).subtracting(language.codes) == ["bad-option", "unknown-command"])
    #expect(some.first { $0.owner == "counter" } == none.first { $0.owner == "counter" })
  }

  @Test func `the text names what no scenario covers`() {
    var text = TextWriter()
    [CoverageGap(owner: "", commands: [], options: [], codes: [])].write(to: &text)
    [
      CoverageGap(owner: "", commands: ["undo", "redo"], options: [], codes: ["io"]),
      CoverageGap(owner: "go", commands: [], options: ["size"], codes: []),
    ].write(to: &text)
    #expect(
      text.string == """
        the scenarios cover every command, option and error code
        not covered by any scenario:
          language, commands: undo, redo
          language, error codes: io
          go, options: size

        """)
  }
}
