import ParlorKit
import RemoteTransport

/// Seeing and watching the lobby, and choosing a game.
extension FarkleTen {
  static let lobbyCommands: [Command<FarkleTen>] = [
    Command(
      "lobby", "show the lobby: you, your games, your friends",
      details: [
        "Games that wait for you come first. Each achievement and level is shown once.",
        "If `watch` is on, it restarts.",
      ], examples: ["lobby"], Form(run: FarkleTen.showLobby)),
    Command(
      "watch", "watch the lobby",
      details: [
        "The client requests the lobby 40 times in about ten minutes, then pauses until you type"
          + " `lobby`."
      ], examples: ["watch", "watch off"],
      Form(help: "show the lobby, then each change", run: FarkleTen.startWatching),
      Form("off", help: "stop watching", run: FarkleTen.stopWatching)),
    Command(
      "create", "begin a game of ten rounds",
      examples: ["create solo", "create random", "create friends Bob"],
      Form("solo", help: "play alone", run: FarkleTen.createSolo),
      Form(
        "random", .optional(.choice("PLAYERS", ["2", "4"])),
        help: "play against anyone, with 2 players by default", run: FarkleTen.createRandom),
      Form(
        "friends", .words("NAME", count: 1...31), help: "challenge friends",
        run: FarkleTen.createWithFriends),
      Form(
        "bot", .choice("LEVEL", ["easy", "medium", "hard"]),
        help: "play against a bot of the service", run: FarkleTen.createWithBot)),
    Command(
      "join", "join one of your games",
      details: ["The lobby shows the numbers. A finished game shows its result."],
      examples: ["join 3"],
      Form(.integer("ID", 1...Int(Int32.max)), run: FarkleTen.join)),
  ]

  // MARK: The lobby

  private func showLobby() throws(ServiceError) -> [any Event] {
    let before = self.lobby?.card
    let lobby = try requestLobby()
    // The progress of the day is optional: the lobby is shown without it.
    daily = (try? call("getdailyprogress")).flatMap { DailyProgress($0) }
    if watch.state != .off { watch.begin(at: now) }
    var news = notices(lobby.achievement, lobby.level) + refreshTable(lobby, since: before)
    if let table, table.update.isOver {
      self.table = nil
    } else if let table, table.isGone(from: lobby) {
      self.table = nil
      let id = table.update.id
      news.append(RemoteEvent("gone", ["game": id]) { $0.write("Game ", id, " is gone.") })
    }
    let daily = daily
    return [report(lobby, daily: daily)] + news
  }

  private func startWatching() throws(ServiceError) -> [any Event] {
    let before = self.lobby?.card
    let lobby = try requestLobby()
    watch.begin(at: now)
    return [report(lobby, daily: daily)] + notices(lobby.achievement, lobby.level)
      + refreshTable(lobby, since: before) + [reportWatch()]
  }

  private func stopWatching() throws(ServiceError) -> [any Event] {
    _ = try loggedIn()
    watch.stop()
    return [reportWatch()]
  }

  func requestLobby() throws(ServiceError) -> Lobby {
    guard let lobby = Lobby(try call("getlobbyinfo")) else { throw .unreadable("getlobbyinfo") }
    self.lobby = lobby
    isBlind = false
    return lobby
  }

  /// Takes an arrived lobby, and requests the next one if it is due.
  func pollLobby() -> [any Event] {
    guard let connection else { return [] }
    var events = connection.take().map { receive($0) } ?? []
    let before = watch.state
    if watch.tick(at: now), !connection.isBusy, let service {
      connection.begin(
        service.request("getlobbyinfo", timeout: Int(LobbySchedule.timeout / 1000)))
      events += connection.take().map { receive($0) } ?? []
    }
    if before == .watching, watch.state == .idle { events.append(reportWatch()) }
    return events
  }

  /// Reports the changes in an arrived lobby.
  private func receive(_ response: Result<HTTPResponse, TransportError>) -> [any Event] {
    watch.answered()
    // The player may have logged out in the meantime.
    guard let player, watch.state != .off else { return [] }
    do throws(ServiceError) {
      guard let lobby = Lobby(try FarkleTenService.value(response)) else {
        throw .unreadable("getlobbyinfo")
      }
      let before = self.lobby?.card
      let changes = self.lobby.map { LobbyChange.between($0, lobby) } ?? []
      self.lobby = lobby
      isBlind = false
      if let table, table.isGone(from: lobby) { self.table = nil }
      return changes.map { $0.event(name: player.name, me: player.id) }
        + notices(lobby.achievement, lobby.level) + refreshTable(lobby, since: before)
    } catch {
      let reason = error.error.message
      let report = RemoteEvent("unwatchable", ["reason": reason]) {
        $0.write(Styled(.bad, "No lobby"), ": ", reason, ".")
      }
      if error == .sessionExpired {
        forgetLogin()
        return [report, reportWatch()]
      }
      defer { isBlind = true }
      return isBlind ? [] : [report]
    }
  }

  private func report(_ lobby: Lobby, daily: DailyProgress?) -> RemoteEvent {
    let me = player?.id ?? 0
    return RemoteEvent("lobby", fields: lobby.fields(daily: daily, me: me)) {
      lobby.write(daily: daily, me: me, to: &$0)
    }
  }

  private func reportWatch() -> RemoteEvent {
    let state = watch.state
    return RemoteEvent("watch", ["state": state.rawValue]) { text in
      switch state {
      case .watching: text.write("Watching the lobby: changes appear as they happen.")
      case .idle: text.write(Styled(.notice, "The watch pauses"), ". `lobby` starts it again.")
      case .off: text.write("Stopped watching the lobby.")
      }
    }
  }

  /// Requests the game at the table if the lobby has a newer state of it.
  ///
  /// - Parameter card: the player before this lobby.
  private func refreshTable(_ lobby: Lobby, since card: PlayerCard?) -> [any Event] {
    guard let table, table.isBehind(lobby),
      let update = try? update(of: table.update.id)
    else { return [] }
    return take(update, after: table, experience: card.flatMap { lobby.card.gain(since: $0) })
  }

  /// Reports an achievement and a level, each once, and acknowledges them to the service.
  func notices(_ achievement: AchievementNotice?, _ level: LevelNotice?) -> [any Event] {
    guard let player, let service else { return [] }
    let me = ("playerid", String(player.id))
    var events: [any Event] = []
    if let achievement, shown.achievements.insert(achievement.id).inserted {
      events.append(achievement.event)
      // If this fails, the notice appears again in another session, which does no harm.
      _ = try? service.call(
        "ackachievement", [me, ("achievementid", String(achievement.id))], timeout: 10)
    }
    if let level, shown.levels.insert(level.level).inserted {
      events.append(level.event)
      _ = try? service.call("acklevel", [me], timeout: 10)
    }
    return events
  }

  // MARK: Choosing a game

  private func createSolo() throws(ServiceError) -> [any Event] {
    try create([try loggedIn().player.id], [("gamewith", "2")])
  }

  private func createRandom(_ players: String?) throws(ServiceError) -> [any Event] {
    try create([try loggedIn().player.id], [("gamewith", "0"), ("rp", players ?? "2")])
  }

  private func createWithFriends(_ names: [String]) throws(ServiceError) -> [any Event] {
    var players = [try loggedIn().player.id]
    for (index, name) in names.enumerated() {
      let id = try number(of: name, at: index)
      if !players.contains(id) { players.append(id) }
    }
    return try create(players, [("gamewith", "1")])
  }

  private func createWithBot(_ level: String) throws(ServiceError) -> [any Event] {
    let response = try call("startbotgame", [("algorithm", level)])
    return joined(try update(response, of: "startbotgame"))
  }

  private func create(
    _ players: [Int?], _ opponents: [FarkleTenService.Parameter]
  ) throws(ServiceError) -> [any Event] {
    let response = try call(
      "startgame",
      [("players", JSONWriter.text(players)), ("breakin", "0"), ("playto", "10000")] + opponents
        + [("gamemode", "2")])
    return joined(try update(response, of: "startgame"))
  }

  /// Joins a game.
  func join(_ id: Int) throws(ServiceError) -> [any Event] {
    let update = try update(of: id)
    guard let player, update.players.first?.id == player.id else { throw .notMyGame(id) }
    if update.isStandard { throw .standard(id) }
    return joined(update)
  }

  private func joined(_ update: GameUpdate) -> [any Event] {
    table = Table(update)
    let event = RemoteEvent("joined", fields: update.fields) { update.writeHeading(to: &$0) }
    return [event] + (GameResult(update).map { [$0.event] } ?? [])
      + notices(update.achievement, update.level) + playBots()
  }
}
