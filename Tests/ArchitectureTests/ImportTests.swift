import Testing

@Suite struct ImportTests {
  @Test func `every folder of Sources is a target of the table`() throws {
    let folders = try SourceTree.folders(in: "Sources").filter { $0 != "Games" }
    let games = Set(TargetRules.games)
    let names = TargetRules.all.map(\.name).filter { !games.contains($0) }
    #expect(folders.sorted() == names.sorted())
  }

  @Test(arguments: TargetRules.all.map(\.name))
  func `a target imports only what stands below it`(_ name: String) throws {
    let rules = try #require(TargetRules.all.first { $0.name == name })
    for file in try SourceTree.swiftFiles(in: rules.folder) {
      for (place, module) in file.imports {
        #expect(rules.allowed.contains(module), "\(place): \(name) may not import \(module)")
      }
    }
  }

  @Test func `imports are found whatever stands around them`() {
    let lines = [
      "import A", "package import B", "@testable import C", "  import struct D.E", "// import",
    ]
    let file = SourceTree.File(path: "f", lines: lines)
    #expect(file.imports.map(\.module) == ["A", "B", "C", "D"])
  }
}
