import LibC

extension FileSystem {
  /// Removes a folder, if it is empty.
  package static func removeFolder(_ path: String) { rmdir(path) }

  /// Makes a folder and those above it, as far as they are not there; only these get the mode.
  package static func makeFolders(_ path: String, mode: UInt32) throws(FileError) {
    guard !path.isEmpty, kind(of: path) != .folder else { return }
    if let end = path.lastIndex(of: "/") {
      try makeFolders(String(path[..<end]), mode: mode)
    }
    guard mkdir(path, mode_t(mode)) == 0 || errno == EEXIST else {
      throw FileError(.create, path)
    }
  }

  /// The names in a folder, without `.` and `..`, sorted by their bytes.
  package static func entries(of path: String) throws(FileError) -> [String] {
    try listing(of: path).map(\.name)
  }

  /// The names in a folder, without `.` and `..`, sorted by their bytes, and what each leads to,
  /// as far as the folder itself tells.
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

  /// Whether the bytes of a text come before those of another.
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
