import ParlorKit
import Platform
import RemoteTransport

extension FarkleTen {
  func showLobby() throws(FarkleTenError) -> [FarkleTenEvent] {
    let lobby = try enterLobby()
    // Without the figures of the day the lobby is still a lobby.
    let daily = (try? call("getdailyprogress")).flatMap { DailyProgress($0) }
    if watch.state != .off { watch.begin(at: now) }
    let news = notices(lobby.achievement, lobby.level) + catchUp(lobby)
    if let table, table.update.isOver { self.table = nil }
    return [.lobby(lobby, daily: daily, me: player?.id ?? 0)] + news
  }

  func watch(_ call: Call) throws(FarkleTenError) -> [FarkleTenEvent] {
    _ = try loggedIn()
    if call.form == 1 {
      watch.stop()
      return [.watch(.off)]
    }
    let lobby = try enterLobby()
    watch.begin(at: now)
    return [.lobby(lobby, daily: nil, me: player?.id ?? 0)]
      + notices(lobby.achievement, lobby.level) + catchUp(lobby) + [.watch(.watching)]
  }

  /// Asks for the lobby.
  func enterLobby() throws(FarkleTenError) -> Lobby {
    guard let lobby = Lobby(try call("getlobbyinfo")) else {
      throw .unreadable(action: "getlobbyinfo")
    }
    self.lobby = lobby
    isBlind = false
    return lobby
  }

  /// Does what is due: takes the lobby that has come, asks for it if it is time.
  func look() -> [FarkleTenEvent] {
    guard let service else { return [] }
    let connection = service.connection
    var events = connection.take().map { see($0) } ?? []
    let before = watch.state
    if watch.tick(at: now), !connection.isBusy {
      connection.begin(
        service.request("getlobbyinfo", patience: Int(LobbySchedule.patience / 1000)))
      events += connection.take().map { see($0) } ?? []
    }
    if before == .watching, watch.state == .idle { events.append(.watch(.idle)) }
    return events
  }

  /// Tells what has changed in the lobby that has come.
  private func see(_ answer: Result<HTTPResponse, TransportError>) -> [FarkleTenEvent] {
    watch.answered()
    // Who was watched for may have left meanwhile.
    guard let player, watch.state != .off else { return [] }
    do throws(FarkleTenError) {
      let response: HTTPResponse
      do throws(TransportError) { response = try answer.get() } catch { throw .transport(error) }
      guard let lobby = Lobby(try FarkleTenService.value(response)) else {
        throw .unreadable(action: "getlobbyinfo")
      }
      let changes = self.lobby.map { LobbyChange.between($0, lobby) } ?? []
      self.lobby = lobby
      isBlind = false
      return changes.map { .change($0, name: player.name, me: player.id) }
        + notices(lobby.achievement, lobby.level) + catchUp(lobby)
    } catch .sessionExpired {
      forgetPlayer()
      return [.unwatchable(FarkleTenError.sessionExpired.refusal.message), .watch(.off)]
    } catch {
      defer { isBlind = true }
      return isBlind ? [] : [.unwatchable(error.refusal.message)]
    }
  }

  /// Brings the table up to what the lobby tells of its game.
  private func catchUp(_ lobby: Lobby) -> [FarkleTenEvent] {
    guard let table, table.isBehind(lobby) else { return [] }
    self.table?.isDoubtful = true
    return (try? settle()) ?? []
  }

  /// Tells of an achievement and a level, each once, and tells the service that it did.
  func notices(
    _ achievement: AchievementNotice?, _ level: LevelNotice?
  ) -> [FarkleTenEvent] {
    guard let player, let service else { return [] }
    let me = ("playerid", String(player.id))
    var events: [FarkleTenEvent] = []
    if let achievement, acknowledged.achievements.insert(achievement.id).inserted {
      events.append(.achievement(achievement))
      // If this fails the notice comes again in another session, which does no harm.
      _ = try? service.call(
        "ackachievement", [me, ("achievementid", String(achievement.id))], patience: 10)
    }
    if let level, acknowledged.levels.insert(level.level).inserted {
      events.append(.level(level))
      _ = try? service.call("acklevel", [me], patience: 10)
    }
    return events
  }
}
