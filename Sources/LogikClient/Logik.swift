import MastermindGame
package import ParlorKit
import PluginRunner
package import RemoteTransport

/// Logik: a client of the service that plays Mastermind over HTTP.
///
/// The service has the code and counts the guesses. The client checks its responses against each
/// other, as in a local game.
package final class Logik: ServiceClient {
  package let environment: ClientEnvironment
  private(set) var address: ServiceAddress?
  private(set) var service: LogikService?
  /// The latest game.
  private(set) var game: LogikGame? { didSet { keepGame() } }

  /// A client that is not connected.
  package init(_ environment: ClientEnvironment) { self.environment = environment }

  package static let description = LogikService.description

  /// The game as data.
  package static let definition = GameDefinition(
    name: "logik", title: "Logik",
    summary: "Mastermind at a service on the network, which knows the code and counts the"
      + " guesses.",
    commands: commands.map(\.declaration), traits: [.endless])

  package var connection: Connection? { service?.connection }

  /// Opens the game without a service.
  package func open(_ setup: GameConfiguration<OptionValues>) throws(GameError) -> [any Event] {
    []
  }

  package func run(_ call: Call) throws(GameError) -> [any Event] {
    try Self.commands.run(call, self)
  }

  package var view: any GameView { LogikView(self) }

  package var legal: LegalMoves<String> {
    guard let service else {
      return LegalMoves(forms: ["connect WHERE"] + (kept == nil ? [] : ["resume"]))
    }
    guard service.login != nil else { return LegalMoves(forms: ["login USER PASSWORD"]) }
    guard let game, !game.isSolved else { return LegalMoves(forms: ["start"]) }
    return LegalMoves(forms: ["guess" + String(repeating: " C", count: game.rules.slots)])
  }

  // MARK: Commands

  private static let commands: [Command<Logik>] =
    [
      connectCommand(
        "connect to a service",
        examples: ["connect local", "connect cassette:evening.cassette"], run: Logik.connect),
      recordCommand,
      Command(
        "login", "log in to the service",
        details: [
          "An expired login is renewed once automatically. The password is never saved; the login"
            + " and the game are, for `resume`, unless you `set remember off` or there is no"
            + " profile.",
          "On your own server `parlord user add` makes an account, and so does `register` of"
            + " farkle-ten; an account is valid for both games.",
        ],
        examples: ["login ann @password.txt", "login ann @password.txt ttl=60"],
        Form(
          .word("USER"), .secret("PASSWORD"),
          .integer(
            of: .integer(
              "ttl", 30...3600, default: 3600, "the time until the login expires, in seconds")),
          run: Logik.logIn)),
      Command(
        "resume", "resume the saved login and its game",
        details: [
          "After `connect` this is the login at that service, otherwise the latest one. If it has"
            + " expired, log in again: the game stays."
        ], examples: ["resume"], Form(run: Logik.resume)),
      Command(
        "start", "begin a game", examples: ["start", "start slots=6"],
        Form(
          .integer(
            of: .integer(
              "slots", 1...Code.mostPegs, default: 4, "the number of pegs of the code")),
          .integer(
            of: .integer(
              "colors", 2...Code.mostColors, default: 6,
              "the number of colours, if the service does not say")),
          run: Logik.start)),
      Command(
        "ranking", "show the best games of all players", isQuestion: true,
        details: ["It shows N games for each number of slots, 10 by default."],
        examples: ["ranking", "ranking 100"],
        Form(.optional(.integer("N", 1...1000)), run: Logik.showRanking)),
    ] + Mastermind().definition.commands.compactMap(shared)

  /// A command of the local game that this one has too.
  private static func shared(_ command: CommandDeclaration) -> Command<Logik>? {
    switch command.verb {
    case "guess":
      return Command(
        command,
        run: { client, call throws(ServiceError) in
          try client.guess(call.integers)
        })
    case "candidates":
      return Command(
        command,
        run: { client, call throws(ServiceError) in
          try client.showCandidates(call.integer(0) ?? 10)
        })
    case "feedback":
      // In the definition of a plugin the name of a parameter is a plain word.
      var command = command
      command.summary = "show the answer to a guess for a secret"
      command.details.insert("CODES are a guess and a secret with a `/` between them.", at: 0)
      for form in command.forms.indices {
        for index in command.forms[form].parameters.indices {
          command.forms[form].parameters[index].name = "CODES"
        }
      }
      return Command(
        command,
        run: { client, call throws(ServiceError) in
          try client.showFeedback(call.arguments.compactMap(\.word))
        })
    default: return nil
    }
  }

  private func connect(_ place: String, isLax: Bool?) throws(ServiceError) -> [any Event] {
    let (connection, address) = try ServiceError.wrap { () throws(GameError) in
      try Self.description.connect(to: place, isLax: isLax == true, environment)
    }
    service = nil
    game = nil
    service = LogikService(connection: connection, session: environment.session)
    self.address = address
    return [Self.connected(to: address)]
  }

  private static func connected(to address: ServiceAddress) -> RemoteEvent {
    RemoteEvent("connected", ["service": address.text]) {
      $0.write(address.preposition, address.text, ".")
    }
  }

  /// The saved login that `resume` would use.
  var kept: LoginStore.Entry? {
    guard let address else { return environment.latestSession(Self.description)?.entry }
    return environment.keptSession(Self.description, at: address)
  }

  private func resume() throws(ServiceError) -> [any Event] {
    guard let kept, let url = ServiceURL(kept.service) else {
      throw .nothingKept(
        Self.description, in: environment.session, isLoggedIn: service?.login != nil)
    }
    let address = ServiceAddress.service(url)
    let connection = service?.connection ?? Self.description.connection(to: url, environment)
    var events: [any Event] = service == nil ? [Self.connected(to: address)] : []
    service = LogikService(
      connection: connection, session: environment.session, user: kept.name, token: kept.token)
    self.address = address
    game = LogikGame(kept: kept.game)
    let name = PlainText.of(kept.name)
    events.append(
      RemoteEvent("resumed", ["user": name, "game": game != nil]) { [game] text in
        text.write("You continue as ", Styled(.strong, name))
        guard let game else { return text.write(".") }
        text.write(" with ", game.rules, ".")
        MastermindView.writeRows(game.answers, game.rules, to: &text)
      })
    return events
  }

  /// Saves the login with the game. An expired login stays, since a new one brings back the game.
  private func keepGame() {
    guard let address, let login = service?.login, let token = service?.token else { return }
    _ = environment.keep(
      Self.description, at: address, name: login.user, token: token, game: game?.kept ?? .null)
  }

  private func logIn(
    _ user: String, password: String, timeToLive: Int?
  ) throws(ServiceError) -> [any Event] {
    guard var service else { throw .notConnected(Self.description) }
    // A game belongs to its user, whose login may have expired since.
    let game =
      service.login?.user == user
      ? self.game
      : address.flatMap { environment.keptSession(Self.description, at: $0, name: user) }
        .flatMap { LogikGame(kept: $0.game) }
    service.login = LogikService.Login(
      user: user, password: password, timeToLive: timeToLive ?? 3600)
    try service.logIn()
    self.service = service
    self.game = game
    let name = PlainText.of(user)
    return [
      RemoteEvent("logged-in", ["user": name, "game": game != nil]) { text in
        text.write("Logged in as ", Styled(.strong, name))
        if let game { text.write("; you continue with ", game.rules) }
        text.write(".")
      }
    ]
  }

  private func start(slots: Int?, colors wanted: Int?) throws(ServiceError) -> [any Event] {
    let (id, colors) = try withService { service throws(ServiceError) in
      try service.start(slots: slots ?? 4)
    }
    let rules = MastermindRules(slots: slots ?? 4, colors: colors ?? wanted ?? 6)
    game = LogikGame(id: id, rules: rules)
    return [
      RemoteEvent("started", ["slots": rules.slots, "colors": rules.colors]) {
        $0.write(Styled(.strong, "A new code"), ": ", rules, ".")
      }
    ]
  }

  private func guess(_ colors: [Int]) throws(ServiceError) -> [any Event] {
    guard service != nil else { throw .notConnected(Self.description) }
    guard let game else { throw .noGame }
    if game.isSolved { throw .solved }
    let code = try ServiceError.wrap { () throws(GameError) in
      try game.rules.guess(colors)
    }
    let evaluation: Evaluation
    // The service counts it even if nobody waits for the response any more, as after Ctrl-C.
    self.game?.send()
    do throws(ServiceError) {
      evaluation = try withService { service throws(ServiceError) in
        try service.guess(Array(code), in: game.id)
      }
    } catch {
      if !error.mayHaveArrived { self.game?.takeBack() }
      throw error
    }
    return take(code, evaluation)
  }

  private func take(_ code: Code, _ evaluation: Evaluation) -> [any Event] {
    let earlier = Contradiction.first(of: code, in: game?.answers ?? [])
    let (missing, areOurs) = game?.take(code, evaluation) ?? (0, true)
    var events: [any Event] = []
    if missing > 0 {
      events.append(
        RemoteEvent("lost-counted", ["count": missing]) {
          $0.write(
            Styled(.notice, missing == 1 ? "A guess" : "\(missing) guesses"),
            areOurs ? " without a response counted." : " of another session counted.")
        })
    }
    events += Self.report { report in
      Answer(code, evaluation.feedback).report(number: evaluation.count, to: &report)
      earlier?.report(to: &report)
    }
    if game?.isSolved == true {
      events.append(
        RemoteEvent("solved", ["guesses": evaluation.count]) {
          $0.write(
            Styled(.good, "Solved"), " in ", Plural(evaluation.count, "guess", "guesses"), ".")
        })
    }
    return events
  }

  private func showCandidates(_ limit: Int) throws(ServiceError) -> [any Event] {
    guard let game else { throw .noGame }
    let candidates = Candidates(game.rules, game.answers, limit: limit)
    let events = Self.report { candidates.report(to: &$0) }
    guard candidates.count == 0 else { return events }
    let colors = game.rules.colors
    return events + [
      RemoteEvent("no-candidates", ["colors": colors]) {
        $0.write(
          "No code fits. Does the service use ", colors,
          " colours? `start colors=N` begins a game with another number.")
      }
    ]
  }

  private func showFeedback(_ words: [String]) throws(ServiceError) -> [any Event] {
    let feedback = try ServiceError.wrap { () throws(GameError) in try Feedback(question: words) }
    return Self.report { feedback.report(to: &$0) }
  }

  private func showRanking(_ limit: Int?) throws(ServiceError) -> [any Event] {
    let ranking = try withService { service throws(ServiceError) in try service.ranking() }
    return [RemoteEvent("ranking", fields: ranking.fields) { ranking.write(limit ?? 10, to: &$0) }]
  }

  /// The events of the local game.
  private static func report(_ body: (inout Reporter) -> Void) -> [any Event] {
    var report = Reporter([.text, .data, .styled])
    body(&report)
    return report.events
  }

  /// Uses the service, whose token may change.
  private func withService<Result>(
    _ body: (inout LogikService) throws(ServiceError) -> Result
  ) throws(ServiceError) -> Result {
    guard var service else { throw .notConnected(Self.description) }
    defer { self.service = service }
    return try body(&service)
  }
}
