import Testing

/// One word for one thing.
@Suite struct NameTests {
  /// Clients use the words of their services. A game is a module of its own.
  private static let apart = ["FarkleTenClient", "LogikClient", "parlord"]

  @Test func `a type name stands for one thing`() throws {
    var places: [String: [String]] = [:]
    let pattern =
      #/^(?:(?:public|package|private|fileprivate|final|indirect) )*(?:struct|class|enum|protocol|actor) (\w+)/#
    for file in try SourceTree.swiftFiles(in: "Sources") {
      let folder = file.path.split(separator: "/")[1]
      if Self.apart.contains(String(folder)) { continue }
      for line in file.lines {
        if let match = line.firstMatch(of: pattern) {
          places[String(match.1), default: []].append(file.path)
        }
      }
    }
    #expect(places.count > 400)
    for (name, files) in places where files.count > 1 {
      let isOfGames = files.allSatisfy { $0.hasPrefix("Sources/Games/") }
      #expect(isOfGames, "\(name): \(files)")
    }
  }

  @Test func `the name of a test is a sentence`() throws {
    var count = 0
    for folder in ["Tests", "Sources/parlord/Tests"] {
      for file in try SourceTree.swiftFiles(in: folder) {
        var isTest = false
        for line in file.lines {
          isTest = isTest || line.prefixMatch(of: #/ *@Test\b/#) != nil
          guard isTest, let match = line.firstMatch(of: #/\bfunc(?: (\S+)|$)/#) else { continue }
          isTest = false
          count += 1
          // A long name stands on the next line.
          #expect(match.1?.hasPrefix("`") ?? true, "\(file.path): \(line)")
        }
      }
    }
    #expect(count > 2_000)
  }
}
