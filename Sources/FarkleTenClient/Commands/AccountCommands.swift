import ParlorKit
import RemoteTransport

/// Connecting, recording and logging in.
extension FarkleTen {
  static let accountCommands: [RemoteCommand<FarkleTen>] = [
    connectCommand(
      "connect to a service",
      examples: ["connect local", "connect cassette:evening.cassette"], run: FarkleTen.connect),
    recordCommand,
    RemoteCommand(
      "login", "log in to the service",
      details: [
        "NAME is a player or an e-mail address. The login is saved for the next time, unless"
          + " `set remember off` is in force or there is no profile.",
        "Sessions of the player in browsers stay logged in.",
      ], examples: ["login Ann @password.txt"],
      .init([Parameter("NAME", .word), password], run: FarkleTen.logIn)),
    RemoteCommand(
      "register", "make an account and log in",
      details: ["A name has 3 to 32 letters, digits, `-` or `_`."],
      examples: ["register Ann ann@example.com @password.txt"],
      .init(
        [Parameter("NAME", .word), Parameter("EMAIL", .word), password], run: FarkleTen.register)),
    RemoteCommand(
      "logout", "log out and delete the saved login", examples: ["logout"],
      .init(run: FarkleTen.logOut)),
  ]

  private static var password: Parameter { Parameter("PASSWORD", .secret) }

  private func connect(_ call: Call) throws(ServiceError) -> [any Event] {
    let (connection, address) = try ServiceError.wrap { () throws(GameError) in
      try Self.description.connect(call, environment)
    }
    endSession()
    self.address = address
    service = FarkleTenService(connection: connection)
    if let saved = environment.keptSession(Self.description, at: address) {
      enter(PlayerSession(name: saved.name, id: saved.id, token: saved.token))
    }
    let name = player?.name
    return [
      RemoteEvent("connected", ["service": address.text, "name": name]) { text in
        text.write("Connected to ", address.text)
        if let name { text.write(" as ", Styled(.strong, name)) }
        text.write(".")
      }
    ]
  }

  private func logIn(_ call: Call) throws(ServiceError) -> [any Event] {
    guard let service else { throw .notConnected(Self.description) }
    let player = try service.login(call.word(0) ?? "", password: call.word(1) ?? "")
    return begin(player, isNew: false)
  }

  private func register(_ call: Call) throws(ServiceError) -> [any Event] {
    guard let service else { throw .notConnected(Self.description) }
    let player = try service.register(
      call.word(0) ?? "", email: call.word(1) ?? "", password: call.word(2) ?? "")
    return begin(player, isNew: true)
  }

  private func logOut() throws(ServiceError) -> [any Event] {
    let name = player?.name ?? ""
    do throws(ServiceError) {
      _ = try call("logout")
    } catch {
      guard error == .sessionExpired else { throw error }
    }
    forgetLogin()
    return [RemoteEvent("logged-out", ["name": name]) { $0.write(name, " is logged out.") }]
  }

  private func begin(_ player: PlayerSession, isNew: Bool) -> [any Event] {
    endSession()
    enter(player)
    let isSaved =
      address.map {
        environment.keep(
          Self.description, at: $0, name: player.name, id: player.id, token: player.token)
      } ?? false
    return [
      RemoteEvent("logged-in", ["name": player.name, "new": isNew, "kept": isSaved]) { text in
        text.write(isNew ? "Registered and logged in as " : "Logged in as ")
        text.write(Styled(.strong, player.name))
        text.write(isSaved ? "; the login is saved." : ".")
      }
    ]
  }

  private func enter(_ player: PlayerSession) {
    self.player = player
    service?.token = player.token
  }
}
