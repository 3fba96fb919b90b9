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
        "NAME is a player or an e-mail address. The login is saved, unless you `set remember off`"
          + " or there is no profile.",
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
      "resume", "resume the latest saved login and its game",
      details: ["It connects to the service of that login. `connect` does the same there."],
      examples: ["resume"], .init(run: FarkleTen.resume)),
    RemoteCommand(
      "forgot-password", "let the service mail a code for a new password",
      examples: ["forgot-password ann@example.com"],
      .init([Parameter("EMAIL", .word)], run: FarkleTen.forgotPassword)),
    RemoteCommand(
      "reset-password", "set a new password with the code from the mail",
      examples: ["reset-password k3j5x8 @password.txt"],
      .init([Parameter("CODE", .word), password], run: FarkleTen.resetPassword)),
    RemoteCommand(
      "options", "show or change your settings at the service",
      options: [
        .text("email", limit: 320, "your e-mail address"),
        .flag("mail", default: true, "mails about games that wait for you"),
        .flag("random", default: true, "whether games against anyone may include you"),
      ],
      details: ["Options that you leave out stay as they are."],
      examples: ["options", "options email=ann@example.com mail=off"],
      .init(run: FarkleTen.changeOptions)),
    RemoteCommand(
      "title", "list your titles, or choose one", isQuestion: true,
      details: ["Levels bring titles. LEVEL is the number in the list; 0 is no title."],
      examples: ["title", "title 6"],
      .init([], "list them", run: FarkleTen.listTitles),
      .init([Parameter("LEVEL", .integer(0...1000))], "choose one", run: FarkleTen.chooseTitle)),
    RemoteCommand(
      "logout", "log out and delete the saved login", examples: ["logout"],
      .init(run: FarkleTen.logOut)),
  ]

  private static var password: Parameter { Parameter("PASSWORD", .secret) }

  private func connect(_ call: Call) throws(ServiceError) -> [any Event] {
    let (connection, address) = try ServiceError.wrap { () throws(GameError) in
      try Self.description.connect(call, environment)
    }
    return open(connection, address)
  }

  private func resume() throws(ServiceError) -> [any Event] {
    guard let (_, url) = environment.latestSession(Self.description) else {
      throw .nothingKept(
        Self.description, in: environment.session, isLoggedIn: player != nil)
    }
    return open(Self.description.connection(to: url, environment), .service(url))
  }

  /// Opens a service, and resumes the saved login and its game.
  private func open(_ connection: Connection, _ address: ServiceAddress) -> [any Event] {
    endSession()
    self.address = address
    service = FarkleTenService(connection: connection)
    let saved = environment.keptSession(Self.description, at: address)
    if let saved { enter(PlayerSession(name: saved.name, id: saved.id, token: saved.token)) }
    let name = player?.name
    let connected = RemoteEvent("connected", ["service": address.text, "name": name]) { text in
      text.write(address.preposition, address.text)
      if let name { text.write("; you are logged in as ", Styled(.strong, name)) }
      text.write(".")
    }
    guard let id = saved?.game.integer else { return [connected] }
    do throws(ServiceError) {
      return [connected] + (try join(id))
    } catch {
      let reason = error.error.message
      return [
        connected,
        RemoteEvent("not-resumed", ["game": id, "reason": reason]) {
          $0.write("Game ", id, " is not resumed: ", reason, ".")
        },
      ]
    }
  }

  private func forgotPassword(_ call: Call) throws(ServiceError) -> [any Event] {
    guard let service else { throw .notConnected(Self.description) }
    try service.forgotPassword(call.word(0) ?? "")
    return [
      RemoteEvent("code-sent") {
        $0.write("The service mails a code: `reset-password CODE` sets a new password.")
      }
    ]
  }

  private func resetPassword(_ call: Call) throws(ServiceError) -> [any Event] {
    guard let service else { throw .notConnected(Self.description) }
    try service.resetPassword(code: call.word(0) ?? "", call.word(1) ?? "")
    return [
      RemoteEvent("password-reset") { $0.write("The password is set. `login NAME` logs in.") }
    ]
  }

  private func changeOptions(_ call: Call) throws(ServiceError) -> [any Event] {
    let me = try loggedIn().player.id
    guard
      var options = PlayerOptions(try self.call("getplayerinfo", [("playerid", String(me))]))
    else { throw .unreadable("getplayerinfo") }
    let before = options
    if case .text(let email)? = call.options["email"] { options.email = email }
    if case .flag(let flag)? = call.options["mail"] { options.wantsMail = flag }
    if case .flag(let flag)? = call.options["random"] { options.isSelectable = flag }
    if options != before {
      let answer = try self.call(
        "saveoptions",
        [
          ("email", options.email), ("sendhourlyemails", options.wantsMail ? "1" : "0"),
          ("random_selectable", options.isSelectable ? "1" : "0"),
        ])
      // The service answers in words, whether or not it has saved the options.
      guard let words = answer.looseText else { throw .unreadable("saveoptions") }
      guard words.lowercased().contains("saved") else { throw .refused(words) }
    }
    return [
      RemoteEvent("options", fields: options.fields) { [options] in options.write(to: &$0) }
    ]
  }

  private func listTitles() throws(ServiceError) -> [any Event] {
    let titles = try titles()
    return [
      RemoteEvent("titles", ["titles": titles.map(\.fields)]) { text in
        text.write("Titles:")
        if titles.allSatisfy({ $0.level == 0 }) { return text.write(" none yet.") }
        for choice in titles where choice.level > 0 {
          text.write("\n  ", choice.level, "  ", choice.title)
        }
      }
    ]
  }

  private func chooseTitle(_ call: Call) throws(ServiceError) -> [any Event] {
    let level = call.integer(0) ?? 0
    guard let choice = try titles().first(where: { $0.level == level }) else {
      throw .unknownTitle(level)
    }
    try confirm("updatetitle", [("titleid", String(level))])
    return [
      RemoteEvent("title", fields: choice.fields) { text in
        text.write(level == 0 ? "You have no title." : "You are \(choice.title).")
      }
    ]
  }

  private func titles() throws(ServiceError) -> [TitleChoice] {
    let me = try loggedIn().player.id
    return TitleChoice.list(try call("getplayerinfo", [("playerid", String(me))]))
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
