/// Why a game does not count in the statistics.
package enum UnrankedReason: String, Sendable, CaseIterable {
  /// It was opened by `load` or `replay`.
  case loaded
  /// It was opened by a line of a file that `source` ran.
  case sourced
  /// The time is that of a clock which is moved by hand.
  case timed
  /// An outcome of chance was given instead of drawn.
  case given
  /// A move was undone that had shown the players something.
  case undone
  /// It was over before, and a move was undone.
  case reopened

  /// Whether it comes about by a move, rather than with the opening or after the end.
  package var isNews: Bool { self == .given || self == .undone }

  /// The reason as a clause.
  package var reason: String {
    switch self {
    case .loaded: "it was opened from a file"
    case .sourced: "a script opened it"
    case .timed: "its clock is not the real one"
    case .given: "an outcome was given"
    case .undone: "a draw, or what a move had shown, was undone"
    case .reopened: "it was over before"
    }
  }
}
