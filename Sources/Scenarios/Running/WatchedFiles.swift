import Platform

/// The files that `parlor test --watch` watches, and those that a change affects.
package enum WatchedFiles {
  /// The folders of the files that some paths name, including subfolders of folders.
  package static func folders(of paths: [String]) -> [String] {
    var folders: [String] = []
    func add(_ folder: String) {
      guard let folder = FileSystem.realPath(of: folder), !folders.contains(folder) else { return }
      folders.append(folder)
      for name in ((try? FileSystem.entries(of: folder)) ?? []).sorted()
      where !name.hasPrefix(".") && FileSystem.kind(of: "\(folder)/\(name)") == .folder {
        add("\(folder)/\(name)")
      }
    }
    for path in paths where FileSystem.kind(of: path) == .folder { add(path) }
    for target in ScenarioSearch(paths).targets {
      if let folder = FileSystem.realPath(of: target.folder), !folders.contains(folder) {
        folders.append(folder)
      }
    }
    return folders
  }

  /// The real paths of the files to rerun: changed files, all files of a folder whose
  /// `setup.scenario` has changed, and those that name a changed file.
  package static func touched(by changed: Set<String>, among paths: [String]) -> Set<String> {
    let names = Set(changed.compactMap { $0.split(separator: "/").last })
    var touched: Set<String> = []
    for target in ScenarioSearch(paths).targets {
      guard let path = FileSystem.realPath(of: target.path) else { continue }
      let folder = FileSystem.parent(of: path)
      let own = [
        path, String(path.dropLast("parlor".count) + "golden"),
        "\(folder)/\(ScenarioTarget.setupName)",
      ]
      if own.contains(where: changed.contains) {
        touched.insert(path)
      } else if let text = try? FileSystem.read(path) {
        let text = String(decoding: text, as: UTF8.self)
        if names.contains(where: { text.contains($0) }) { touched.insert(path) }
      }
    }
    return touched
  }
}
