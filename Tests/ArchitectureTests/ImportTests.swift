import TestKit
import Testing

/// What the manifests do not say of the imports, and what ARCHITECTURE.md says of them.
@Suite(.blocking) struct ImportTests {
  /// What targets import beside the dependencies of their manifest: modules that come with Swift. A
  /// target that is not listed needs none, as it computes only.
  private static let modules: [String: Set<String>] = [
    "CurlTransport": ["Synchronization"], "FarkleGame": ["Synchronization"],
    "Fuzzing": ["Synchronization"], "LibC": ["Darwin", "Glibc", "Musl"],
    "LanguageServer": ["Synchronization"], "LineEditing": ["Synchronization"],
    "MCP": ["Synchronization"], "MastermindGame": ["Synchronization"],
    "ParlorEngine": ["Synchronization"], "ParlorKit": ["Synchronization"],
    "Platform": ["Synchronization"],
    "Plugins": ["Synchronization"],
    "Scenarios": ["Synchronization"], "Terminals": ["Synchronization"],
    "parlor": ["Synchronization"],
    "parlord": ["Dispatch", "Synchronization"],
  ]

  @Test func `a target imports its dependencies, and few other modules`() throws {
    for target in try PackageManifest.own.get().sources {
      let allowed = Set(target.targets + target.modules)
        .union(Self.modules[target.name] ?? [])
      for file in try SourceTree.swiftFiles(in: target.folder) {
        for (place, module) in file.imports {
          #expect(allowed.contains(module), "\(place): \(target.name) may not import \(module)")
        }
      }
    }
  }

  @Test func `games import ParlorKit only, and data in C`() throws {
    let sources = try PackageManifest.own.get().sources
    let data = Set(sources.filter { $0.targets.isEmpty && $0.name.hasPrefix("C") }.map(\.name))
    for game in sources.filter(\.isGame) {
      let others = game.targets.filter { $0 != "ParlorKit" }
      #expect(others.allSatisfy(data.contains) && game.modules.isEmpty, "\(game.name)")
      #expect(others.count + 1 == game.targets.count, "\(game.name)")
    }
  }

  @Test func `the server uses the public API alone`() throws {
    for file in try SourceTree.swiftFiles(in: "\(PackageManifest.server)Sources") {
      for (place, line) in file.numbered where line.contains("@testable") {
        Issue.record("\(place): \(line)")
      }
    }
  }

  @Test func `ARCHITECTURE has all arrows and no others`() throws {
    let arrows = try PackageManifest.own.get().arrows
    let lines = try SourceTree.file("ARCHITECTURE.md").lines
    let start = try #require(lines.firstIndex(of: "<!-- The arrows of both packages -->")) + 1
    let end = try #require(lines[start...].firstIndex(of: "<!-- End -->"))
    let listed = lines[start..<end].filter { $0.contains("→") }.map { line in
      line.split(separator: " ").joined(separator: " ")
    }
    let difference = arrows.difference(from: listed)
    #expect(difference.isEmpty, "the list should be:\n\(arrows.joined(separator: "\n"))")
  }

  @Test func `imports are found in all their forms`() {
    let lines = [
      "import A", "package import B", "@testable import C", "  import struct D.E", "// import",
    ]
    let file = SourceTree.File(path: "f", lines: lines)
    #expect(file.imports.map(\.module) == ["A", "B", "C", "D"])
  }
}
