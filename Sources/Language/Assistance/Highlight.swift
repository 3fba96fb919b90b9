package import ParlorKit

/// A part of a line under way and the role it plays.
package struct Highlight: Sendable, Equatable {
  /// The bytes.
  package var range: Range<Int>
  /// What they are.
  package var role: Role

  /// What a part of a line is.
  package enum Role: Sendable, Equatable {
    /// A verb that can be typed now.
    case verb
    /// A verb that nothing knows.
    case unknownVerb
    /// A number.
    case number
    /// The name of an option, with its `=`.
    case option
    /// A word in quotes.
    case quoted
    /// A comment.
    case comment
  }
}

extension Highlight.Role {
  /// How a terminal shows the role.
  package var style: Style {
    switch self {
    case .verb: .good
    case .unknownVerb: .bad
    case .number: .number
    case .option: .notice
    case .quoted: .quoted
    case .comment: .faint
    }
  }
}
