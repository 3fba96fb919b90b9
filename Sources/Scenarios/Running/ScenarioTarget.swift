import Platform

/// A file to be tested, or lines of it.
struct ScenarioTarget: Sendable, Equatable {
  /// The path.
  var path: String
  /// What kind of file it is.
  var kind: Kind
  /// The lines whose steps are compared; nothing for all.
  var lines: ClosedRange<Int>?

  /// Whether a scenario runs before this one.
  var hasSetup = false

  /// How a file is read.
  enum Kind: Sendable {
    /// Commands and expected replies.
    case scenario
    /// A script, with its golden beside it.
    case script
  }

  /// The name of the file that runs before each other of its folder.
  static let setupName = "setup.scenario"

  /// The folder of the file.
  var folder: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The path of the scenario that runs before this one, if the folder has one.
  var setupPath: String {
    path.contains("/") ? (folder == "/" ? "/" : folder + "/") + Self.setupName : Self.setupName
  }

  /// The path of a script's golden.
  var goldenPath: String { path.dropLast("parlor".count) + "golden" }

  /// The target, with whether a scenario runs before it looked up.
  func lookingForSetup() -> ScenarioTarget {
    var target = self
    target.hasSetup =
      kind == .scenario && path != setupPath
      && FileSystem.kind(of: setupPath) == .file
    return target
  }

  /// The kind of file that a name promises.
  static func kind(of name: String) -> Kind? {
    if name.hasSuffix(".scenario") || name.hasSuffix(".md") { return .scenario }
    return name.hasSuffix(".parlor") ? .script : nil
  }
}
