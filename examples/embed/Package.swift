// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "embed",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "parlor", path: "../..")],
  targets: [
    .executableTarget(
      name: "embed",
      dependencies: [
        .product(name: "GameCatalog", package: "parlor"),
        .product(name: "ParlorEngine", package: "parlor"),
        .product(name: "ParlorKit", package: "parlor"),
      ],
      path: ".", exclude: ["output.txt"])
  ]
)
