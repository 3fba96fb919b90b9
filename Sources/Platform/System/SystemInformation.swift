import LibC

/// Facts of the machine.
package enum SystemInformation {
  /// The number of this process.
  package static var processNumber: Int { Int(getpid()) }

  /// The folder of the running program, links followed; nothing if it cannot be told.
  package static var programFolder: String? {
    #if !canImport(Darwin)
      guard let path = realpath("/proc/self/exe", nil) else { return nil }
    #else
      var size = UInt32(PATH_MAX)
      var name = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&name, &size) == 0, let path = realpath(name, nil) else {
        return nil
      }
    #endif
    defer { free(path) }
    let program = String(cString: path)
    return program.lastIndex(of: "/").map { String(program[..<$0]) }
  }

  /// The number of processor cores that can be used, 1 or more.
  package static var coreCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
