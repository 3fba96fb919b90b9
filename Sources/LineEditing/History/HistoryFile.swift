package import Platform

/// A file of entered lines, shared by all programs that run at once: UTF-8, one line an entry.
package final class HistoryFile {
  /// How large a file may grow.
  package struct Limits: Sendable {
    /// The most entries.
    package var entries: Int
    /// The most bytes.
    package var bytes: Int

    package init(entries: Int = 10_000, bytes: Int = 1 << 20) {
      self.entries = entries
      self.bytes = bytes
    }
  }

  /// Where it is.
  package let path: String
  let limits: Limits

  /// The file at `path`, which is neither read nor made before the first line is asked for.
  package init(_ path: String, limits: Limits = Limits()) {
    self.path = path
    self.limits = limits
  }
}
