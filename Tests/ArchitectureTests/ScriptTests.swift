import ProgramKit
import Testing

@Suite struct ScriptTests {
  @Test func `every script says what it does`() throws {
    let folders = try SourceTree.folders(in: "scripts")
    for name in try SourceTree.entries("scripts") where !folders.contains(name) {
      let lines = try SourceTree.file("scripts/\(name)").lines
      let heading = lines.dropFirst().first ?? ""
      #expect(lines.first?.hasPrefix("#") == true && heading.hasPrefix("# "), "scripts/\(name)")
    }
  }

  @Test func `the changelog begins with the release`() throws {
    let heading = try SourceTree.file("CHANGELOG.md").lines.first { $0.hasPrefix("## ") }
    #expect(heading == "## \(Release.version), \(Release.date)")
  }
}
