/// How a line broke the contract of lines, replies and games.
package enum FuzzFault: Sendable, Equatable {
  /// A text reply has a blank line in it.
  case blankLine
  /// A line of a reply ends in a blank.
  case trailingBlank
  /// A line of a text reply begins as an echoed command does.
  case promptLike
  /// A reply holds a control character, or bytes that are not UTF-8.
  case notPlainText
  /// A line was refused, and the reply does not say so in the way of errors.
  case silentRefusal
  /// A line was accepted, and the reply looks like an error.
  case falseAlarm
  /// A refused line changed what a command shows.
  case changedByRefusal(view: String)
  /// The log does not lead to the state that it is the log of.
  case replayDiffers
  /// A step that was undone and redone leads to another state.
  case redoDiffers
  /// A move that is said to be legal is refused.
  case legalRefused(move: String)

  /// What is wrong, as one clause.
  package var message: String {
    switch self {
    case .blankLine: "the reply has a blank line"
    case .trailingBlank: "a line of the reply ends in a blank"
    case .promptLike: "a line of the reply begins with `> `"
    case .notPlainText: "the reply holds a control character or is not UTF-8"
    case .silentRefusal: "the line was refused, but the reply is no error"
    case .falseAlarm: "the line was accepted, but the reply is an error"
    case .changedByRefusal(let view): "the line was refused, but \(view) has changed"
    case .replayDiffers: "the replay of the log leads to another state"
    case .redoDiffers: "undo, then redo leads to another state"
    case .legalRefused(let move): "`\(move)` is said to be legal, but is refused"
    }
  }

  /// Whether another fault is of the same kind, so that a shorter list of lines shows the same.
  func isLike(_ other: FuzzFault) -> Bool {
    switch (self, other) {
    case (.changedByRefusal, .changedByRefusal), (.legalRefused, .legalRefused): true
    default: self == other
    }
  }
}

/// A line at which the contract was broken, and what is needed to see it again.
package struct FuzzFailure: Error, Sendable {
  /// What is wrong.
  package var fault: FuzzFault
  /// The seed of the session.
  package var seed: Int
  /// Every line of the session, the one at fault last.
  package var lines: [[UInt8]]
  /// The reply to the last line.
  package var reply: [UInt8]
}
