import LibC

/// Finds programs of this package, which are built together with the tests.
package enum BuiltProgram {
  /// The path of the program `name`; nil if it was not built.
  ///
  /// The tests are in the same folder on Linux, and in a bundle in that folder on macOS. So the
  /// folders above the test code are searched, from the innermost.
  package static func path(of name: String) -> String? {
    guard let image, let resolved = realpath(image, nil) else { return nil }
    defer { free(resolved) }
    var folder = String(cString: resolved)[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      let path = "\(folder)/\(name)"
      if access(path, X_OK) == 0, !isFolder(path) { return path }
    }
    return nil
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
