import ParlorKit
import Platform
import RemoteTransport

extension FarkleTen {
  func showProfile(_ call: Call) throws(FarkleTenError) -> [FarkleTenEvent] {
    _ = try loggedIn()
    let id = try call.word(0).map { name throws(FarkleTenError) in
      try number(of: name, at: 0)
    }
    let answer = try self.call("getplayerinfo", [("playerid", String(id ?? player?.id ?? 0))])
    guard let profile = Profile(answer) else { throw .unreadable(action: "getplayerinfo") }
    return [.profile(profile)]
  }

  func friends(_ call: Call) throws(FarkleTenError) -> [FarkleTenEvent] {
    guard let name = call.word(0) else { return [.friends(try listFriends())] }
    if call.form == 1 {
      _ = try self.call(
        "addfriend",
        [("identstring", name), ("ident", name.contains("@") ? "email" : "username")])
      return [.friend(name, isAdded: true)]
    }
    guard let friend = try listFriends().first(where: { $0.name.lowercased() == name.lowercased() })
    else { throw .unknownPlayer(name, at: 0) }
    guard try self.call("removefriend", [("friendid", String(friend.id))]).something != nil else {
      throw .refusedSilently(action: "removefriend")
    }
    return [.friend(friend.name, isAdded: false)]
  }

  func showLeaderboard(_ call: Call) throws(FarkleTenError) -> [FarkleTenEvent] {
    // A word that names no time says among whom.
    let tier = call.words.lazy.compactMap(Leaderboard.Tier.init).first ?? .daily
    let scope = call.words.contains("friends") ? "friends" : "everyone"
    let answer = try self.call("getleaderboard2", [("tier", tier.wire), ("scope", scope)])
    guard let board = Leaderboard(answer, tier: tier) else {
      throw .unreadable(action: "getleaderboard2")
    }
    return [.leaderboard(board)]
  }

  func tournament(_ call: Call) throws(FarkleTenError) -> [FarkleTenEvent] {
    _ = try loggedIn()
    if lobby == nil { _ = try enterLobby() }
    guard let player, let id = lobby?.tournament else { throw .noTournament }
    let parameters = [("tid", String(id)), ("playerid", String(player.id))]
    if call.form == 0 {
      let answer = try self.call("gettournamentinfo", parameters)
      return [.tournament(Tournament(answer, id: id), me: player.id)]
    }
    let action = call.form == 1 ? "addplayertotourney" : "t_removeplayer"
    guard try self.call(action, parameters).something != nil else {
      throw .refusedSilently(action: action)
    }
    return [.entered(tournament: id, isIn: call.form == 1)]
  }

  func showAchievements() throws(FarkleTenError) -> [FarkleTenEvent] {
    _ = try loggedIn()
    let answer = try call("getachievements", [("playerid", String(player?.id ?? 0))])
    guard let achievements = Achievements(answer) else {
      throw .unreadable(action: "getachievements")
    }
    return [.achievements(achievements)]
  }

  /// The number of a player: yourself, somebody in the lobby or at the table, or a friend.
  func number(of name: String, at index: Int) throws(FarkleTenError) -> Int {
    let wanted = name.lowercased()
    if let player, player.name.lowercased() == wanted { return player.id }
    let near =
      (table?.update.players ?? []).map { ($0.name, $0.id) }
      + (lobby?.friends ?? []).map { ($0.name, $0.id) }
    if let found = near.first(where: { $0.0.lowercased() == wanted }) { return found.1 }
    if let friend = try listFriends().first(where: { $0.name.lowercased() == wanted }) {
      return friend.id
    }
    throw .unknownPlayer(name, at: index)
  }

  private func listFriends() throws(FarkleTenError) -> [Friend] {
    Friend.list(try call("getfriends"))
  }
}
