#if Server
  import Platform
  import GRDB

  /// Something that a logged-in client can ask for.
  struct Action: Sendable {
    /// The value of the field `action`.
    let name: String
    /// Whether it may change anything.
    let changes: Bool
    /// Carries it out. Nothing stands for an empty reply.
    let run: @Sendable (ActionContext) throws -> JSONValue?

    /// Every action by its name. Those that need no session are in ``Entrance``.
    static let all: [String: Action] = {
      let actions =
        [
          reading("getfriends") { try $0.friends() },
          reading("getplayerinfo") { try $0.playerInformation() },
          reading("getnewgameinfo") { try $0.newGameInformation() },
          reading("getleaderboard") { try $0.oldLeaderboard() },
          reading("getleaderboard2") { try $0.leaderboard() },
          reading("getdailyprogress") { try $0.dailyProgress() },
          reading("getachievements") { try $0.achievements() },
          reading("gettournamentinfo") { try $0.tournamentInformation() },
          reading("iphonetoken") { $0.acceptDevice() },
          changing("getlobbyinfo") { try $0.lobby() },
          changing("addfriend") { try $0.addFriend() },
          changing("removefriend") { try $0.removeFriend() },
          changing("saveoptions") { try $0.saveOptions() },
          changing("updatetitle") { try $0.updateTitle() },
          changing("startgame") { try $0.startGame() },
          changing("farklegetupdate") { try $0.gameUpdate() },
          changing("farkleroll") { try $0.roll() },
          changing("farklepass") { try $0.bank() },
          changing("quitgame") { try $0.quit() },
          changing("submitemoji") { try $0.react() },
          changing("ackachievement") { try $0.acknowledgeAchievement() },
          changing("acklevel") { try $0.acknowledgeLevel() },
          changing("addplayertotourney") { try $0.enterTournament() },
          changing("t_removeplayer") { try $0.leaveTournament() },
        ]
      return Dictionary(uniqueKeysWithValues: actions.map { ($0.name, $0) })
    }()

    private static func reading(
      _ name: String, _ run: @escaping @Sendable (ActionContext) throws -> JSONValue?
    ) -> Action {
      Action(name: name, changes: false, run: run)
    }

    private static func changing(
      _ name: String, _ run: @escaping @Sendable (ActionContext) throws -> JSONValue?
    ) -> Action {
      Action(name: name, changes: true, run: run)
    }
  }
#endif
