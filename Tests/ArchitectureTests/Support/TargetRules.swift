/// What a target of `Sources` may import: the arrows of the design, as data.
struct TargetRules: Sendable {
  /// The name of the target and, but for the games, of its folder.
  let name: String
  /// Own targets that it stands on. What these stand on is allowed as well.
  var standsOn: [String] = []
  /// Modules from elsewhere.
  var modules: Set<String> = []

  /// The C library, and the types that guard memory shared by threads.
  private static let system: Set<String> = ["LibC", "Synchronization"]

  /// What only the daemon is built on.
  private static let server: Set<String> = [
    "Crypto", "CryptoExtras", "GRDB", "HTTPTypes", "Hummingbird", "HummingbirdCore",
    "HummingbirdTLS", "Logging", "NIOCore", "NIOExtras", "NIOHTTPTypes", "NIOPosix", "NIOSSL",
    "ServiceLifecycle", "UnixSignals",
  ]

  /// Every target, from the ground up. The rules of the games follow from their folders.
  static let all: [TargetRules] =
    [
      TargetRules(name: "LibC", modules: ["Glibc", "Musl", "Darwin"]),
      TargetRules(name: "ParlorKit"),
      TargetRules(name: "Platform", standsOn: ["ParlorKit"], modules: system),
      TargetRules(name: "GameCatalog", standsOn: games),
      TargetRules(name: "Language", standsOn: ["ParlorKit", "Platform"]),
      TargetRules(name: "Plugins", standsOn: ["Language"], modules: system),
      TargetRules(name: "PluginRunner", standsOn: ["Language"], modules: system),
      TargetRules(name: "RemoteTransport", standsOn: ["PluginRunner"]),
      TargetRules(name: "FarkleTenClient", standsOn: ["FarkleGame", "RemoteTransport"]),
      TargetRules(name: "LogikClient", standsOn: ["MastermindGame", "RemoteTransport"]),
      TargetRules(
        name: "FoundationTransport", standsOn: ["RemoteTransport"],
        modules: system.union(["Foundation", "FoundationNetworking"])),
      TargetRules(
        name: "parlor-farkle-ten", standsOn: ["FarkleTenClient", "FoundationTransport"]),
      TargetRules(name: "parlor-logik", standsOn: ["FoundationTransport", "LogikClient"]),
      TargetRules(name: "Scenarios", standsOn: ["Language"], modules: ["Synchronization"]),
      TargetRules(name: "Simulation", standsOn: ["ParlorKit"]),
      TargetRules(name: "Records", standsOn: ["ParlorKit", "Platform"], modules: system),
      TargetRules(name: "Fuzzing", standsOn: ["Language"]),
      TargetRules(name: "CEditline"),
      TargetRules(name: "LineEditing", standsOn: ["CEditline", "Platform"], modules: system),
      TargetRules(
        name: "parlor",
        standsOn: [
          "Fuzzing", "GameCatalog", "Language", "LineEditing", "Plugins", "Records", "Scenarios",
          "Simulation",
        ],
        modules: system.union(["ArgumentParser"])),
      TargetRules(
        name: "parlor-bench",
        standsOn: ["Fuzzing", "GameCatalog", "Language", "Records", "Simulation"],
        modules: system.union(["ArgumentParser"])),
      TargetRules(
        name: "parlord", standsOn: ["GameCatalog", "Language"],
        modules: system.union(server).union(["ArgumentParser", "Foundation"])),
    ]
    + games.map { TargetRules(name: $0, standsOn: ["ParlorKit"]) }

  /// The folders of games, which are data of the tree and not of this table.
  static let games: [String] = gameFolders.map { "\($0)Game" }

  /// The names of the folders of games.
  static let gameFolders: [String] = (try? SourceTree.folders(in: "Sources/Games")) ?? []

  /// The folder of the target's files.
  var folder: String {
    Self.games.contains(name) ? "Sources/Games/\(name.dropLast("Game".count))" : "Sources/\(name)"
  }

  /// Every module that a file of the target may import.
  var allowed: Set<String> { modules.union(Self.below(name)) }

  /// The own targets that stand below a target.
  private static func below(_ name: String) -> Set<String> {
    let direct = all.first { $0.name == name }?.standsOn ?? []
    return direct.reduce(into: Set(direct)) { $0.formUnion(below($1)) }
  }
}

extension SourceTree.File {
  /// The modules that the file imports, with the places.
  var imports: [(place: String, module: String)] {
    numbered.compactMap { place, line in
      let words = line.split(separator: " ").map(String.init)
      guard let index = words.firstIndex(of: "import"), words.count > index + 1,
        words[..<index].allSatisfy(Self.mayPrecedeImport)
      else { return nil }
      let kinds: Set<String> = ["struct", "class", "enum", "protocol", "func", "var", "let"]
      let path = words[(index + 1)...].first { !kinds.contains($0) } ?? ""
      return (place, path.split(separator: ".").first.map(String.init) ?? path)
    }
  }

  private static func mayPrecedeImport(_ word: String) -> Bool {
    word.hasPrefix("@")
      || ["public", "package", "internal", "fileprivate", "private"].contains(word)
  }
}
