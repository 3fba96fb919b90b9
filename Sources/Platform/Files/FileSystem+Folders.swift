#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension FileSystem {
  /// Makes a folder and those above it, as far as they are not there; only these get the mode.
  package static func makeFolders(_ path: String, mode: UInt32) throws(IOFailure) {
    guard !path.isEmpty, kind(of: path) != .folder else { return }
    if let end = path.lastIndex(of: "/") {
      try makeFolders(String(path[..<end]), mode: mode)
    }
    guard mkdir(path, mode_t(mode)) == 0 || errno == EEXIST else {
      throw IOFailure(.create, path)
    }
  }
}
