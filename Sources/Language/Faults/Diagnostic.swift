package import ParlorKit

/// A fault in words.
package struct Diagnostic: Sendable, Equatable {
  /// The stable code.
  package var code: ErrorCode
  /// One clause without a full stop.
  package var message: String
  /// The bytes of the line at fault; empty at the place where something is missing, and nothing
  /// where the line as a whole is meant.
  package var range: Range<Int>?
  /// What would be right, a line each.
  package var help: [String] = []
  /// What would be legal now, for machines.
  package var legal: [String] = []
}
