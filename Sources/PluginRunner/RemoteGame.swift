package import ParlorKit

/// A game that is played somewhere else: what happens there cannot be repeated or taken back.
package protocol RemoteGame: AnyObject {
  /// Opens the game.
  ///
  /// - Returns: what is reported.
  func open(_ setup: GameConfiguration) throws(GameError) -> [any Event]

  /// Runs a command; it may take as long as a request over a network does.
  func run(_ call: Call) throws(GameError) -> [any Event]

  /// What the player sees.
  var view: any GameView { get }
  /// Whose turn it is, or how the game ended.
  var status: GameStatus { get }
  /// What can be typed now, as lines.
  var legal: LegalMoves<String> { get }

  /// The time of the session's clock, in milliseconds, at which ``wake()`` is due.
  var nextWake: Int64? { get }
  /// A descriptor that is readable when ``wake()`` has something to do; only a real clock heeds it.
  var wakeDescriptor: Int32? { get }
  /// Does what is due.
  ///
  /// - Returns: the news.
  func wake() -> [any Event]
}

extension RemoteGame {
  package var status: GameStatus { .playing(turn: 0) }
  package var legal: LegalMoves<String> { LegalMoves() }
  package var nextWake: Int64? { nil }
  package var wakeDescriptor: Int32? { nil }
  package func wake() -> [any Event] { [] }
}
