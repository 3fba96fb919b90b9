import LineSyntax
public import ParlorKit
import Platform

/// How a session begins; the front end decides.
public struct Settings {
  /// The games that can be opened.
  package var games: [BuiltInGame]
  /// Commands of the program, besides those of the language.
  package var commands: [HostCommand.Named] = []
  /// The most games that can be open.
  public var mostGames = 1000
  /// What the session may touch.
  public var capabilities: Capabilities = []
  /// Where files are found.
  package var files = FileAccess.here
  /// Where named house rules are kept; `nil` if they cannot be.
  package var houseRules: (any HouseRules)?
  /// The seed of the first game without a given one, after which the seeds count up; `nil` if each
  /// game draws its own.
  public var seed: Int? = 0
  /// The clock of the session.
  public var clock = SessionClock.Kind.virtual
  /// The format of replies.
  public var format = ReplyFormat.text
  /// Whether text has styles, as on a terminal.
  package var isStyled = false
  /// Where the logs of finished games are.
  package var archive: GameArchive?
  /// Where the positions of drills are kept; `nil` if they last as long as the drill.
  package var drills: DrillStore?
  /// Waits between the moves of a replay, for so many milliseconds or until the user interrupts.
  package var pause: (Int64) -> Void = { _ in }
  /// Writes down what happens to the games, if it is to last.
  public var store: (any GameStore)?
  /// Tries again, before a line runs, what the store could not write.
  ///
  /// - Returns: whether there is something to say of it after the line.
  package var retryStore: (() -> Bool)?
  /// Finds games that are not built in.
  package var finder: (any GameLoader)?
  /// Where games that are played elsewhere keep their files, if anywhere.
  package var stateFolder: String?
  /// Asks the user for a secret with this name without showing it; `nil` if the user declines.
  package var askSecret: ((String) -> [UInt8]?)?
  /// Asks the user a yes-or-no question; `nil` if there is no user to ask.
  package var confirm: ((String) -> Bool)?
  /// Whether there is a plugin of a name.
  package var hasPlugin: @Sendable (String) -> Bool = { _ in false }
  /// Whether the user has asked to stop a computation.
  public var isInterrupted: () -> Bool = { false }
  /// The program's services for advisers and bots that compute for long.
  package var advice = AdviceContext()
  /// Whether the session may give advice, by hints or by bots that play as advised.
  public var allowsAdvice = true
  /// Whether the players must not foresee or choose a draw: a seed that was not given is hidden
  /// until the game is over, and outcomes cannot be typed, except in games at a real table.
  public var guardsChance = false
  /// As ``guardsChance``, but hides the seed only.
  public var hidesSeeds = false
  /// What `undo` does with draws until `set` says otherwise; nil for `ask` where seeds are hidden,
  /// and else `same`.
  package var undoPolicy: UndoPolicy?
  /// Draws the chart of a game; the file name's extension selects the format. `nil` if the front
  /// end draws no charts.
  package var drawChart: ((_ chart: GameReview.Chart, _ path: String) -> [UInt8])?
  /// Called when a program begins to think about the move of a player, after the replies so far;
  /// `nil` if no user waits for it.
  package var waitForBot: ((_ player: String) -> Void)?
  /// The earlier lines of the user, oldest first; `nil` if no user types.
  package var typedLines: (() -> [[UInt8]])?
  /// Opens the table of the current game for keys after the running line; `nil` if the front end
  /// takes lines only.
  package var playWithKeys: (() -> Void)?
  /// The games that `daily` opens, in the order in which they take turns.
  package var dailyGames: [DailyGame] = []
  /// Whether long replies are shown in a pager until `set` says otherwise.
  package var pages = false
  /// Whether a board is redrawn in place until `set` says otherwise.
  package var redraws = false

  /// The settings of a script: seed 0, virtual time, nothing granted.
  public init(games: [any Game]) { self.init(kinds: games.map { GameKind($0) }) }

  /// The same for kinds of games that were made before, to be shared among sessions.
  public init(kinds: [GameKind]) { games = kinds.map { BuiltInGame($0) } }

  /// The same for games that are made when they are named.
  package init(builtIn games: [BuiltInGame]) { self.games = games }
}

/// What a session may touch. The front end grants it.
public struct Capabilities: OptionSet, Sendable {
  /// The bits of the set.
  public let rawValue: UInt8

  /// The set of some bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Files can be read and written.
  public static let files = Capabilities(rawValue: 1)
  /// Other programs can be started.
  public static let processes = Capabilities(rawValue: 2)
  /// Remote services can be called.
  public static let network = Capabilities(rawValue: 4)
  /// Results and settings are kept.
  public static let profile = Capabilities(rawValue: 8)
  /// The command line could have allowed more, with `--allow`.
  package static let extensible = Capabilities(rawValue: 16)

  /// Nothing. The `[]` of a set of options is made by code for any set, which takes longer than
  /// many lines.
  package static var none: Capabilities { Capabilities(rawValue: 0) }

  /// What a terminal and a local script may touch.
  package static let local: Capabilities = [.files, .processes, .network, .profile]
}

/// What `set` changes in a session.
package struct Preferences {
  /// What `undo` does with draws.
  package var undoPolicy = UndoPolicy.same
  /// Where legal moves are listed.
  var legal = LegalListing.on
  /// Whether a prompt shows the values of moves without being asked.
  var coaches = false
  /// Whether `hint` values moves.
  var advises = true
  /// How much of a game's state replies in JSON have.
  var state = StateDetail.full
  /// Whether replies in JSON have the text too.
  var addsText = false
  /// Whether the front end rings the bell of a terminal.
  package var rings = false
  /// Whether the front end shows long replies in a pager.
  package var pages: Bool
  /// Whether the front end draws a board over the one before.
  package var redraws: Bool
  /// Whether a table has the pieces of Unicode, where the terminal does.
  package var board = BoardStyle.utf8
  /// Whether a table takes the mouse.
  package var takesMouse = true
  /// Whether the front end copies the card of a daily game to the clipboard.
  package var copies = true
  /// Whether a reply waits until the journal is on the disk.
  var syncs = true
  /// The format of replies.
  package var format: ReplyFormat
}

/// The pieces that a table is drawn with.
package enum BoardStyle: String, Sendable, CaseIterable {
  case utf8
  case ascii
}

/// The time of a session: the real one, or one that only `clock` moves.
public final class SessionClock {
  /// Which time it is.
  public enum Kind: String, Sendable, CaseIterable {
    /// That of the machine.
    case real
    /// Time that stands still until a `clock` line moves it, so that a script always gives the
    /// same.
    case virtual
  }

  package let kind: Kind
  private var virtual: Int64 = 0
  /// The real time, while it stands still.
  private var held: Int64?

  package init(_ kind: Kind) { self.kind = kind }

  /// Milliseconds since some moment; they never run backwards.
  package var milliseconds: Int64 {
    kind == .virtual ? virtual : held ?? SystemClock.monotonic
  }

  /// Lets the real time stand still while a line runs, so that a recording can say exactly when it
  /// ran.
  func hold() { held = held ?? milliseconds }

  /// Whether every run of the line, also one of its recording, must do the same.
  var isRepeatable: Bool { kind == .virtual || held != nil }

  /// Lets the real time go on.
  func release() { held = nil }

  /// The date and the time of day. Virtual time begins at 2000-01-01T00:00:00Z.
  var now: Timestamp {
    switch kind {
    case .real: SystemClock.now
    case .virtual: Timestamp(milliseconds: Timestamp.year2000.milliseconds + virtual)
    }
  }

  /// Moves the virtual time forward, up to the limit of 100 years in all.
  func advance(milliseconds: Int) throws(CommandError) {
    guard kind == .virtual else { throw .realClock }
    virtual = min(virtual + Int64(milliseconds), Int64(Span.limit))
  }
}

/// What a session shares with the games that are opened in it: its clock, its
/// folders and what replies need of events.
package final class SessionEnvironment {
  /// The session's clock.
  package let clock: SessionClock
  /// Where files are found.
  package let files: FileAccess
  /// What the events of games keep for the replies: text or data.
  var detail: Reporter.Detail = .text
  /// Whether games that are played elsewhere may keep what lasts, such as who is logged in.
  package var remembers = true
  /// As ``Settings/guardsChance``.
  let guardsChance: Bool
  /// As ``Settings/hidesSeeds``, and where draws are guarded.
  let hidesSeeds: Bool
  private let folder: String?

  init(_ settings: Settings) {
    clock = SessionClock(settings.clock)
    files = settings.files
    guardsChance = settings.guardsChance
    hidesSeeds = settings.hidesSeeds || settings.guardsChance
    folder = settings.stateFolder
  }

  /// Where games that are played elsewhere keep what lasts now.
  package var stateFolder: String? { remembers ? folder : nil }
}
