extension FileSystem {
  /// Where a path that a person wrote leads.
  ///
  /// A path that begins with `~/` begins in the home folder, any other relative path in `folder`.
  package static func resolve(_ path: String, in folder: String) -> String {
    if path.hasPrefix("/") { return path }
    if path.hasPrefix("~/"), let home = environment("HOME"), !home.isEmpty {
      return home + path.dropFirst(1)
    }
    return folder == "." ? path : "\(folder)/\(path)"
  }

  /// A path inside `folder` that replaces any other path: `/a/../b` becomes `folder/a/b`.
  package static func confine(_ path: String, to folder: String) -> String {
    path.split(separator: "/").filter { $0 != ".." && $0 != "." }
      .reduce(folder) { "\($0)/\($1)" }
  }

  /// The folder that a path is in.
  package static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
