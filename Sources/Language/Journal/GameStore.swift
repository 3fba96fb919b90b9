package import ParlorKit
package import Platform

/// Writes down what happens to the games of a session, before it is reported.
package protocol GameStore: AnyObject {
  /// Whether it wants the lines of games, rather than only to know which games are over.
  var keepsLines: Bool { get }
  /// Takes what an accepted line has changed.
  ///
  /// What cannot be written now stays noted, and comes again with the next line.
  ///
  /// - Returns: what the player should know of it.
  func keep(_ changes: SessionChanges) -> [any Event]
}

/// What a line has changed in the games of a session.
package struct SessionChanges {
  /// The games with news.
  package var changed: [GameJournal] = []
  /// The games that were closed.
  package var closed: [GameJournal] = []
  /// The number of the current game.
  package var current: Int?
  /// When that was.
  package var now = Timestamp(milliseconds: 0)
  /// Whether the disk is to be waited for.
  package var syncs = true
}
