import Platform

/// Where a session finds the files that its lines name.
package struct FileAccess: Sendable {
  /// The folders that relative paths are looked up in, in order.
  private let sources: [String]
  /// The folder that relative paths are written to.
  private let target: String

  /// Reads from several folders and writes to one.
  package init(reading sources: [String], writing target: String) {
    self.sources = sources
    self.target = target
  }

  /// Reads from the current folder and writes to it.
  package static let here = FileAccess(reading: ["."], writing: ".")

  /// The whole of a file.
  func read(_ path: String) throws(Fault) -> [UInt8] {
    let candidates = sources.map { Self.resolve(path, in: $0) }
    let found = candidates.first { FileSystem.kind(of: $0) != .missing } ?? candidates.first
    do {
      return try FileSystem.read(found ?? path)
    } catch {
      throw .io(error.named(path))
    }
  }

  /// Puts a file in place as a whole.
  func write(_ bytes: [UInt8], to path: String) throws(Fault) {
    do {
      try FileSystem.write(bytes, to: Self.resolve(path, in: target))
    } catch {
      throw .io(error.named(path))
    }
  }

  /// Makes a file that does not exist yet, to append to.
  func create(_ path: String) throws(IOFailure) -> AppendFile {
    do {
      return try AppendFile(creating: Self.resolve(path, in: target))
    } catch {
      throw error.named(path)
    }
  }

  private static func resolve(_ path: String, in folder: String) -> String {
    if path.hasPrefix("/") { return path }
    if path.hasPrefix("~/"), let home = FileSystem.environment("HOME"), !home.isEmpty {
      return home + path.dropFirst(1)
    }
    return folder == "." ? path : "\(folder)/\(path)"
  }
}

extension IOFailure {
  /// The failure with the path as the user wrote it.
  fileprivate func named(_ path: String) -> IOFailure {
    var failure = self
    failure.path = path
    return failure
  }
}
