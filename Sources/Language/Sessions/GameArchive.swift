package import Platform

/// Where the logs of finished games are, as a function of whoever keeps them.
package struct GameArchive {
  /// Why a log cannot be read.
  package typealias Failure = FileError

  /// The log of a game that was finished.
  package struct Entry {
    /// Where it is.
    package var path: String
    /// The file.
    package var bytes: [UInt8]

    /// A log.
    package init(path: String, bytes: [UInt8]) {
      self.path = path
      self.bytes = bytes
    }
  }

  /// The log of the game that was the N-th last to end, from 1; nothing if so many are not kept.
  package var find: (Int) throws(Failure) -> Entry?

  /// An archive.
  package init(find: @escaping (Int) throws(Failure) -> Entry?) { self.find = find }
}
