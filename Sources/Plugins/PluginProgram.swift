import LibC
import ParlorKit
import Platform

package struct PluginProgram: Sendable, Equatable {
  /// The name that `new` takes.
  package var name: String
  package var path: String

  package init(name: String, path: String) {
    self.name = name
    self.path = path
  }

  /// The program at a path; its game has the name of the file without `parlor-`.
  package init(path: String) {
    let file = FileSystem.name(of: path)
    self.init(
      name: file.hasPrefix(Self.prefix) ? String(file.dropFirst(Self.prefix.count)) : file,
      path: path.contains("/") ? path : "./\(path)")
  }

  static let prefix = "parlor-"
}

/// The folders to look for plugins in.
package struct PluginFolders: Sendable {
  /// The folders, in the order in which they are searched.
  package var all: [String]

  package init(_ folders: [String]) { all = folders }

  /// The folder of the running program, the plugin folder, and those of `PATH`.
  ///
  /// Source: XDG Base Directory Specification 0.8, which ignores relative paths.
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

  package func program(_ name: String) -> PluginProgram? {
    guard Identifier.isName(name) else { return nil }
    for folder in all {
      let path = "\(folder)/\(PluginProgram.prefix)\(name)"
      if Self.isProgram(path) { return PluginProgram(name: name, path: path) }
    }
    return nil
  }

  /// All plugins, sorted by name; the first one of several with the same name.
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

  /// Parlor's own programs that are not plugins.
  private static let companions: Set<String> = ["bench"]

  private static func isProgram(_ path: String) -> Bool {
    FileSystem.kind(of: path) == .file && FileSystem.isExecutable(path)
  }
}

package struct PluginLimits: Sendable {
  /// Milliseconds for the answer to `hello`, which includes the start of the program: an
  /// interpreter takes long on a busy machine.
  package var start: Int64 = 30_000
  /// Milliseconds for an answer.
  package var answer: Int64 = 10_000
  /// Milliseconds for an answer of a remote game, which may need a network.
  package var remoteAnswer: Int64 = 90_000
  /// Milliseconds to stop after its input has ended.
  package var ending: Int64 = 500
  /// Bytes of an answer.
  package var bytes = 1 << 22
  /// Idle processes of a plugin: so many games can be played by turns without replaying moves.
  package var processes = 2
  /// Whether the user wants to stop the command; called while the host waits for an answer.
  package var isInterrupted: @Sendable () -> Bool = { false }

  package init() {}
}
