// swift-tools-version: 6.2
import PackageDescription

/// What every target is compiled with.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")

/// What only the daemon needs: built with the trait `Server` only; a fresh clone does not even fetch
/// it without.
let server: [Target.Dependency] =
  [
    ("GRDB", "GRDB.swift"), ("HTTPTypes", "swift-http-types"), ("Hummingbird", "hummingbird"),
    ("HummingbirdCore", "hummingbird"), ("Logging", "swift-log"), ("NIOCore", "swift-nio"),
    ("NIOExtras", "swift-nio-extras"), ("NIOHTTP1", "swift-nio"),
    ("NIOHTTPTypes", "swift-nio-extras"), ("NIOHTTPTypesHTTP1", "swift-nio-extras"),
    ("NIOPosix", "swift-nio"), ("ServiceLifecycle", "swift-service-lifecycle"),
    ("UnixSignals", "swift-service-lifecycle"),
  ].map { serverOnly($0, $1) }
  + ["CLibcrypto", "CLibpq"].map { .byName(name: $0, condition: .when(traits: ["Server"])) }

/// A product of a package that only the daemon needs.
func serverOnly(_ product: String, _ package: String) -> Target.Dependency {
  .product(name: product, package: package, condition: .when(traits: ["Server"]))
}

/// The games, one folder each under `Sources/Games`, with a test folder of the same name.
let games = ["Farkle", "Minesweeper", "Mastermind", "Counter"]

/// A library and what it may import.
func library(
  _ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil
) -> Target {
  .target(name: name, dependencies: dependencies, path: path, swiftSettings: strict)
}

/// An executable and what it may import.
func program(
  _ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = []
) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, resources: resources, swiftSettings: strict)
}

/// A game of `examples/games`: a plugin in one file.
func example(_ name: String, path: String) -> Target {
  .executableTarget(
    name: name, dependencies: ["ParlorKit", "PluginRunner"], path: "examples/games/\(path)",
    swiftSettings: strict)
}

/// A test target and what it may import.
func tests(
  _ name: String, _ dependencies: [Target.Dependency], path: String? = nil,
  exclude: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: path, exclude: exclude, swiftSettings: strict)
}

let package = Package(
  name: "parlor",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "parlor", targets: ["parlor"]),
    .library(name: "ParlorKit", targets: ["ParlorKit"]),
    .library(name: "ParlorEngine", targets: ["ParlorEngine"]),
    .library(name: "GameCatalog", targets: ["GameCatalog"]),
    .library(name: "GameTesting", targets: ["GameTesting"]),
    .library(name: "PluginRunner", targets: ["PluginRunner"]),
    // For tests: it is preloaded into the program.
    .library(name: "FileFaults", type: .dynamic, targets: ["FileFaults"]),
  ],
  traits: [
    .trait(name: "Server", description: "Build `parlord`, the daemon, and what it stands on.")
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    // With the trait `Server` only.
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    // The ground and the contract.
    .target(name: "CArguments"),
    library("LibC", ["CArguments"]),
    library("ParlorKit"),
    library("Platform", ["LibC"]),
    library("LineSyntax", ["ParlorKit"]),
    library("JSONRPC", ["ParlorKit"]),
    // The language and what is built on it.
    library("ParlorEngine", ["LineSyntax", "ParlorKit", "Platform"]),
    library("GameCatalog", ["ParlorKit"] + games.map { .init(stringLiteral: $0 + "Game") }),
    library("Plugins", ["ParlorEngine", "LibC", "LineSyntax", "ParlorKit", "Platform"]),
    library("PluginRunner", ["ParlorEngine", "LibC", "LineSyntax", "ParlorKit", "Platform"]),
    library("Scenarios", ["LineSyntax", "ParlorEngine", "ParlorKit", "Platform"]),
    library(
      "LanguageServer",
      ["JSONRPC", "LineSyntax", "ParlorEngine", "ParlorKit", "Platform", "Scenarios"]),
    library("Simulation", ["ParlorKit", "Platform"]),
    library("Render", ["ParlorKit", "Platform"]),
    library("Records", ["LibC", "LineSyntax", "ParlorKit", "Platform"]),
    library("MCP", ["JSONRPC", "LineSyntax", "ParlorEngine", "ParlorKit", "Platform"]),
    library("Fuzzing", ["LineSyntax", "ParlorEngine", "ParlorKit", "Platform"]),
    library("GameTesting", ["Fuzzing", "LineSyntax", "ParlorEngine", "ParlorKit"]),
    // The line editor.
    .systemLibrary(name: "CEditline", pkgConfig: "libedit", providers: [.apt(["libedit-dev"])]),
    library("LineEditing", ["CEditline", "LibC", "LineSyntax", "ParlorKit", "Platform"]),
    // Password hashes and digests of the server.
    .systemLibrary(name: "CLibcrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    // PostgreSQL for the server.
    .systemLibrary(name: "CLibpq", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    // Remote games, which are plugins in their own processes.
    library("RemoteTransport", ["ParlorKit", "Platform", "PluginRunner"]),
    library(
      "FarkleTenClient",
      ["FarkleGame", "ParlorKit", "Platform", "PluginRunner", "RemoteTransport"]),
    library(
      "LogikClient",
      ["MastermindGame", "ParlorKit", "Platform", "PluginRunner", "RemoteTransport"]),
    library("FoundationTransport", ["Platform", "RemoteTransport"]),
    // The programs.
    program(
      "parlor",
      [
        "Fuzzing", "GameCatalog", "JSONRPC", "LanguageServer", "LibC", "LineEditing", "LineSyntax",
        "MCP", "ParlorEngine", "ParlorKit",
        "Platform", "Plugins", "Records", "Render", "Scenarios", "Simulation", argumentParser,
      ]
    ),
    program(
      "parlor-farkle-ten",
      ["FarkleTenClient", "FoundationTransport", "Platform", "PluginRunner", "RemoteTransport"]),
    program(
      "parlor-logik",
      ["FoundationTransport", "LogikClient", "PluginRunner", "RemoteTransport"]),
    example("parlor-nim", path: "nim"),
    example("parlor-swift-pig", path: "pig"),
    program(
      "parlor-bench",
      [
        "CPseudoterminal", "FarkleGame", "Fuzzing", "GameCatalog", "ParlorEngine", "LibC",
        "MastermindGame",
        "MinesweeperGame", "ParlorKit", "Platform", "Records", "Simulation", argumentParser,
      ]),
    program(
      "parlord",
      [
        "FarkleGame", "GameCatalog", "LibC", "LineSyntax", "MCP", "MastermindGame",
        "ParlorEngine", "ParlorKit",
        "Platform", argumentParser,
      ] + server,
      resources: ["html", "css", "js"].map { .embedInCode("Page/page.\($0)") }),
  ]
    + games.map { library($0 + "Game", ["ParlorKit"], path: "Sources/Games/\($0)") }
    // The tests.
    + [
      .executableTarget(
        name: "farkle-plugin", dependencies: ["FarkleGame", "ParlorKit", "PluginRunner"],
        path: "Tests/Support/FarklePlugin", swiftSettings: strict),
      .executableTarget(
        name: "remote-plugin", dependencies: ["ParlorKit", "PluginRunner"],
        path: "Tests/Support/RemotePlugin", swiftSettings: strict),
      .target(name: "FileFaults", path: "Tests/Support/FileFaults"),
      .systemLibrary(name: "CPseudoterminal", path: "Tests/Support/CPseudoterminal"),
      .target(
        name: "TestKit",
        dependencies: ["CPseudoterminal", "ParlorEngine", "LibC", "ParlorKit", "Platform"],
        path: "Tests/Support/TestKit", swiftSettings: strict),
      .target(
        name: "ParserFuzzing",
        dependencies: [
          "Fuzzing", "GameCatalog", "JSONRPC", "LanguageServer", "LineSyntax", "ParlorEngine",
          "ParlorKit", "Platform", "Plugins", "Records", "Scenarios", "Simulation",
        ], path: "Tests/Support/ParserFuzzing", swiftSettings: strict),
      .executableTarget(
        name: "lineedit-probe",
        dependencies: ["LibC", "LineEditing", "LineSyntax", "ParlorKit", "Platform"],
        path: "Tests/Support/LineEditProbe", swiftSettings: strict),
      tests("PlatformTests", ["LibC", "Platform", "TestKit"]),
      tests("LineSyntaxTests", ["LineSyntax", "ParlorKit", "TestKit"]),
      tests("JSONRPCTests", ["JSONRPC", "ParlorKit"]),
      tests("ParlorKitTests", ["ParlorKit", "TestKit"]),
      tests("PigGameTests", ["parlor-swift-pig", "GameTesting", "ParlorKit"]),
      tests(
        "ParlorEngineTests",
        ["GameCatalog", "LineSyntax", "ParlorEngine", "ParlorKit", "Platform", "TestKit"]),
      tests(
        "ScenariosTests",
        ["LibC", "Scenarios", "ParlorEngine", "GameCatalog", "ParlorKit", "Platform", "TestKit"]),
      tests("RenderTests", ["ParlorKit", "Platform", "Render"]),
      tests(
        "MCPTests", ["GameCatalog", "JSONRPC", "MCP", "ParlorEngine", "ParlorKit", "Platform"]),
      tests(
        "LanguageServerTests",
        [
          "GameCatalog", "JSONRPC", "LanguageServer", "ParlorEngine", "ParlorKit", "Platform",
          "TestKit",
        ]),
      tests(
        "SimulationTests",
        [
          "FarkleGame", "GameCatalog", "ParlorEngine", "ParlorKit", "Platform", "Scenarios",
          "Simulation",
        ]),
      tests(
        "RecordsTests", ["LibC", "GameCatalog", "ParlorKit", "Platform", "Records", "TestKit"],
        exclude: ["Fixtures"]),
      tests(
        "FuzzingTests",
        [
          "Fuzzing", "GameCatalog", "ParlorEngine", "ParlorKit", "ParserFuzzing", "Platform",
          "Scenarios", "TestKit",
        ], exclude: ["Corpus"]),
      tests(
        "ContractTests",
        [
          "Fuzzing", "GameCatalog", "GameTesting", "LineSyntax", "ParlorEngine", "ParlorKit",
          "Platform", "TestKit",
        ],
        exclude: ["Saved"]),
      tests(
        "ArchitectureTests",
        ["GameCatalog", "ParlorEngine", "ParlorKit", "Platform", "Scenarios", "TestKit"]),
      .target(
        name: "RemoteTesting",
        dependencies: ["ParlorEngine", "ParlorKit", "PluginRunner", "RemoteTransport"],
        path: "Tests/Support/RemoteTesting", swiftSettings: strict),
      tests(
        "RemoteTransportTests",
        ["ParlorKit", "Platform", "PluginRunner", "RemoteTransport", "TestKit"]),
      tests(
        "FoundationTransportTests",
        ["LibC", "FoundationTransport", "Platform", "RemoteTransport", "TestKit"]),
      .testTarget(
        name: "FarkleTenClientTests",
        dependencies: [
          "FarkleGame", "FarkleTenClient", "ParlorKit", "Platform", "PluginRunner",
          "RemoteTesting", "RemoteTransport", "TestKit",
        ], exclude: ["Captured"], swiftSettings: strict),
      tests(
        "LogikClientTests",
        [
          "LogikClient", "MastermindGame", "ParlorKit", "Platform", "PluginRunner",
          "RemoteTesting", "RemoteTransport", "TestKit",
        ]),
      tests(
        "LineEditingTests", ["LibC", "LineEditing", "TestKit", "lineedit-probe"]),
      tests(
        "PluginsTests",
        [
          "LibC", "FarkleGame", "GameCatalog", "ParlorEngine", "ParlorKit", "Platform",
          "PluginRunner",
          "Plugins", "TestKit", "farkle-plugin",
        ], exclude: ["Fixtures"]),
      tests(
        "ProgramTests",
        [
          "JSONRPC", "LibC", "ParlorEngine", "ParlorKit", "Platform", "TestKit", "farkle-plugin",
          "parlor", "remote-plugin",
        ]),
      tests(
        "ParlordTests",
        [
          "parlor", "parlor-farkle-ten", "parlor-logik", "parlord", "GameCatalog", "JSONRPC",
          "LibC", "ParlorEngine", "MastermindGame", "ParlorKit", "Platform", "TestKit",
        ]
          + server + [serverOnly("NIOEmbedded", "swift-nio")],
        exclude: ["Fixtures"]),
    ]
    + games.map {
      tests($0 + "GameTests", [.init(stringLiteral: $0 + "Game"), "GameTesting", "ParlorKit"])
    }
)
