import Platform

/// Where programs are.
enum ProgramPath {
  /// The path of a program by its name, from PATH and the folder that Debian keeps games in.
  static func find(_ name: String) -> String? {
    let folders = (FileSystem.environment("PATH") ?? "/usr/bin:/bin").split(separator: ":")
    return (folders.map(String.init) + ["/usr/games"])
      .map { "\($0)/\(name)" }
      .first { FileSystem.kind(of: $0) == .file }
  }

  /// The path of a program in the same folder as this one.
  static func sibling(_ name: String) -> String {
    let own = CommandLine.arguments.first ?? ""
    guard let slash = own.lastIndex(of: "/") else { return name }
    return own[...slash] + name
  }
}
