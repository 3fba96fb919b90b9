import LibC

extension FileSystem {
  /// Creates a folder and the missing ones above it, with this mode, and waits until new ones are
  /// on the disk.
  package static func makeFolders(_ path: String, mode: UInt32) throws(FileError) {
    guard !path.isEmpty, kind(of: path) != .folder else { return }
    if let end = path.lastIndex(of: "/") {
      try makeFolders(String(path[..<end]), mode: mode)
    }
    guard mkdir(path, mode_t(mode)) == 0 || errno == EEXIST else {
      throw FileError(.create, path)
    }
    syncFolder(parent(of: path))
  }

  /// Creates a folder with a new name in the folder for temporary files.
  package static func makeTemporaryFolder() throws(FileError) -> String {
    let base = environment("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    var template = Array("\(base)/parlor-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    guard let made else { throw FileError(.create, base) }
    return made
  }

  /// Removes a folder if it is empty.
  package static func removeFolder(_ path: String) { rmdir(path) }

  /// The names in a folder, without `.` and `..`, sorted by their bytes.
  package static func entries(of path: String) throws(FileError) -> [String] {
    try listing(of: path).map(\.name)
  }

  /// The names in a folder, without `.` and `..`, sorted by their bytes, each with its kind if the
  /// folder itself records it: symbolic links, for example, have none.
  package static func listing(of path: String) throws(FileError) -> [(name: String, kind: Kind?)] {
    guard let folder = opendir(path) else { throw FileError(.list, path) }
    defer { closedir(folder) }
    var entries: [(name: String, kind: Kind?)] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name != "." && name != ".." else { continue }
      let kind: Kind? =
        switch Int32(entry.pointee.d_type) {
        case Int32(DT_REG): .file
        case Int32(DT_DIR): .folder
        default: nil
        }
      entries.append((name, kind))
    }
    entries.sort { precedes($0.name, $1.name) }
    return entries
  }

  private static func precedes(_ one: String, _ other: String) -> Bool {
    let order: Bool? =
      one.utf8.withContiguousStorageIfAvailable { one in
        other.utf8.withContiguousStorageIfAvailable { other -> Bool? in
          guard let first = one.baseAddress, let second = other.baseAddress else { return nil }
          let difference = memcmp(first, second, min(one.count, other.count))
          return difference == 0 ? one.count < other.count : difference < 0
        } ?? nil
      } ?? nil
    return order ?? one.utf8.lexicographicallyPrecedes(other.utf8)
  }
}
