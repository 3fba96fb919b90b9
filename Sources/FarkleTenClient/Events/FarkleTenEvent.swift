package import FarkleGame
import ParlorKit

/// What happens at the service, as far as the player is told.
package enum FarkleTenEvent: Event {
  /// A service is connected; the name is that of the session that was kept.
  case connected(String, name: String?)
  /// Somebody is logged in; whether the session is kept for the next time.
  case loggedIn(String, isNew: Bool, isKept: Bool)
  /// Nobody is logged in any more.
  case loggedOut(String)
  /// A recording has begun.
  case recording(String)
  /// A recording has ended.
  case recorded(String)
  /// The lobby, and how many games of today count.
  case lobby(Lobby, daily: DailyProgress?, me: Int)
  /// Something in the lobby has changed.
  case change(LobbyChange, name: String, me: Int)
  /// The lobby is watched, or no longer.
  case watch(LobbyWatch.State)
  /// The lobby cannot be looked at, for a reason in words; the next look may succeed.
  case unwatchable(String)
  /// An achievement was earned.
  case achievement(AchievementNotice)
  /// A level was reached.
  case level(LevelNotice)
  /// The player has sat down at a table.
  case joined(GameUpdate)
  /// Dice were rolled.
  case rolled(Dice, isFarkle: Bool, round: Int)
  /// Dice were set aside.
  case held(DiceCounts, points: Int)
  /// A round was banked.
  case banked(points: Int, round: Int, total: Int)
  /// A tie adds a round.
  case overtime(round: Int)
  /// A game has ended.
  case finished(GameResult)
  /// The player has left a game.
  case quit(Int)
  /// What dice are worth.
  case score(ScoreQuery)
  /// What is known of a player.
  case profile(Profile)
  /// The friends of the player.
  case friends([Friend])
  /// Somebody is a friend now, or no longer.
  case friend(String, isAdded: Bool)
  /// A leaderboard.
  case leaderboard(Leaderboard)
  /// A tournament.
  case tournament(Tournament, me: Int)
  /// The player plays in a tournament, or no longer.
  case entered(tournament: Int, isIn: Bool)
  /// The achievements of the player.
  case achievements(Achievements)
  /// How the game is played.
  case instructions

  /// The stable name of the kind of event.
  package var type: String {
    switch self {
    case .connected: "connected"
    case .loggedIn: "logged-in"
    case .loggedOut: "logged-out"
    case .recording: "recording"
    case .recorded: "recorded"
    case .lobby: "lobby"
    case .change: "change"
    case .watch: "watch"
    case .unwatchable: "unwatchable"
    case .achievement: "achievement"
    case .level: "level"
    case .joined: "joined"
    case .rolled: "rolled"
    case .held: "held"
    case .banked: "banked"
    case .overtime: "overtime"
    case .finished: "finished"
    case .quit: "quit"
    case .score: "score"
    case .profile: "profile"
    case .friends: "friends"
    case .friend: "friend"
    case .leaderboard: "leaderboard"
    case .tournament: "tournament"
    case .entered: "entered"
    case .achievements: "achievements"
    case .instructions: "instructions"
    }
  }
}
