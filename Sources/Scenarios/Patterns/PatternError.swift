/// Why a pattern cannot be read.
package enum PatternError: Error, Sendable, Equatable {
  /// `*`, `+`, `?` or `{…}` with nothing before it.
  case nothingToRepeat
  /// A `(` without its `)`.
  case openGroup
  /// A `)` without its `(`.
  case strayParenthesis
  /// A `[` without its `]`.
  case openSet
  /// A range whose end comes before its beginning.
  case backwardRange
  /// `[:alpha:]` and the like.
  case namedSet
  /// `(?` with something other than `:` after it.
  case unknownGroup
  /// A `\` with nothing after it.
  case openEscape
  /// A letter after `\` that means nothing.
  case unknownEscape(Character)
  /// `\1` and the like.
  case backReference
  /// `{5,2}`.
  case backwardCount
  /// Too many steps, once every repetition is written out.
  case tooLarge
  /// Groups within groups beyond reason.
  case tooDeep

  /// What is wrong, as a clause.
  package var message: String {
    switch self {
    case .nothingToRepeat: "there is nothing to repeat"
    case .openGroup: "`(` is not closed"
    case .strayParenthesis: "`)` closes nothing"
    case .openSet: "`[` is not closed"
    case .backwardRange: "a range runs backwards"
    case .namedSet: "sets such as `[:alpha:]` are not known"
    case .unknownGroup: "of the groups with `(?` only `(?:…)` is known"
    case .openEscape: "nothing follows the last `\\`"
    case .unknownEscape(let letter): "`\\\(letter)` means nothing"
    case .backReference: "back-references are not supported"
    case .backwardCount: "the larger number of `{…}` comes first"
    case .tooLarge: "it is too large"
    case .tooDeep: "its groups are nested too deeply"
    }
  }
}
