// swift-tools-version: 6.2
import PackageDescription

/// What the scripts build for, if it is not a usual build: `tests` or `static`.
let purpose = Context.environment["PARLOR_BUILD"]

/// What every target is compiled with.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// What computes much is optimized for the tests, with the assertions of a debug build.
let quick: [SwiftSetting] =
  purpose == "tests"
  ? [
    .unsafeFlags([
      "-O", "-whole-module-optimization", "-num-threads", "2", "-assert-config", "Debug",
    ])
  ] : []

/// How programs are linked. Objects are the same either way, so a folder of SwiftPM can have both.
let linking: [LinkerSetting] =
  purpose == "static"
  ? [.unsafeFlags(["-static-executable", "-ltinfo", "-lbsd", "-lmd"])] : []

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")

/// The games, one folder each under `Sources/Games`, with a test folder of the same name.
let games = ["Farkle", "Minesweeper", "Mastermind", "Counter"]

/// A library and what it may import.
func library(
  _ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil
) -> Target {
  .target(name: name, dependencies: dependencies, path: path, swiftSettings: strict + quick)
}

/// An executable and what it may import.
func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, swiftSettings: strict + quick,
    linkerSettings: linking)
}

/// A game of `examples/games`: a plugin in one file.
func example(_ name: String, path: String) -> Target {
  .executableTarget(
    name: name, dependencies: ["ParlorKit", "PluginRunner"], path: "examples/games/\(path)",
    swiftSettings: strict + quick, linkerSettings: linking)
}

/// A test target and what it may import. Only what computes much itself is optimized: it takes longer to compile.
func tests(
  _ name: String, _ dependencies: [Target.Dependency], path: String? = nil,
  exclude: [String] = [], computes: Bool = false
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: path, exclude: exclude,
    swiftSettings: computes ? strict + quick : strict)
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
    // For the server, a package of its own in Sources/parlord, and for its tests.
    .library(name: "FarkleGame", targets: ["FarkleGame"]),
    .library(name: "LibC", targets: ["LibC"]),
    .library(name: "LineSyntax", targets: ["LineSyntax"]),
    .library(name: "MCP", targets: ["MCP"]),
    .library(name: "MastermindGame", targets: ["MastermindGame"]),
    .library(name: "ProgramKit", targets: ["ProgramKit"]),
    .library(name: "TestKit", targets: ["TestKit"]),
    // For tests: it is preloaded into the program.
    .library(name: "FileFaults", type: .dynamic, targets: ["FileFaults"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    // The ground and the contract.
    .target(name: "CArguments"),
    .target(name: "CFarkleTables", exclude: ["tables"]),
    library("LibC", ["CArguments"]),
    library("ParlorKit"),
    library("Platform", ["LibC"]),
    library("LineSyntax", ["ParlorKit"]),
    library("JSONRPC", ["ParlorKit"]),
    // The language and what is built on it.
    library("ParlorEngine", ["LineSyntax", "ParlorKit", "Platform", "Simulation"]),
    library("GameCatalog", ["ParlorKit"] + games.map { .init(stringLiteral: $0 + "Game") }),
    library("Plugins", ["ParlorEngine", "LibC", "LineSyntax", "ParlorKit", "Platform"]),
    library("PluginRunner", ["ParlorEngine", "LibC", "LineSyntax", "ParlorKit", "Platform"]),
    library("Scenarios", ["LineSyntax", "ParlorEngine", "ParlorKit", "Platform"]),
    library(
      "LanguageServer",
      ["JSONRPC", "LineSyntax", "ParlorEngine", "ParlorKit", "Platform", "Scenarios"]),
    library("Simulation", ["ParlorKit", "Platform"]),
    .systemLibrary(name: "CPseudoterminal"),
    library("Terminals", ["CPseudoterminal", "LibC"]),
    library("Render", ["ParlorKit", "Platform", "Terminals"]),
    library("Records", ["LibC", "LineSyntax", "ParlorKit", "Platform"]),
    library("MCP", ["JSONRPC", "LineSyntax", "ParlorEngine", "ParlorKit", "Platform"]),
    library("Fuzzing", ["LineSyntax", "ParlorEngine", "ParlorKit", "Platform"]),
    library("GameTesting", ["Fuzzing", "LineSyntax", "ParlorEngine", "ParlorKit"]),
    // The line editor.
    .systemLibrary(name: "CEditline", pkgConfig: "libedit", providers: [.apt(["libedit-dev"])]),
    library("LineEditing", ["CEditline", "LibC", "LineSyntax", "ParlorKit", "Platform"]),
    // Remote games, which are plugins in their own processes.
    library("RemoteTransport", ["ParlorKit", "Platform", "PluginRunner"]),
    library(
      "FarkleTenClient",
      ["FarkleGame", "ParlorKit", "Platform", "PluginRunner", "RemoteTransport"]),
    library(
      "LogikClient",
      ["MastermindGame", "ParlorKit", "Platform", "PluginRunner", "RemoteTransport"]),
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    library("CurlTransport", ["CCurl", "LibC", "Platform", "RemoteTransport"]),
    // The programs.
    library("ProgramKit", ["LineSyntax", "ParlorEngine", "ParlorKit"]),
    program(
      "parlor",
      [
        "Fuzzing", "GameCatalog", "JSONRPC", "LanguageServer", "LibC", "LineEditing", "LineSyntax",
        "MCP", "ParlorEngine", "ParlorKit",
        "Platform", "Plugins", "ProgramKit", "Records", "Render", "Scenarios", "Simulation",
        argumentParser,
      ]
    ),
    program(
      "parlor-farkle-ten",
      ["CurlTransport", "FarkleTenClient", "Platform", "PluginRunner", "RemoteTransport"]),
    program(
      "parlor-logik",
      ["CurlTransport", "LogikClient", "PluginRunner", "RemoteTransport"]),
    example("parlor-nim", path: "nim"),
    example("parlor-swift-pig", path: "pig"),
    program(
      "parlor-bench",
      [
        "CPseudoterminal", "FarkleGame", "Fuzzing", "GameCatalog", "ParlorEngine", "LibC",
        "MastermindGame",
        "MinesweeperGame", "ParlorKit", "Platform", "Records", "Simulation", "Terminals",
        argumentParser,
      ]),
  ]
    + games.map { game in
      library(
        game + "Game", game == "Farkle" ? ["CFarkleTables", "ParlorKit"] : ["ParlorKit"],
        path: "Sources/Games/\(game)")
    }
    // The tests.
    + [
      .executableTarget(
        name: "farkle-plugin", dependencies: ["FarkleGame", "ParlorKit", "PluginRunner"],
        path: "Tests/Support/FarklePlugin", swiftSettings: strict),
      .executableTarget(
        name: "remote-plugin", dependencies: ["ParlorKit", "PluginRunner"],
        path: "Tests/Support/RemotePlugin", swiftSettings: strict),
      .target(name: "FileFaults", path: "Tests/Support/FileFaults"),
      .target(
        name: "TestKit",
        dependencies: ["ParlorEngine", "LibC", "ParlorKit", "Platform", "Terminals"],
        path: "Tests/Support/TestKit", swiftSettings: strict + quick),
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
      tests("ParlorKitTests", ["ParlorKit", "TestKit"], computes: true),
      tests("PigGameTests", ["parlor-swift-pig", "GameTesting", "ParlorKit"]),
      tests(
        "ParlorEngineTests",
        [
          "GameCatalog", "LineSyntax", "ParlorEngine", "ParlorKit", "Platform", "ProgramKit",
          "Simulation", "TestKit",
        ]),
      tests(
        "ScenariosTests",
        ["LibC", "Scenarios", "ParlorEngine", "GameCatalog", "ParlorKit", "Platform", "TestKit"]),
      tests("TerminalsTests", ["Terminals"]),
      tests("RenderTests", ["ParlorKit", "Platform", "Render", "TestKit"]),
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
        ], computes: true),
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
        [
          "GameCatalog", "ParlorEngine", "ParlorKit", "Platform", "ProgramKit", "Scenarios",
          "TestKit",
        ]),
      .target(
        name: "RemoteTesting",
        dependencies: ["ParlorEngine", "ParlorKit", "PluginRunner", "RemoteTransport"],
        path: "Tests/Support/RemoteTesting", swiftSettings: strict),
      tests(
        "RemoteTransportTests",
        ["ParlorKit", "Platform", "PluginRunner", "RemoteTransport", "TestKit"]),
      tests(
        "CurlTransportTests",
        ["CurlTransport", "LibC", "Platform", "RemoteTransport", "TestKit"]),
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
        "LineEditingTests", ["LibC", "LineEditing", "LineSyntax", "TestKit", "lineedit-probe"]),
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
          "JSONRPC", "LibC", "ParlorEngine", "ParlorKit", "Platform", "ProgramKit", "TestKit",
          "farkle-plugin",
          "parlor", "remote-plugin",
        ]),
    ]
    + games.map {
      tests(
        $0 + "GameTests", [.init(stringLiteral: $0 + "Game"), "GameTesting", "ParlorKit"],
        computes: true)
    }
)
