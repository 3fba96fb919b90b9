import Platform

/// The files `*.scenario` that paths name, those that run before others among them.
package struct ScenarioFiles {
  /// The files, in the order of the paths; in folders, of the bytes of the names.
  package private(set) var paths: [String] = []
  /// What is wrong with the paths.
  package private(set) var faults: [ScenarioError] = []

  /// Searches files, and folders with all that is in them; hidden names and links to folders are
  /// passed over.
  package init(_ paths: [String]) {
    for path in paths {
      switch FileSystem.kind(of: path) {
      case .folder: walk(path)
      case .file where path.hasSuffix(".scenario"): self.paths.append(path)
      case .file, .other: fail(path, .noScenario)
      case .missing: fail(path, .io(FileError(.read, path, because: "no such file or directory")))
      }
    }
  }

  private mutating func walk(_ folder: String) {
    let names: [String]
    do throws(FileError) {
      names = try FileSystem.entries(of: folder)
    } catch {
      return fail(folder, .io(error))
    }
    for name in names where !name.hasPrefix(".") {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      switch FileSystem.kind(of: path) {
      case .folder: if !FileSystem.isSymbolicLink(path) { walk(path) }
      case .file: if name.hasSuffix(".scenario") { paths.append(path) }
      case .other, .missing: continue
      }
    }
  }

  private mutating func fail(_ path: String, _ fact: ScenarioError.Fact) {
    faults.append(ScenarioError(path: path, line: nil, fact: fact))
  }
}
