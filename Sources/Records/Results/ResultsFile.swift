import Platform

/// The file of results, one JSON object a line, which several programs may share.
///
/// It only grows, by whole lines under a lock (flock(2), which ends with the process that holds
/// it); whatever else is done to it puts a new file in its place. Nothing is opened before it is
/// needed. Its mode is 0600.
package struct ResultsFile: Sendable {
  /// How sure it is that a result that was appended survives a loss of power.
  package enum Durability: Sendable {
    /// The file is flushed to the disk before the call returns.
    case flushed
    /// The system writes when it sees fit.
    case relaxed
  }

  /// Where it is.
  package let path: String
  let durability: Durability
  let schema: ResultSchema

  static let mode: UInt32 = 0o600
  /// How long to wait for the lock, in milliseconds: appending takes less than one.
  static let patience = 5_000

  /// The file at a path, which need not be there.
  package init(
    _ path: String, durability: Durability = .flushed, schema: ResultSchema = .current
  ) {
    self.path = path
    self.durability = durability
    self.schema = schema
  }

  /// Whether nothing is kept yet.
  package var isMissing: Bool { FileSystem.kind(of: path) == .missing }

  /// Where the beginnings of lines are kept that some program did not finish.
  package var tornPath: String { "\(path).torn" }

  /// Opens and locks the file; nothing if it is not there and is only to be read.
  func open(isReading: Bool) throws(FileError) -> LockedFile {
    do throws(FileError) {
      return try openLocked(isReading: isReading)
    } catch {
      var failure = error
      if isReading { failure.action = .read }
      throw failure
    }
  }

  private func openLocked(isReading: Bool) throws(FileError) -> LockedFile {
    if !isReading, let end = path.lastIndex(of: "/") {
      try FileSystem.makeFolders(String(path[..<end]), mode: 0o700)
    }
    return try LockedFile(
      path, mode: Self.mode, isReading: isReading, patience: Self.patience)
  }
}
