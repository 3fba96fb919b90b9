import LibC

/// Facts about this process and its machine.
package enum SystemInformation {
  package static var processNumber: Int { Int(getpid()) }

  /// The folder of the running program, with symbolic links resolved; `nil` if unknown.
  package static var programFolder: String? {
    programPath.flatMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } }
  }

  /// The running program, with symbolic links resolved; `nil` if unknown.
  package static var programPath: String? {
    #if !canImport(Darwin)
      guard let path = realpath("/proc/self/exe", nil) ?? realpath(startedAs ?? "", nil) else {
        return nil
      }
    #else
      var size = UInt32(PATH_MAX)
      var name = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&name, &size) == 0, let path = realpath(name, nil) else {
        return nil
      }
    #endif
    defer { free(path) }
    return String(cString: path)
  }

  #if !canImport(Darwin)
    /// The path by which this program was started, for machines without `/proc`: for a name without
    /// a slash, the first such program in `PATH`.
    private static var startedAs: String? {
      guard let name = CommandLine.arguments.first, !name.isEmpty, !name.contains("/") else {
        return CommandLine.arguments.first
      }
      return path(ofProgram: name)
    }
  #endif

  /// The operating system: `linux`, `macos` or `other`.
  package static var platform: String {
    #if os(Linux)
      "linux"
    #elseif os(macOS)
      "macos"
    #else
      "other"
    #endif
  }

  /// The kind of processor, as in the names of packages: `x86_64`, `arm64` or `other`.
  package static var processor: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "arm64"
    #else
      "other"
    #endif
  }

  /// Whether a program of this name is in a folder of `PATH`.
  package static func hasProgram(_ name: String) -> Bool { path(ofProgram: name) != nil }

  private static func path(ofProgram name: String) -> String? {
    guard !name.isEmpty, !name.contains("/") else { return nil }
    let folders = (FileSystem.environment("PATH") ?? "").split(separator: ":")
    return folders.lazy.map { "\($0)/\(name)" }.first {
      FileSystem.kind(of: $0) == .file && FileSystem.isExecutable($0)
    }
  }

  /// The number of available processor cores, at least 1.
  package static var coreCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}

/// The terminal at the standard streams.
package enum Terminal {
  /// Whether standard input and standard output are terminals.
  package static var isInteractive: Bool { isatty(0) == 1 && isatty(1) == 1 }

  /// The rows of the terminal at standard output; `nil` if unknown.
  package static var rows: Int? { known(\.ws_row) }

  /// The columns of the terminal at standard output; `nil` if unknown.
  package static var columns: Int? { known(\.ws_col) }

  private static func known(_ dimension: KeyPath<winsize, UInt16>) -> Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    let count = Int(size[keyPath: dimension])
    return count > 0 ? count : nil
  }

  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Whether `TERM` names a terminal that has escape sequences.
  package static var hasEscapeSequences: Bool {
    !["", "dumb"].contains(FileSystem.environment("TERM") ?? "")
  }
}
