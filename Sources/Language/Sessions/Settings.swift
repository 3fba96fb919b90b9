package import ParlorKit

/// How a session begins, as the front end decides.
package struct Settings {
  /// The games that can be opened.
  package var kinds: [GameKind]
  /// Commands of the program's own, besides those of the language.
  package var commands: [HostCommand] = []
  /// What the session may touch.
  package var capabilities: Capabilities = []
  /// Where files are found.
  package var files = FileAccess.here
  /// Where named house rules are kept; nothing where they cannot be.
  package var houseRules: (any HouseRules)?
  /// The seed of the first game that is not given one.
  package var seed = 0
  /// Which time the session has.
  package var clock = SessionClock.Kind.virtual
  /// The format of replies.
  package var format = ReplyFormat.text
  /// Where the logs of finished games are.
  package var archive: GameArchive?
  /// Waits between the moves of a game that is shown again, for so many milliseconds or until the
  /// user wants to go on.
  package var pause: (Int64) -> Void = { _ in }
  /// Writes down what happens to the games, if it is to last.
  package var keeper: (any GameStore)?
  /// Finds games that are not built in.
  package var finder: (any GameLoader)?
  /// Where games that are played elsewhere keep what lasts, if anywhere.
  package var stateFolder: String?
  /// Asks the user for a secret of some name without showing it; nothing if the user will not.
  package var askSecret: ((String) -> [UInt8]?)?
  /// Whether there is a plugin of a name.
  package var hasPlugin: @Sendable (String) -> Bool = { _ in false }
  /// Whether the user has asked to stop what is running.
  package var isInterrupted: () -> Bool = { false }

  /// The settings of a script: seed 0, virtual time, nothing granted.
  package init(games: [any Game]) { kinds = games.map(GameKind.init) }

  /// The same for kinds of games that were made before, to be shared among sessions.
  package init(kinds: [GameKind]) { self.kinds = kinds }
}
