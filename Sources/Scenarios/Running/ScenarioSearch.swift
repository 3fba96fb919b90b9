import Platform

/// A file to test, or lines of it.
struct ScenarioTarget: Sendable, Equatable {
  var path: String
  var kind: Kind
  /// The lines whose steps are compared; `nil` means all.
  var lines: ClosedRange<Int>?
  /// The number of the only row of parameters to run, from 1; `nil` means all.
  var row: Int?
  /// Whether a `setup.scenario` runs before the file.
  var hasSetup = false

  enum Kind: Sendable {
    /// A file with commands and expected replies.
    case scenario
    /// A script with a golden file beside it.
    case script
  }

  /// The name of the file that runs before each other file of its folder.
  static let setupName = "setup.scenario"

  var folder: String { FileSystem.parent(of: path) }

  /// The path of the folder's `setup.scenario`, which may not exist.
  var setupPath: String {
    path.contains("/") ? (folder == "/" ? "/" : folder + "/") + Self.setupName : Self.setupName
  }

  /// The path of a script's golden file.
  var goldenPath: String { path.dropLast("parlor".count) + "golden" }

  /// The tags of the file; none if it cannot be read.
  var tags: [String] {
    guard kind == .scenario, let bytes = try? FileSystem.read(path) else { return [] }
    return ScenarioParser.parse(bytes, path: path).scenario.header.tags
  }

  /// The target with ``hasSetup`` read from the file system.
  func lookingForSetup() -> ScenarioTarget {
    var target = self
    target.hasSetup =
      kind == .scenario && path != setupPath
      && FileSystem.kind(of: setupPath) == .file
    return target
  }

  /// The kind of a file by its name.
  static func kind(of name: String) -> Kind? {
    if name.hasSuffix(".scenario") || name.hasSuffix(".md") { return .scenario }
    return name.hasSuffix(".parlor") ? .script : nil
  }
}

/// Finds the files that `parlor test` runs for its arguments.
struct ScenarioSearch {
  /// In the order of the arguments and, within folders, of the bytes of the names.
  private(set) var targets: [ScenarioTarget] = []
  private(set) var errors: [ScenarioError] = []

  /// - Parameter paths: files, folders, and places as ``selection(in:)`` reads them.
  init(_ paths: [String]) {
    if paths.isEmpty { fail("", .noPaths) }
    for path in paths { add(path) }
  }

  private mutating func add(_ path: String) {
    switch FileSystem.kind(of: path) {
    case .file: addFile(path, lines: nil)
    case .other: fail(path, .io(FileError(.read, path, because: "it is not a regular file")))
    case .missing:
      if let (file, lines, row) = Self.selection(in: path), FileSystem.kind(of: file) == .file {
        addFile(file, lines: lines, row: row)
      } else {
        let isUTF8 = !path.unicodeScalars.contains("\u{FFFD}")
        let reason = isUTF8 ? "no such file or directory" : "its name is not UTF-8; rename it"
        fail(path, .io(FileError(.read, path, because: reason)))
      }
    case .folder:
      let count = targets.count + errors.count
      let unreadable = FolderWalk.forEachFile(of: path) { add($0, at: $1, among: $2) }
      errors += unreadable
      if targets.count + errors.count == count { fail(path, .emptyFolder) }
    }
  }

  private mutating func addFile(_ path: String, lines: ClosedRange<Int>?, row: Int? = nil) {
    guard let kind = ScenarioTarget.kind(of: path) else { return fail(path, .unknownKind) }
    targets.append(ScenarioTarget(path: path, kind: kind, lines: lines, row: row).lookingForSetup())
  }

  /// Adds a file of a folder, unless it is a `setup.scenario`, Markdown without `parlor` blocks, or
  /// a script without a golden file.
  private mutating func add(_ name: String, at path: String, among siblings: Set<String>) {
    if name.hasSuffix(".golden") {
      let script = String(name.dropLast("golden".count) + "parlor")
      if !siblings.contains(script) { fail(path, .missingScript(script)) }
      return
    }
    guard let kind = ScenarioTarget.kind(of: name), name != ScenarioTarget.setupName else { return }
    var target = ScenarioTarget(path: path, kind: kind)
    switch kind {
    case .scenario:
      guard !name.hasSuffix(".md") || Self.hasBlock(path) else { return }
      target.hasSetup = siblings.contains(ScenarioTarget.setupName)
    case .script:
      guard siblings.contains(String(name.dropLast("parlor".count) + "golden")) else { return }
    }
    targets.append(target)
  }

  private mutating func fail(_ path: String, _ reason: ScenarioError.Reason) {
    errors.append(ScenarioError(path: path, line: nil, reason: reason))
  }

  private static func hasBlock(_ path: String) -> Bool {
    guard let bytes = try? FileSystem.read(path) else { return true }
    var lines = SourceLine.all(of: bytes)
    return MarkdownBlocks.select(from: &lines, of: bytes)
  }

  /// Parses `FILE:LINE` and `FILE:LINE-LINE`, each also with the number of a row, as in
  /// `FILE:LINE[ROW]`.
  static func selection(
    in path: String
  ) -> (file: String, lines: ClosedRange<Int>, row: Int?)? {
    guard let colon = path.lastIndex(of: ":") else { return nil }
    var place = path[path.index(after: colon)...]
    var row: Int?
    if place.last == "]", let open = place.lastIndex(of: "[") {
      guard let number = Int(place[place.index(after: open)...].dropLast()), number >= 1 else {
        return nil
      }
      row = number
      place = place[..<open]
    }
    let parts = place.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == parts.count, numbers.count <= 2, let first = numbers.first,
      let last = numbers.last, first >= 1, first <= last
    else { return nil }
    return (String(path[..<colon]), first...last, row)
  }
}

/// Finds the files that `parlor fmt` formats: `*.scenario`, including each `setup.scenario`.
package struct FormatSearch {
  /// In the order of the arguments and, within folders, of the bytes of the names.
  package private(set) var paths: [String] = []
  package private(set) var errors: [ScenarioError] = []

  package init(_ paths: [String]) {
    for path in paths {
      switch FileSystem.kind(of: path) {
      case .folder:
        let unreadable = FolderWalk.forEachFile(of: path) { name, path, _ in
          if name.hasSuffix(".scenario") { self.paths.append(path) }
        }
        errors += unreadable
      case .file where path.hasSuffix(".scenario"): self.paths.append(path)
      case .file, .other: fail(path, .notAScenario)
      case .missing: fail(path, .io(FileError(.read, path, because: "no such file or directory")))
      }
    }
  }

  private mutating func fail(_ path: String, _ reason: ScenarioError.Reason) {
    errors.append(ScenarioError(path: path, line: nil, reason: reason))
  }
}

enum FolderWalk {
  /// Calls `body` for every regular file in a folder and the folders in it, in the order of the
  /// bytes of the names. Skips hidden names and symbolic links to folders.
  ///
  /// - Parameter body: receives the name, the path, and the names of all files beside it.
  /// - Returns: the folders that cannot be read.
  static func forEachFile(
    of folder: String, _ body: (String, String, Set<String>) -> Void
  ) -> [ScenarioError] {
    let entries: [(name: String, kind: FileSystem.Kind?)]
    do throws(FileError) {
      entries = try FileSystem.listing(of: folder)
    } catch {
      return [ScenarioError(path: folder, line: nil, reason: .io(error))]
    }
    var errors: [ScenarioError] = []
    let siblings = Set(entries.map(\.name))
    for (name, kind) in entries where !name.hasPrefix(".") {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      switch kind ?? FileSystem.kind(of: path) {
      case .folder:
        if !FileSystem.isSymbolicLink(path) { errors += forEachFile(of: path, body) }
      case .file: body(name, path, siblings)
      case .other, .missing: continue
      }
    }
    return errors
  }
}
