import ParlorKit
import RemoteTransport

/// Players, friends, leaderboards, tournaments and achievements.
extension FarkleTen {
  static let peopleCommands: [Command<FarkleTen>] = [
    Command(
      "profile", "show the statistics and finished games of a player", isQuestion: true,
      details: [
        "NAME is a friend, a player of the game you have joined, or a player in `leaderboard` or"
          + " `tournament`. Without NAME, it is you."
      ],
      examples: ["profile", "profile Bob"],
      Form(.optional(.word("NAME")), run: FarkleTen.showProfile)),
    Command(
      "friends", "list, add or remove friends", isQuestion: true,
      examples: ["friends", "friends add Bob"],
      Form(help: "list your friends", run: FarkleTen.showFriends),
      Form("add", .word("NAME"), help: "by name or e-mail address", run: FarkleTen.addFriend),
      Form("remove", .word("NAME"), run: FarkleTen.removeFriend)),
    Command(
      "leaderboard", "show the best players: daily, weekly or all-time", isQuestion: true,
      details: ["By default, it shows today's best of all players."],
      examples: ["leaderboard", "leaderboard weekly friends"],
      Form(
        .optional(.choice("TIME", Leaderboard.Tier.allCases.map(\.rawValue))),
        .optional(.choice("AMONG", among)), run: FarkleTen.showLeaderboard),
      Form(.choice("AMONG", among), run: FarkleTen.showDailyLeaderboard)),
    Command(
      "tournament", "show, join or leave the tournament", isQuestion: true,
      examples: ["tournament", "tournament join"],
      Form(help: "show it", run: FarkleTen.showTournament),
      Form("join", help: "play in it", run: FarkleTen.joinTournament),
      Form("leave", help: "leave it before it begins", run: FarkleTen.leaveTournament)),
    Command(
      "achievements", "list the achievements", isQuestion: true, examples: ["achievements"],
      Form(run: FarkleTen.showAchievements)),
    Command(
      "instructions", "explain the game", isQuestion: true, examples: ["instructions"],
      Form(run: FarkleTen.showInstructions)),
  ]

  private static var among: [String] { ["friends", "everyone"] }

  // MARK: Players and friends

  private func showProfile(_ name: String?) throws(ServiceError) -> [any Event] {
    var id = try loggedIn().player.id
    if let name {
      if let stranger = strangers[name.lowercased()] {
        id = stranger
      } else {
        id = try number(of: name, at: 0)
      }
    }
    let response = try call("getplayerinfo", [("playerid", String(id))])
    guard let profile = Profile(response) else { throw .unreadable("getplayerinfo") }
    return [RemoteEvent("profile", fields: profile.fields) { profile.write(to: &$0) }]
  }

  private func showFriends() throws(ServiceError) -> [any Event] {
    let friends = try listFriends()
    return [
      RemoteEvent("friends", ["friends": friends.map(\.fields)]) { text in
        guard !friends.isEmpty else { return text.write("You have no friends here yet.") }
        text.write("Friends:")
        for friend in friends {
          text.write("\n  ", friend.name)
          if let title = friend.title { text.write(" ", Styled(.faint, title)) }
        }
      }
    ]
  }

  private func addFriend(_ name: String) throws(ServiceError) -> [any Event] {
    _ = try call(
      "addfriend",
      [("identstring", name), ("ident", name.contains("@") ? "email" : "username")])
    return [
      RemoteEvent("friend", ["name": name, "added": true]) {
        $0.write(name, " is your friend now.")
      }
    ]
  }

  private func removeFriend(_ wanted: String) throws(ServiceError) -> [any Event] {
    guard
      let friend = try listFriends().first(where: { $0.name.lowercased() == wanted.lowercased() })
    else { throw .unknownPlayer(wanted, at: 0) }
    try confirm("removefriend", [("friendid", String(friend.id))])
    return [
      RemoteEvent("friend", ["name": friend.name, "added": false]) {
        $0.write(friend.name, " is no longer your friend.")
      }
    ]
  }

  private func listFriends() throws(ServiceError) -> [Friend] {
    Friend.list(try call("getfriends"))
  }

  /// The number of a player: the logged-in one, a friend, or a player at the table.
  func number(of name: String, at index: Int) throws(ServiceError) -> Int {
    let wanted = name.lowercased()
    if let player, player.name.lowercased() == wanted { return player.id }
    let known =
      (table?.update.players ?? []).map { ($0.name, $0.id) }
      + (lobby?.friends ?? []).map { ($0.name, $0.id) }
    if let found = known.first(where: { $0.0.lowercased() == wanted }) { return found.1 }
    if let friend = try listFriends().first(where: { $0.name.lowercased() == wanted }) {
      return friend.id
    }
    throw .unknownPlayer(name, at: index)
  }

  // MARK: Leaderboards, tournaments and achievements

  private func showDailyLeaderboard(_ among: String) throws(ServiceError) -> [any Event] {
    try showLeaderboard(nil, among)
  }

  private func showLeaderboard(
    _ time: String?, _ among: String?
  ) throws(ServiceError) -> [any Event] {
    let tier = time.flatMap(Leaderboard.Tier.init) ?? .daily
    let response = try call(
      "getleaderboard2", [("tier", tier.wire), ("scope", among ?? "everyone")])
    guard let board = Leaderboard(response, tier: tier) else {
      throw .unreadable("getleaderboard2")
    }
    for entry in board.entries { strangers[entry.name.lowercased()] = entry.id }
    return [RemoteEvent("leaderboard", fields: board.fields) { board.write(to: &$0) }]
  }

  private func showTournament() throws(ServiceError) -> [any Event] {
    let (id, me) = try currentTournament()
    let response = try call(
      "gettournamentinfo", [("tid", String(id)), ("playerid", String(me))])
    let tournament = Tournament(response, id: id)
    for player in tournament.players { strangers[player.name.lowercased()] = player.id }
    return [
      RemoteEvent("tournament", fields: tournament.fields(me: me)) {
        tournament.write(me: me, to: &$0)
      }
    ]
  }

  private func joinTournament() throws(ServiceError) -> [any Event] {
    let (id, me) = try currentTournament()
    try confirm("addplayertotourney", [("tid", String(id)), ("playerid", String(me))])
    return [
      RemoteEvent("entered", ["tournament": id, "in": true]) {
        $0.write("You play in tournament ", id, ".")
      }
    ]
  }

  private func leaveTournament() throws(ServiceError) -> [any Event] {
    let (id, me) = try currentTournament()
    try confirm("t_removeplayer", [("tid", String(id)), ("playerid", String(me))])
    return [
      RemoteEvent("entered", ["tournament": id, "in": false]) {
        $0.write("You no longer play in tournament ", id, ".")
      }
    ]
  }

  private func currentTournament() throws(ServiceError) -> (id: Int, me: Int) {
    let me = try loggedIn().player.id
    if lobby == nil { _ = try requestLobby() }
    guard let id = lobby?.tournament else { throw .noTournament }
    return (id, me)
  }

  private func showAchievements() throws(ServiceError) -> [any Event] {
    let me = try loggedIn().player.id
    let response = try call("getachievements", [("playerid", String(me))])
    guard let achievements = Achievements(response) else { throw .unreadable("getachievements") }
    return [
      RemoteEvent("achievements", fields: achievements.fields) { achievements.write(to: &$0) }
    ]
  }

  /// The rules in brief; those of the dice are the preset `farkle-ten` of Farkle.
  private func showInstructions() throws(ServiceError) -> [any Event] {
    [
      RemoteEvent("instructions") {
        $0.write(
          """
          Each player plays ten rounds at any time; the highest total wins. In a round, roll six
          dice, hold dice that score, then roll the rest or bank the points. A roll without a
          scoring die is a farkle: the round scores nothing. When all six dice are held, roll all
          six again. A tie adds a round for everybody, up to round 15; then the best single round
          wins.
            1 is 100, 5 is 50; three of a kind 100 times the face, three ones 1,000
            four, five, six of a kind: 2, 3, 4 times the three
            straight 1,000; three pairs, or four and two, 750; two triplets 2,500
          A finished game earns experience, a win earns more, and so does a round above 750.
          """)
      }
    ]
  }
}
