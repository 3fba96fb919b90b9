import Testing

@Suite struct ForbiddenTextTests {
  /// What no source may contain: it traps on what a user can type, or hides from the checker.
  static let inSources = [
    "try!", "as!", "fatalError(", "@unchecked Sendable", "nonisolated(unsafe)", "unsafeBitCast",
    "@preconcurrency",
  ]

  @Test(arguments: inSources)
  func `no source contains forbidden text`(_ text: String) throws {
    for file in try SourceTree.swiftFiles(in: "Sources") { expect(file, lacks: text) }
  }

  @Test(arguments: ["sleep(", "sleep(for", "sleep(until"])
  func `no test waits for time to pass`(_ text: String) throws {
    let folders = ["Tests", PackageManifest.server + "Tests"]
    for file in try folders.flatMap({ try SourceTree.swiftFiles(in: $0) })
    where file.path != Self.ownPath {
      expect(file, lacks: text)
    }
  }

  /// Folders that only some machine has.
  static let machinePaths = ["home", "Users", "root", "work", "private"].map { "/\($0)/" }

  @Test(arguments: machinePaths)
  func `no file names a folder of somebody's machine`(_ text: String) throws {
    for name in try SourceTree.entries("") {
      for file in try Self.textFiles(name) { expect(file, lacks: text) }
    }
  }

  private static let ownPath = "Tests/ArchitectureTests/ForbiddenTextTests.swift"

  private static func textFiles(_ name: String) throws -> [SourceTree.File] {
    let isFolder = ["Sources", "Tests", "examples", "scripts", ".ci", ".github"].contains(name)
    return isFolder
      ? try SourceTree.files(in: name, endingIn: [""]) : [try SourceTree.file(name)]
  }

  private func expect(_ file: SourceTree.File, lacks text: String) {
    for (place, line) in file.numbered where line.contains(text) {
      Issue.record("\(place): \(line)")
    }
  }
}
