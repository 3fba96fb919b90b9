/// Why bytes are not JSON.
package struct JSONError: Error, Equatable, Sendable {
  /// The offset in bytes, from the first one that was read, at which the text cannot go on so.
  package var offset: Int
  /// What is wrong, as a clause: `a value is missing`.
  package var reason: String

  /// A fault at an offset.
  package init(offset: Int, reason: String) {
    self.offset = offset
    self.reason = reason
  }

  /// What is wrong and where, as one clause; bytes are counted from 1.
  package var message: String { "\(reason) (byte \(offset + 1))" }
}
