/// Why a game of a contest came to nothing.
package struct ContestFault: Error, Sendable, Equatable {
  /// The number of the game, from 0.
  package var game: Int
  /// Its seed.
  package var seed: UInt64
  /// What went wrong.
  package var cause: Cause

  /// What can go wrong.
  package enum Cause: Error, Sendable, Equatable {
    /// The game could not be opened, for the reason given.
    case notStarted(String)
    /// The bot of this name did something wrong.
    case bot(String, MatchError)
  }

  /// The fault in words, the games counted from 1.
  package var message: String {
    let place = "game \(game + 1) (seed \(seed))"
    switch cause {
    case .notStarted(let reason):
      return "\(place) cannot be opened: \(reason)"
    case .bot(let name, let fault):
      let who = "the bot `\(name)` of seat \(fault.seat + 1)"
      switch fault.reason {
      case .stuck:
        return "\(place), move \(fault.moves + 1): \(who) finds no legal move"
      case .refused(let line, let reason):
        return "\(place), move \(fault.moves + 1): \(who) makes an illegal move, `\(line)`:"
          + " \(reason)"
      }
    }
  }
}
