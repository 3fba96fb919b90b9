// swift-tools-version: 6.2
import PackageDescription

/// What every target is compiled with.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Products of Parlor, by their public API alone.
func parlor(_ products: String...) -> [Target.Dependency] {
  products.map { .product(name: $0, package: "parlor") }
}

/// Products of other packages that the server and its tests use.
let server: [Target.Dependency] = [
  ("HTTPTypes", "swift-http-types"), ("Hummingbird", "hummingbird"),
  ("HummingbirdCore", "hummingbird"), ("Logging", "swift-log"), ("NIOCore", "swift-nio"),
  ("NIOExtras", "swift-nio-extras"), ("NIOHTTP1", "swift-nio"),
  ("NIOHTTPTypes", "swift-nio-extras"), ("NIOHTTPTypesHTTP1", "swift-nio-extras"),
  ("NIOPosix", "swift-nio"), ("ServiceLifecycle", "swift-service-lifecycle"),
  ("UnixSignals", "swift-service-lifecycle"),
].map { .product(name: $0, package: $1) }

let package = Package(
  name: "parlord",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "parlord", targets: ["parlord"])],
  dependencies: [
    .package(name: "parlor", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    // Password hashes and digests.
    .systemLibrary(name: "CLibcrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    // The databases.
    .systemLibrary(name: "CLibpq", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .executableTarget(
      name: "parlord",
      dependencies: parlor(
        "FarkleGame", "GameCatalog", "LibC", "LineSyntax", "MCP", "MastermindGame", "ParlorEngine",
        "ParlorKit", "ProgramKit")
        + [
          .product(name: "ArgumentParser", package: "swift-argument-parser"), "CLibcrypto",
          "CLibpq", "CSQLite",
        ] + server,
      resources: ["page.html", "page.css", "page.js", "fair.js"].map { .embedInCode("Page/\($0)") },
      swiftSettings: strict),
    .testTarget(
      name: "ParlordTests",
      dependencies: parlor("GameCatalog", "MastermindGame", "ParlorEngine", "ParlorKit", "TestKit")
        + ["parlord", "CLibcrypto", .product(name: "NIOEmbedded", package: "swift-nio")] + server,
      exclude: ["Fixtures"], swiftSettings: strict),
  ]
)
