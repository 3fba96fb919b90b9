import ParlorKit
import Platform
import RemoteTransport

extension FarkleTen {
  /// What is fixed about the service.
  static var facts: ServiceFacts { FarkleTenService.facts }

  /// The service, for those who are logged in.
  func loggedIn() throws(FarkleTenError) -> FarkleTenService {
    guard let service else { throw .notConnected }
    guard player != nil else { throw .notLoggedIn }
    return service
  }

  /// Sends an action; a session that has expired ends here.
  func call(
    _ action: String, _ parameters: [FarkleTenService.Parameter] = []
  ) throws(FarkleTenError) -> Value {
    let service = try loggedIn()
    do throws(FarkleTenError) {
      return try service.call(action, parameters)
    } catch .sessionExpired {
      forgetPlayer()
      throw .sessionExpired
    }
  }

  func connect(_ call: Call) throws(FarkleTenError) -> [FarkleTenEvent] {
    let (connection, address) = try FarkleTenError.local { () throws(GameError) in
      try Self.facts.connect(call, surroundings)
    }
    leaveService()
    self.address = address
    service = FarkleTenService(connection: connection)
    if let kept = surroundings.keptSession(Self.facts, at: address) {
      enter(PlayerSession(name: kept.name, id: kept.id, token: kept.token))
    }
    return [.connected(address.text, name: player?.name)]
  }

  func record(_ call: Call) throws(FarkleTenError) -> [FarkleTenEvent] {
    guard let connection = service?.connection else { throw .notConnected }
    guard let file = call.word(0) else {
      let path = connection.recorder?.name
      connection.recorder = nil
      return path.map { [.recorded($0)] } ?? []
    }
    connection.recorder = try FarkleTenError.local { () throws(GameError) in
      try Self.facts.recorder(file, surroundings)
    }
    return [.recording(file)]
  }

  func logIn(_ call: Call) throws(FarkleTenError) -> [FarkleTenEvent] {
    guard let service else { throw .notConnected }
    let player = try service.login(call.word(0) ?? "", password: call.word(1) ?? "")
    return begin(player, isNew: false)
  }

  func register(_ call: Call) throws(FarkleTenError) -> [FarkleTenEvent] {
    guard let service else { throw .notConnected }
    let player = try service.register(
      call.word(0) ?? "", email: call.word(1) ?? "", password: call.word(2) ?? "")
    return begin(player, isNew: true)
  }

  func logOut() throws(FarkleTenError) -> [FarkleTenEvent] {
    let name = player?.name ?? ""
    do throws(FarkleTenError) { _ = try call("logout") } catch .sessionExpired {}
    forgetPlayer()
    return [.loggedOut(name)]
  }

  private func begin(_ player: PlayerSession, isNew: Bool) -> [FarkleTenEvent] {
    leavePlayer()
    enter(player)
    let isKept = address.map {
      surroundings.keep(
        Self.facts, at: $0, name: player.name, id: player.id, token: player.token)
    }
    return [.loggedIn(player.name, isNew: isNew, isKept: isKept ?? false)]
  }

  private func enter(_ player: PlayerSession) {
    self.player = player
    service?.token = player.token
  }

  /// Forgets who is logged in, also for the next time.
  func forgetPlayer() {
    if let address { surroundings.forget(Self.facts, at: address) }
    leavePlayer()
  }

  private func leavePlayer() {
    player = nil
    service?.token = nil
    lobby = nil
    table = nil
    watch.stop()
    isBlind = false
    acknowledged = Acknowledgements()
  }

  private func leaveService() {
    leavePlayer()
    service = nil
    address = nil
  }
}

extension FarkleTenError {
  /// Runs what refuses in words of its own.
  static func local<Result>(
    _ body: () throws(GameError) -> Result
  ) throws(FarkleTenError) -> Result {
    do throws(GameError) { return try body() } catch { throw .local(error) }
  }
}
