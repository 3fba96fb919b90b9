package import ParlorKit

/// A game that is played somewhere else, as its plugin tells of it.
package protocol LiveTable: AnyObject {
  /// Runs a command.
  func run(_ call: Call) throws(GameError) -> [any Event]
  /// Tells that the session's clock has moved.
  ///
  /// - Returns: what happened up to now.
  func advance() -> [any Event]
  /// What has happened without having been asked for.
  func news() -> [any Event]
  /// Whose turn it is, or how the game ended.
  var status: GameStatus { get }
  /// What the player sees.
  var view: any GameView { get }
  /// What can be typed now.
  var legal: LegalLines { get }
}
