/// A kind of game: its name, its options, its commands, and the start of a game. The rules of a
/// game in progress belong to its ``GameState``.
///
/// ## Topics
/// ### Required
/// - ``name``, ``summary``, ``commands``, ``start(_:)``
/// ### What `new` takes
/// - ``title``, ``seats``, ``options``, ``presets``, ``traits``, ``shortcuts``,
///   ``drawSetup(_:chance:)``
/// ### What help says
/// - ``rules``, ``scoringChart(_:)``, ``idleOptions(_:)``
/// ### Changes of the rules
/// - ``revision(_:)``
/// ### Bots and advice
/// - ``bots``, ``adviser``
/// ### Records of finished games
/// - ``record(of:)``, ``statistics``, ``countsGivenOutcomes(_:)``, ``isDuplicate(_:)``
public protocol Game: Sendable {
  /// A game in progress.
  associatedtype State: GameState
  /// The options of `new` as properties with default values.
  associatedtype Options: GameOptions = NoOptions

  /// The name that `new` takes: lower-case letters, digits and `-`.
  var name: String { get }
  /// The name as a title; the default is the name with a capital.
  var title: String { get }
  /// One sentence that describes the game.
  var summary: String { get }
  /// The words of `new` after the name, such as players or a mode. The default takes one to eight
  /// names of players.
  var seats: [Parameter] { get }
  /// The options of `new`, each bound to a property of ``Options``.
  var options: [Option<Options>] { get }
  /// Named sets of options; the first is the default. The default: none.
  var presets: [Preset<Options>] { get }
  /// The commands, without those of the host.
  var commands: [Command<State>] { get }
  /// Single words that mean whole lines, such as `left` for `mode easier`. `±N` is every number
  /// with a sign, with which its line ends: `["±N": "add ±N"]` makes `+10` mean `add +10`.
  var shortcuts: [String: String] { get }
  /// Facts about the game that the host needs.
  var traits: GameTraits { get }
  /// Lines that `help NAME` shows: how to play, what scores, how the game ends.
  var rules: [String] { get }
  /// The revision of the rules for games with these options, from 1. Raise it when old logs would
  /// replay differently. A log names its revision in ``GameConfiguration/revision`` and is replayed
  /// by it. The default is 1.
  func revision(_ options: Options) -> Int

  /// The scores under these options, for `rules` and `help NAME`: rows of a name and the points.
  /// The default is empty.
  func scoringChart(_ options: Options) -> [[String]]

  /// The options without effect beside others, each with the reason as a clause: `has no effect
  /// with rounds`. The default is empty.
  func idleOptions(_ options: Options) -> [String: String]

  /// Makes the draws at the start of a game and writes their outcomes into the options, so that the
  /// `new` line of the log shows them. An outcome that was given draws nothing. It may also choose
  /// values for options that were left out, which `rules` shows. The default does neither.
  ///
  /// - Parameter chance: the first draws of the game; moves draw after them if the game has the
  ///   trait ``GameTraits/drawsAtStart``.
  func drawSetup(
    _ configuration: GameConfiguration<Options>, chance: inout Chance
  ) throws(GameError) -> GameConfiguration<Options>

  /// The state before the first move.
  ///
  /// - Parameter configuration: players and options within their ranges; check only rules that span
  ///   several of them.
  /// - Throws: an error that points at the word or the option at fault.
  func start(_ configuration: GameConfiguration<Options>) throws(GameError) -> State

  /// The bots of the game, besides `random`, which every game has.
  var bots: [Bot<Self>] { get }

  /// Values moves for `hint`. By default the game has no adviser.
  var adviser: Adviser<Self>? { get }

  /// The record of a game that is over or abandoned. The default records who won and who left.
  func record(of history: GameHistory<Self>) -> GameRecord

  /// The statistics of this game, besides those that the host counts for every game.
  var statistics: StatisticsDefinition { get }

  /// Whether a game counts if outcomes were entered instead of drawn, as with real dice. The
  /// default is no.
  func countsGivenOutcomes(_ configuration: GameConfiguration<Options>) -> Bool

  /// Whether every seat has the same draws, as in duplicate bridge. Such a game numbers its draws
  /// itself (``Chance/renumber(_:)``), and simulations compare the scores of its seats pair by pair.
  /// The default is no.
  func isDuplicate(_ configuration: GameConfiguration<Options>) -> Bool

  /// The lines of a game that another program recorded, for `load`: `new` first, then the moves with
  /// their outcomes, and `clock +TIME` where time passes. The default reads no recordings.
  ///
  /// - Parameters:
  ///   - recording: the bytes of the file.
  ///   - name: its name, which may tell the format.
  /// - Returns: nil if it is no recording of this game.
  func lines(ofRecording recording: [UInt8], named name: String) throws(GameError) -> [String]?

  // No game implements the following, so the documentation does not show them. They are
  // requirements so that the compiler specializes them for each game, which takes a third of the
  // time of generic code.

  /// Runs a call of one of the game's commands, as `GameDriver.run(_:log:at:epoch:report:)` does.
  @_documentation(visibility: internal)
  static func run(
    _ call: Call, in driver: inout GameDriver<Self>, log: inout MoveRecord<State.Move>,
    at time: GameTime, epoch: UInt32, report: inout Reporter
  ) throws(GameError) -> CallOutcome

  /// Replays the moves of a log, as `GameDriver.replay(_:to:)` does.
  @_documentation(visibility: internal)
  static func replay(
    _ log: MoveRecord<State.Move>, to end: Int, in driver: inout GameDriver<Self>)

  /// Makes a move in every game of a batch, as ``GameBatch/step(_:)`` does.
  @_documentation(visibility: internal)
  static func step(_ batch: inout GameBatch<Self>, _ chosen: [Int]) throws(GameError)

  /// Writes the positions of the games, as ``GameBatch/write(to:)`` does.
  @_documentation(visibility: internal)
  static func write(_ batch: inout GameBatch<Self>, to json: inout [UInt8])

  /// Plays a game to its end, as `GameDriver.playout(_:_:from:limit:choices:)` does.
  @_documentation(visibility: internal)
  static func playout(
    _ rules: Self, _ configuration: GameConfiguration<Options>, from start: GameDriver<Self>?,
    limit: Int, choices: [GameDriver<Self>.Choice]
  ) throws(PlayoutError) -> Playout
}

extension Game {
  public typealias Move = State.Move
  public typealias View = State.View

  public var title: String { name.prefix(1).uppercased() + name.dropFirst() }
  public var seats: [Parameter] { [Parameter("NAME", .name, count: 1...8)] }
  public var options: [Option<Options>] { [] }
  public var presets: [Preset<Options>] { [] }
  public var shortcuts: [String: String] { [:] }
  public var traits: GameTraits { [] }
  public var rules: [String] { [] }
  public func revision(_ options: Options) -> Int { 1 }
  public func scoringChart(_ options: Options) -> [[String]] { [] }
  public func idleOptions(_ options: Options) -> [String: String] { [:] }
  public var bots: [Bot<Self>] { [] }
  public var adviser: Adviser<Self>? { nil }
  public var statistics: StatisticsDefinition { StatisticsDefinition() }
  public func record(of history: GameHistory<Self>) -> GameRecord { GameRecord(history) }
  public func countsGivenOutcomes(_ configuration: GameConfiguration<Options>) -> Bool { false }
  public func lines(
    ofRecording recording: [UInt8], named name: String
  ) throws(GameError) -> [String]? { nil }
  public func isDuplicate(_ configuration: GameConfiguration<Options>) -> Bool { false }
  public func drawSetup(
    _ configuration: GameConfiguration<Options>, chance: inout Chance
  ) throws(GameError) -> GameConfiguration<Options> { configuration }

  @inlinable
  @_documentation(visibility: internal)
  public static func run(
    _ call: Call, in driver: inout GameDriver<Self>, log: inout MoveRecord<State.Move>,
    at time: GameTime, epoch: UInt32, report: inout Reporter
  ) throws(GameError) -> CallOutcome {
    try driver.run(call, log: &log, at: time, epoch: epoch, report: &report)
  }

  @inlinable
  @_documentation(visibility: internal)
  public static func replay(
    _ log: MoveRecord<State.Move>, to end: Int, in driver: inout GameDriver<Self>
  ) { driver.replay(log, to: end) }

  @inlinable
  @_documentation(visibility: internal)
  public static func step(_ batch: inout GameBatch<Self>, _ chosen: [Int]) throws(GameError) {
    try batch.step(chosen)
  }

  @inlinable
  @_documentation(visibility: internal)
  public static func write(_ batch: inout GameBatch<Self>, to json: inout [UInt8]) {
    batch.write(to: &json)
  }

  @inlinable
  @_documentation(visibility: internal)
  public static func playout(
    _ rules: Self, _ configuration: GameConfiguration<Options>, from start: GameDriver<Self>?,
    limit: Int, choices: [GameDriver<Self>.Choice]
  ) throws(PlayoutError) -> Playout {
    try GameDriver.playout(rules, configuration, from: start, limit: limit, choices: choices)
  }

  /// The declarations of the game as data, from which help, completion, parsing and errors are
  /// made.
  public var definition: GameDefinition {
    GameDefinition(
      name: name, title: title, summary: summary, rules: rules, setup: seats,
      options: options.map { $0.declaration }, presets: presets.map { $0.declaration(options) },
      commands: commands.map { $0.declaration }, shortcuts: shortcuts, traits: traits)
  }
}
