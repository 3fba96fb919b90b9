import Testing

@Suite struct TopLevelTests {
  /// All that may lie beside Package.swift.
  static let names: Set<String> = [
    ".ci", ".gitignore", ".swift-format", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md",
    "LICENSE", "Package.swift", "README.md", "SECURITY.md", "Sources", "Tests", "examples",
    "scripts",
  ]

  @Test func `the top level holds what it should and nothing else`() throws {
    #expect(try SourceTree.entries("") == Self.names.sorted())
  }

  @Test func `every script says what it does`() throws {
    for name in try SourceTree.entries("scripts") {
      let lines = try SourceTree.file("scripts/\(name)").lines
      let heading = lines.dropFirst().first ?? ""
      #expect(lines.first?.hasPrefix("#") == true && heading.hasPrefix("# "), "scripts/\(name)")
    }
  }
}
