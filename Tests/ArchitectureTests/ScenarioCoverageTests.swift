import ParlorKit
import Testing

@Suite struct ScenarioCoverageTests {
  @Test func `every command is touched by an example`() throws {
    let touched = try Self.verbs()
    for command in CommandCatalog.declarations() {
      let words = [command.verb] + command.aliases
      #expect(!touched.isDisjoint(with: words), "no file of examples uses \(command.verb)")
    }
  }

  /// The first words of all commands in `examples`, and of the blocks in the documents.
  private static func verbs() throws -> Set<String> {
    let scripts = try SourceTree.files(in: "examples", endingIn: [".parlor"]).flatMap(\.lines)
    let transcripts = try SourceTree.files(in: "examples", endingIn: [".scenario", ".md"])
      .flatMap(\.lines).filter { $0.hasPrefix("> ") }.map { String($0.dropFirst(2)) }
    let lines = (scripts + transcripts).filter { !$0.hasPrefix("#") }
    return Set(lines.compactMap(verb))
  }

  /// The verb of a line, after its id if it has one.
  private static func verb(of line: String) -> String? {
    line.split(separator: " ").first { !$0.allSatisfy(\.isNumber) }.map(String.init)
  }
}
