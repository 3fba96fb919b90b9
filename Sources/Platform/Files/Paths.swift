import LibC

extension FileSystem {
  /// The file that a typed path means.
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

  /// Whether a file is in a folder or below it, following symbolic links. A missing file counts as
  /// below; nothing is below a missing folder, and no file whose path is not UTF-8.
  package static func isBelow(_ path: String, _ folder: String) -> Bool {
    guard let real = realPath(of: path) else { return access(path, F_OK) != 0 }
    guard let base = realPath(of: folder) else { return false }
    return real == base || base == "/" || real.hasPrefix("\(base)/")
  }

  /// The name of a file without its folder.
  package static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The folder that a path is in.
  package static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Whether a path is itself a symbolic link.
  package static func isSymbolicLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// The absolute path with every symbolic link resolved; `nil` if it leads nowhere, or is not UTF-8.
  package static func realPath(of path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(validatingCString: found)
  }

  /// The path at the end of symbolic links, to a file that may be missing.
  static func resolveLinks(_ path: String) -> String {
    if let found = realPath(of: path) { return found }
    var path = path
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    for _ in 0..<maxLinks {
      let length = readlink(path, &buffer, Int(PATH_MAX))
      guard length > 0 else { break }
      // A repaired name would be that of another file.
      guard
        let target = String(
          validating: buffer[..<length].lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
      else { break }
      let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      path =
        target.hasPrefix("/") || folder.isEmpty
        ? target : folder.joined(separator: "/") + "/" + target
    }
    return path
  }

  /// The maximum number of links in a path, as on Linux.
  private static let maxLinks = 40
}
