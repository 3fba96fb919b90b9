import GameCatalog
import ParlorEngine
import Scenarios
import TestKit
import Testing

/// Whole scenarios in the documents: fenced blocks marked `scenario`. `parlor test` runs those marked
/// `parlor` itself, in one session for a document; a scenario with a head or files is one by itself.
@Suite struct DocumentScenarioTests {
  /// A block of a document.
  private struct Block: CustomStringConvertible {
    var path: String
    var line: Int
    var fence: String
    var info: String
    var text = ""

    var description: String { "\(path):\(line)" }
  }

  /// The fenced blocks of the documents. A block ends at a fence as long as its own.
  private static func blocks() throws -> [Block] {
    var blocks: [Block] = []
    for file in try SourceTree.files(in: "", endingIn: [".md"]) {
      var open: Block?
      for (index, line) in file.lines.enumerated() {
        let fence = line.prefix { $0 == "`" }
        if let block = open {
          if fence == block.fence, line == fence {
            blocks.append(block)
            open = nil
          } else {
            open?.text += line + "\n"
          }
        } else if fence.count >= 3 {
          open = Block(
            path: file.path, line: index + 1, fence: String(fence),
            info: String(line.dropFirst(fence.count)))
        }
      }
      #expect(open == nil, "\(file)")
    }
    return blocks
  }

  @Test func `every scenario in a document passes`() throws {
    let scenarios = try Self.blocks().filter { $0.info == "scenario" }
    #expect(scenarios.count >= 3)
    let kinds = GameCatalog.games.map(GameKind.init)
    for block in scenarios {
      let folder = try TemporaryFolder()
      let path = try folder.add("a.scenario", block.text)
      let runner = ScenarioRunner { folder -> Interpreter in
        var settings = Settings(kinds: kinds)
        settings.files = .scratch(reading: folder)
        settings.capabilities = .files
        return Interpreter(settings)
      }
      let report = runner.run([path])
      #expect(report.passedCount == 1 && report.exitCode == 0, "\(block): \(report.results)")
    }
  }

  @Test func `a long fence holds a scenario`() throws {
    for block in try Self.blocks() where block.fence.count > 3 {
      #expect(block.info == "scenario", "\(block)")
    }
  }
}
