import ParlorKit

/// A request that a logged-in client can make: a name, and the function that answers it.
///
/// Each topic has a service of its own, such as ``Lobby`` or ``Play``, which is created for one
/// request. Requests that need no session are in ``Accounts``.
struct Action: Sendable {
  /// The value of the form field `action`.
  let name: String
  /// Whether the action may change the database.
  let isWrite: Bool
  /// Whether the player asks for the change, so that another site must not cause it.
  let isChange: Bool
  /// Runs the action. The result `nil` is sent as an empty body.
  let run: @Sendable (ActionContext) throws -> Value?

  /// All actions by name.
  static let all: [String: Action] = {
    let actions = [
      refresh("getlobbyinfo") { try Lobby($0).lobby() },
      read("getplayerinfo") { try Profile($0).information() },
      write("saveoptions") { try Profile($0).saveOptions() },
      write("updatetitle") { try Profile($0).updateTitle() },
      read("iphonetoken") { Profile($0).acceptDevice() },
      read("getachievements") { try Achievements($0).list() },
      write("ackachievement") { try Achievements($0).acknowledge() },
      write("acklevel") { try Achievements($0).acknowledgeLevel() },
      read("getfriends") { try Friends($0).list() },
      write("addfriend") { try Friends($0).add() },
      write("removefriend") { try Friends($0).remove() },
      read("getnewgameinfo") { try Matchmaking($0).information() },
      write("startgame") { try Matchmaking($0).startGame() },
      refresh("farklegetupdate") { try GameView($0).update() },
      write("startbotgame") { try Bots($0).startGame() },
      read("getbotstatus") { try Bots($0).status() },
      write("executebotstep") { try Bots($0).step() },
      write("farkleroll") { try Play($0).roll() },
      write("farklepass") { try Play($0).bank() },
      write("quitgame") { try Play($0).quit() },
      write("submitemoji") { try Play($0).react() },
      read("getleaderboard") { try OldLeaderboard($0).board() },
      read("getleaderboard2") { try Leaderboard($0).board() },
      read("getdailyprogress") { try DailyBoard($0).progress() },
      read("gettournamentinfo") { try Tournaments($0).information() },
      write("addplayertotourney") { try Tournaments($0).enter() },
      write("t_removeplayer") { try Tournaments($0).leave() },
    ]
    return Dictionary(uniqueKeysWithValues: actions.map { ($0.name, $0) })
  }()

  private static func read(
    _ name: String, _ run: @escaping @Sendable (ActionContext) throws -> Value?
  ) -> Action {
    Action(name: name, isWrite: false, isChange: false, run: run)
  }

  /// A question that ends what is due on the way.
  private static func refresh(
    _ name: String, _ run: @escaping @Sendable (ActionContext) throws -> Value?
  ) -> Action {
    Action(name: name, isWrite: true, isChange: false, run: run)
  }

  private static func write(
    _ name: String, _ run: @escaping @Sendable (ActionContext) throws -> Value?
  ) -> Action {
    Action(name: name, isWrite: true, isChange: true, run: run)
  }
}

/// What an action can use: the player who asks, the form, the time, randomness and the database.
struct ActionContext {
  let database: any Database
  var form: Form
  let now: Timestamp
  let options: ServerOptions
  let random: RandomSource
  /// The logged-in player, as stored when the action begins.
  var player: Player

  /// The number of the logged-in player.
  var me: Int { player.number }

  /// The value of a field that must be a positive number; otherwise the given error is thrown.
  func number(_ field: String, or error: ActionError) throws -> Int {
    guard let number = form.integer(field), number > 0 else { throw error }
    return number
  }

  /// Adds experience points to a player, doubled if the server says so.
  func give(_ points: Int, to player: Int) throws {
    let points = options.doublesExperience ? points * 2 : points
    try Player.give(points, to: player, at: now, in: database)
  }

  /// Awards achievements to a player, except those that the player already has.
  func award(_ achievements: [Achievement], to player: Int) throws {
    try Player.award(achievements.map(\.rawValue), to: player, at: now, in: database)
  }

  /// Awards an achievement to a player, unless the player already has it.
  func award(_ achievement: Achievement, to player: Int) throws {
    try award([achievement], to: player)
  }
}
