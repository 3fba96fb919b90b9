import LibC
import ParlorKit
import Platform

/// The program of a plugin.
package struct PluginProgram: Sendable, Equatable {
  /// The name that `new` takes.
  package var name: String
  /// The file.
  package var path: String

  /// A program.
  package init(name: String, path: String) {
    self.name = name
    self.path = path
  }

  /// A program that is named by its path: the name of the file tells that of the game.
  package init(path: String) {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    self.init(
      name: file.hasPrefix(Self.prefix) ? String(file.dropFirst(Self.prefix.count)) : file,
      path: path.contains("/") ? path : "./\(path)")
  }

  /// What the names of the files begin with.
  static let prefix = "parlor-"
}

/// The folders in which plugins are found.
package struct PluginFolders: Sendable {
  /// The folders, the first that has a plugin first.
  package var all: [String]

  /// Folders of a caller's choice.
  package init(_ folders: [String]) { all = folders }

  /// The folder of the running program, the plugin folder, and those of `PATH`.
  ///
  /// Source: XDG Base Directory Specification 0.8, which passes over relative paths.
  package static var usual: PluginFolders {
    var folders: [String] = []
    if let own = SystemInformation.programFolder { folders.append(own) }
    if let data = FileSystem.environment("XDG_DATA_HOME"), data.hasPrefix("/") {
      folders.append("\(data)/parlor/plugins")
    } else if let home = FileSystem.environment("HOME"), home.hasPrefix("/") {
      folders.append("\(home)/.local/share/parlor/plugins")
    }
    let path = FileSystem.environment("PATH") ?? ""
    folders += path.split(separator: ":").filter { $0.hasPrefix("/") }.map(String.init)
    return PluginFolders(folders)
  }

  /// The program of a game.
  package func program(_ name: String) -> PluginProgram? {
    guard Identifier.isName(name) else { return nil }
    for folder in all {
      let path = "\(folder)/\(PluginProgram.prefix)\(name)"
      if Self.isProgram(path) { return PluginProgram(name: name, path: path) }
    }
    return nil
  }

  /// Every plugin there is, sorted by name; of several with one name the first.
  package var programs: [PluginProgram] {
    var found: [String: PluginProgram] = [:]
    for folder in all {
      for file in (try? FileSystem.entries(of: folder)) ?? []
      where file.hasPrefix(PluginProgram.prefix) {
        let name = String(file.dropFirst(PluginProgram.prefix.count))
        guard found[name] == nil, Identifier.isName(name), !Self.companions.contains(name) else {
          continue
        }
        let path = "\(folder)/\(file)"
        if Self.isProgram(path) { found[name] = PluginProgram(name: name, path: path) }
      }
    }
    return found.values.sorted { $0.name < $1.name }
  }

  /// Programs of Parlor's own that are no plugins.
  private static let companions: Set<String> = ["bench"]

  private static func isProgram(_ path: String) -> Bool {
    FileSystem.kind(of: path) == .file && access(path, X_OK) == 0
  }
}
