import Platform

/// Finds the files that paths name.
struct ScenarioSearch {
  /// What is to be tested, in the order of the paths; in folders, of the bytes of the names.
  private(set) var targets: [ScenarioTarget] = []
  /// What is wrong with the paths.
  private(set) var faults: [ScenarioError] = []

  /// Searches paths: files, folders with all that is in them, and `FILE:LINE` or
  /// `FILE:LINE-LINE`.
  init(_ paths: [String]) {
    if paths.isEmpty { fail("", .noPaths) }
    for path in paths { add(path) }
  }

  private mutating func add(_ path: String) {
    switch FileSystem.kind(of: path) {
    case .file: addFile(path, lines: nil)
    case .other: fail(path, .io(FileError(.read, path, because: "it is no regular file")))
    case .missing:
      if let (file, lines) = Self.selection(in: path), FileSystem.kind(of: file) == .file {
        addFile(file, lines: lines)
      } else {
        fail(path, .io(FileError(.read, path, because: "no such file or directory")))
      }
    case .folder:
      let count = targets.count + faults.count
      walk(path)
      if targets.count + faults.count == count { fail(path, .emptyFolder) }
    }
  }

  private mutating func addFile(_ path: String, lines: ClosedRange<Int>?) {
    guard let kind = ScenarioTarget.kind(of: path) else { return fail(path, .unknownKind) }
    targets.append(ScenarioTarget(path: path, kind: kind, lines: lines).lookingForSetup())
  }

  /// Adds the files of a folder. Passed over are hidden names, links to folders, Markdown without
  /// blocks of ours, scripts without a golden, and the scenario that runs before the others.
  private mutating func walk(_ folder: String) {
    let entries: [(name: String, kind: FileSystem.Kind?)]
    do throws(FileError) {
      entries = try FileSystem.listing(of: folder)
    } catch {
      return fail(folder, .io(error))
    }
    let known = Set(entries.map(\.name))
    for (name, kind) in entries where !name.hasPrefix(".") {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      switch kind ?? FileSystem.kind(of: path) {
      case .folder: if !FileSystem.isSymbolicLink(path) { walk(path) }
      case .file: add(name, at: path, among: known)
      // A pipe or a device is no test, whatever its name.
      case .other, .missing: continue
      }
    }
  }

  /// Adds a file of a folder that has certain names, if it is a test.
  private mutating func add(_ name: String, at path: String, among known: Set<String>) {
    if name.hasSuffix(".golden") {
      let script = String(name.dropLast("golden".count) + "parlor")
      if !known.contains(script) { fail(path, .noScript(script)) }
      return
    }
    guard let kind = ScenarioTarget.kind(of: name), name != ScenarioTarget.setupName else { return }
    var target = ScenarioTarget(path: path, kind: kind)
    switch kind {
    case .scenario:
      guard !name.hasSuffix(".md") || Self.hasBlock(path) else { return }
      target.hasSetup = known.contains(ScenarioTarget.setupName)
    case .script:
      guard known.contains(String(name.dropLast("parlor".count) + "golden")) else { return }
    }
    targets.append(target)
  }

  private mutating func fail(_ path: String, _ fact: ScenarioError.Fact) {
    faults.append(ScenarioError(path: path, line: nil, fact: fact))
  }

  private static func hasBlock(_ path: String) -> Bool {
    guard let bytes = try? FileSystem.read(path) else { return true }
    var lines = SourceLine.all(of: bytes)
    return MarkdownBlocks.select(from: &lines, of: bytes)
  }

  /// The file and the lines of `FILE:LINE` and `FILE:LINE-LINE`.
  static func selection(in path: String) -> (file: String, lines: ClosedRange<Int>)? {
    guard let colon = path.lastIndex(of: ":") else { return nil }
    let parts = path[path.index(after: colon)...].split(
      separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == parts.count, numbers.count <= 2, let first = numbers.first,
      let last = numbers.last, first >= 1, first <= last
    else { return nil }
    return (String(path[..<colon]), first...last)
  }
}
