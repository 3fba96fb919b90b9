import LibC

/// Finds programs that were built for tests.
package enum BuiltProgram {
  /// The path of the program `name`; nil if it was not built.
  ///
  /// The tests of its package are in the same folder on Linux, and in a bundle in that folder on macOS. So
  /// the folders above the test code are searched, from the innermost. Programs of another package are in the
  /// folder that the environment names as `PARLOR_PROGRAMS`.
  package static func path(of name: String) -> String? {
    guard let image, let resolved = realpath(image, nil) else { return nil }
    defer { free(resolved) }
    var folder = String(cString: resolved)[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      if let path = program(name, in: folder) { return path }
    }
    return getenv("PARLOR_PROGRAMS").flatMap { program(name, in: String(cString: $0)[...]) }
  }

  private static func program(_ name: String, in folder: Substring) -> String? {
    let path = "\(folder)/\(name)"
    return access(path, X_OK) == 0 && !isFolder(path) ? path : nil
  }

  /// The file of the running test code.
  private static var image: String? {
    #if canImport(Darwin)
      var info = Dl_info()
      guard dladdr(#dsohandle, &info) != 0, let name = info.dli_fname else { return nil }
      return String(cString: name)
    #else
      return "/proc/self/exe"
    #endif
  }

  private static func isFolder(_ path: String) -> Bool {
    var details = stat()
    return stat(path, &details) == 0 && details.st_mode & S_IFMT == S_IFDIR
  }
}
