import ParlorKit
import RemoteTransport

/// Connecting, recording and logging in.
extension FarkleTen {
  static let accountCommands: [Command<FarkleTen>] = [
    connectCommand(
      "connect to a service",
      examples: ["connect local", "connect cassette:evening.cassette"], run: FarkleTen.connect),
    recordCommand,
    Command(
      "login", "log in to the service",
      details: [
        "NAME is a player or an e-mail address. The login is saved, unless you `set remember off`"
          + " or there is no profile.",
        "Sessions of the player in browsers stay logged in.",
      ], examples: ["login Ann @password.txt"],
      Form(.word("NAME"), .secret("PASSWORD"), run: FarkleTen.logIn)),
    Command(
      "register", "make an account and log in",
      details: ["A name has 3 to 32 letters, digits, `-` or `_`."],
      examples: ["register Ann ann@example.com @password.txt"],
      Form(.word("NAME"), .word("EMAIL"), .secret("PASSWORD"), run: FarkleTen.register)),
    Command(
      "resume", "resume the latest saved login and its game",
      details: ["It connects to the service of that login. `connect` does the same there."],
      examples: ["resume"], Form(run: FarkleTen.resume)),
    Command(
      "forgot-password", "let the service mail a code for a new password",
      examples: ["forgot-password ann@example.com"],
      Form(.word("EMAIL"), run: FarkleTen.forgotPassword)),
    Command(
      "reset-password", "set a new password with the code from the mail",
      examples: ["reset-password k3j5x8 @password.txt"],
      Form(.word("CODE"), .secret("PASSWORD"), run: FarkleTen.resetPassword)),
    Command(
      "options", "show or change your settings at the service",
      details: ["Options that you leave out stay as they are."],
      examples: ["options", "options email=ann@example.com mail=off"],
      Form(
        .text(of: .text("email", limit: 320, "your e-mail address")),
        .flag(of: .flag("mail", default: true, "mails about games that wait for you")),
        .flag(
          of: .flag("random", default: true, "whether games against anyone may include you")),
        run: FarkleTen.changeOptions)),
    Command(
      "title", "list your titles, or choose one", isQuestion: true,
      details: ["Levels bring titles. LEVEL is the number in the list; 0 is no title."],
      examples: ["title", "title 6"],
      Form(help: "list them", run: FarkleTen.listTitles),
      Form(.integer("LEVEL", 0...1000), help: "choose one", run: FarkleTen.chooseTitle)),
    Command(
      "logout", "log out and delete the saved login", examples: ["logout"],
      Form(run: FarkleTen.logOut)),
  ]

  private func connect(_ place: String, isLax: Bool?) throws(ServiceError) -> [any Event] {
    let (connection, address) = try ServiceError.wrap { () throws(GameError) in
      try Self.description.connect(to: place, isLax: isLax == true, environment)
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

  private func forgotPassword(_ email: String) throws(ServiceError) -> [any Event] {
    guard let service else { throw .notConnected(Self.description) }
    try service.forgotPassword(email)
    return [
      RemoteEvent("code-sent") {
        $0.write("The service mails a code: `reset-password CODE` sets a new password.")
      }
    ]
  }

  private func resetPassword(
    _ code: String, _ password: String
  ) throws(ServiceError) -> [any Event] {
    guard let service else { throw .notConnected(Self.description) }
    try service.resetPassword(code: code, password)
    return [
      RemoteEvent("password-reset") { $0.write("The password is set. `login NAME` logs in.") }
    ]
  }

  private func changeOptions(
    email: String?, wantsMail: Bool?, isSelectable: Bool?
  ) throws(ServiceError) -> [any Event] {
    let me = try loggedIn().player.id
    guard
      var options = PlayerOptions(try call("getplayerinfo", [("playerid", String(me))]))
    else { throw .unreadable("getplayerinfo") }
    let before = options
    if let email { options.email = email }
    if let wantsMail { options.wantsMail = wantsMail }
    if let isSelectable { options.isSelectable = isSelectable }
    if options != before {
      let answer = try call(
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

  private func chooseTitle(_ level: Int) throws(ServiceError) -> [any Event] {
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

  private func logIn(_ name: String, _ password: String) throws(ServiceError) -> [any Event] {
    guard let service else { throw .notConnected(Self.description) }
    let player = try service.login(name, password: password)
    return begin(player, isNew: false)
  }

  private func register(
    _ name: String, email: String, password: String
  ) throws(ServiceError) -> [any Event] {
    guard let service else { throw .notConnected(Self.description) }
    let player = try service.register(name, email: email, password: password)
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
