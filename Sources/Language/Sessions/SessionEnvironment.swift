package import ParlorKit

/// What a session shares with the games that are opened in it: its clock and its folders.
package final class SessionEnvironment {
  /// The session's clock.
  package let clock: SessionClock
  /// Where files are found.
  package let files: FileAccess
  /// Whether games that are played elsewhere may keep what lasts, such as who is logged in.
  package var remembers = true
  private let folder: String?

  /// A place.
  ///
  /// - Parameter folder: where games that are played elsewhere keep what lasts; nothing if nothing
  ///   is kept.
  init(clock: SessionClock, files: FileAccess, folder: String?) {
    self.clock = clock
    self.files = files
    self.folder = folder
  }

  /// Where games that are played elsewhere keep what lasts now.
  package var stateFolder: String? { remembers ? folder : nil }
}

/// Finds games that are not built in.
package protocol GameLoader: AnyObject {
  /// The kind of game of a name.
  ///
  /// - Throws: a refusal if there is such a game and it cannot be played.
  func kind(_ name: String) throws(GameError) -> GameKind?

  /// Tells the commands of the host, whose verbs no game may have.
  func reserve(_ commands: [HostCommand])

  /// A program that is to decide for a player.
  ///
  /// - Throws: a refusal if it cannot be started, or does not decide for players.
  func player(_ path: String) throws(GameError) -> any SeatedProgram

  /// The names of the games that can be found.
  var names: [String] { get }

  /// Whether any such game has been looked for, so that there may be something to tell.
  var isAwake: Bool { get }

  /// What is to be told of these games since the last time.
  func news() -> [any Event]
}
