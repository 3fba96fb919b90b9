import Language
import ParlorKit
import Testing

@testable import Scenarios

/// The runner with the interpreter itself.
@Suite struct InterpreterTests {
  @Test func scenariosAndGoldens() throws {
    let folder = try Folder([
      "a.scenario": "> seed 7\n\n> fly\nerror[unknown-command]\n", "b.parlor": "fly\n# comment\n",
    ])
    var options = ScenarioOptions()
    options.blesses = true
    let blessing = ScenarioRunner(options) { _ in Interpreter(Settings(games: [])) }
    #expect(blessing.run(["\(folder.path)/b.parlor"]).exitCode == 0)
    #expect(try folder.read("b.golden").hasPrefix("> fly\nerror[unknown-command]: "))
    let runner = ScenarioRunner { _ in Interpreter(Settings(games: [])) }
    #expect(folder.text(of: runner.run([folder.path])) == "2 passed, 0 failed\n")
  }
}
