import Testing

@Suite struct ScriptTests {
  @Test func `every script says what it does`() throws {
    for name in try SourceTree.entries("scripts") {
      let lines = try SourceTree.file("scripts/\(name)").lines
      let heading = lines.dropFirst().first ?? ""
      #expect(lines.first?.hasPrefix("#") == true && heading.hasPrefix("# "), "scripts/\(name)")
    }
  }
}
