import LibC

extension FileSystem {
  /// Whether a path is itself a symbolic link, wherever it leads.
  package static func isSymbolicLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// The path from the root on, with every link followed; nothing if it leads nowhere.
  package static func realPath(of path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }
}
