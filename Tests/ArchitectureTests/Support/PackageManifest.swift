import ParlorKit
import Platform
import TestKit

/// The targets of the two packages, of Parlor and of its server, and what they may import, as `swift package`
/// reads them.
struct PackageManifest: Sendable {
  struct Target: Sendable {
    let name: String
    /// Where its files are, from the root of the repository.
    let folder: String
    /// The targets of both packages that it may import.
    var targets: [String] = []
    /// The modules of other packages that it may import.
    var modules: [String] = []

    var isGame: Bool { folder.hasPrefix("Sources/Games/") }
  }

  /// The folder of the server's package.
  static let server = "Sources/parlord/"

  /// All targets but those of tests, each after those that it imports.
  let sources: [Target]

  /// Reads the manifests once for all tests.
  static let own = Result { try PackageManifest() }

  private init() throws {
    let all = try Self.targets(in: "") + Self.targets(in: Self.server)
    sources = Self.sorted(
      all.filter { $0.folder.hasPrefix("Sources/") && !$0.folder.hasPrefix("\(Self.server)Tests/") }
    )
  }

  /// The targets of the package in a folder.
  private static func targets(in folder: String) throws -> [Target] {
    let swift = try Child(
      "/usr/bin/env",
      ["swift", "package", "--package-path", "\(SourceTree.root)/\(folder)", "dump-package"],
      environment: [
        "PATH": FileSystem.environment("PATH") ?? "", "HOME": FileSystem.environment("HOME") ?? "",
      ])
    let outcome = try swift.finish()
    guard outcome.status == .exited(0) else { throw Unreadable(reason: outcome.complaint) }
    let targets = try JSONReader.read(outcome.output)["targets"]?.array ?? []
    return targets.map { Target($0, in: folder) }
  }

  /// `swift package` failed.
  struct Unreadable: Error {
    var reason: String
  }

  /// The targets in an order in which each comes after those that it imports.
  private static func sorted(_ targets: [Target]) -> [Target] {
    var sorted: [Target] = []
    var rest = targets
    while !rest.isEmpty {
      let waiting = Set(rest.map(\.name))
      let free = rest.filter { waiting.isDisjoint(with: $0.targets) }
      // Swift has no targets that import each other.
      guard !free.isEmpty else { break }
      sorted += free
      rest.removeAll { target in free.contains { $0.name == target.name } }
    }
    return sorted
  }

  /// A line for every target with the targets that it imports, without those that these import.
  /// What all games import is one line, so that a new one changes nothing.
  var arrows: [String] {
    let games = sources.filter(\.isGame).map(\.name)
    let lines = sources.filter { !$0.isGame }.map { target in
      var names = arrows(from: target)
      if Set(names).isSuperset(of: games) {
        names = ["every game"] + names.filter { !games.contains($0) }
      }
      return "\(target.name) → \(names.isEmpty ? "nothing" : names.joined(separator: ", "))"
    }
    let data = sources.filter(\.isGame).flatMap { game in
      game.targets.filter { $0 != "ParlorKit" }.map { "\(game.name) → \($0)" }
    }
    return lines + ["every game → ParlorKit"] + data
  }

  private func arrows(from target: Target) -> [String] {
    let indirect = target.targets.reduce(into: Set<String>()) { $0.formUnion(below($1)) }
    return target.targets.filter { !indirect.contains($0) }
  }

  /// All targets that a target imports, directly or not.
  private func below(_ name: String) -> Set<String> {
    let targets = sources.first { $0.name == name }?.targets ?? []
    return targets.reduce(into: Set(targets)) { $0.formUnion(below($1)) }
  }
}

extension PackageManifest.Target {
  /// A target of the JSON that `swift package dump-package` prints.
  fileprivate init(_ json: Value, in package: String) {
    name = json["name"]?.string ?? ""
    let isTest = json["type"]?.string == "test"
    folder = package + (json["path"]?.string ?? "\(isTest ? "Tests" : "Sources")/\(name)")
    for dependency in json["dependencies"]?.array ?? [] {
      if let name = dependency["byName"]?.array?.first?.string {
        targets.append(name)
      } else if let product = dependency["product"]?.array, let name = product.first?.string {
        // A product of Parlor has the name of its target.
        if product.dropFirst().first?.string == "parlor" {
          targets.append(name)
        } else {
          modules.append(name)
        }
      }
    }
  }
}
