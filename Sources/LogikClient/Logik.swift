import MastermindGame
package import ParlorKit
import PluginRunner
package import RemoteTransport

/// Logik: a client of the service that plays Mastermind over HTTP.
///
/// The service has the code and is the judge; its answers are held against each other as those of
/// a local game are.
package final class Logik: RemoteGame {
  private let surroundings: ClientEnvironment
  /// Where the service is.
  private(set) var address: ServiceAddress?
  /// The service, once it is connected.
  private(set) var service: LogikService?
  /// The game that was begun last.
  private(set) var game: LogikGame?

  /// A client that is not connected.
  package init(_ surroundings: ClientEnvironment) { self.surroundings = surroundings }

  /// Begins without a service.
  package func open(_ setup: GameConfiguration<OptionValues>) throws(GameError) -> [any Event] {
    []
  }

  /// Runs a command.
  package func run(_ call: Call) throws(GameError) -> [any Event] {
    do throws(LogikError) {
      switch call.verb {
      case "connect": return try connect(call)
      case "record-cassette": return try record(call)
      case "login": return try logIn(call)
      case "start": return try start(call)
      case "guess": return try guess(call)
      case "candidates": return try candidates(call)
      case "feedback": return try feedback(call)
      case "ranking": return try ranking()
      default: return []
      }
    } catch {
      throw error.refusal
    }
  }

  /// What the player sees.
  package var view: any GameView { LogikView(self) }

  /// What can be typed now.
  package var legal: LegalMoves<String> {
    guard let service else { return LegalMoves(forms: ["connect WHERE"]) }
    guard service.login != nil else { return LegalMoves(forms: ["login USER PASSWORD"]) }
    guard let game, !game.isSolved else { return LegalMoves(forms: ["start"]) }
    return LegalMoves(forms: ["guess" + String(repeating: " C", count: game.rules.slots)])
  }

  private func connect(_ call: Call) throws(LogikError) -> [any Event] {
    let (connection, address) = try local { () throws(GameError) in
      try LogikService.facts.connect(call, surroundings)
    }
    service = LogikService(connection: connection)
    self.address = address
    game = nil
    return [LogikEvent.connected(address.text)]
  }

  private func record(_ call: Call) throws(LogikError) -> [any Event] {
    guard let connection = service?.connection else { throw .notConnected }
    guard let file = call.word(0) else {
      let name = connection.recorder?.name
      connection.recorder = nil
      return name.map { [LogikEvent.recorded($0)] } ?? []
    }
    connection.recorder = try local { () throws(GameError) in
      try LogikService.facts.recorder(file, surroundings)
    }
    return [LogikEvent.recording(file)]
  }

  private func logIn(_ call: Call) throws(LogikError) -> [any Event] {
    guard var service else { throw .notConnected }
    var seconds = 3600
    if case .integer(let given) = call.options["ttl"] { seconds = given }
    let user = call.word(0) ?? ""
    service.login = LogikService.Login(
      user: user, password: call.word(1) ?? "", timeToLive: seconds)
    try service.logIn()
    self.service = service
    game = nil
    return [LogikEvent.loggedIn(PlainText.of(user))]
  }

  private func start(_ call: Call) throws(LogikError) -> [any Event] {
    var (slots, colors) = (4, 6)
    if case .integer(let given) = call.options["slots"] { slots = given }
    if case .integer(let given) = call.options["colors"] { colors = given }
    let id = try with { service throws(LogikError) in try service.start(slots: slots) }
    let rules = MastermindRules(slots: slots, colors: colors)
    game = LogikGame(id: id, rules: rules)
    return [LogikEvent.started(rules)]
  }

  private func guess(_ call: Call) throws(LogikError) -> [any Event] {
    guard service != nil else { throw .notConnected }
    guard let game else { throw .noGame }
    if game.isSolved { throw .solved }
    let code = try local { () throws(GameError) in try game.rules.guess(call.integers) }
    let evaluation: Evaluation
    do throws(LogikError) {
      evaluation = try with { service throws(LogikError) in
        try service.guess(Array(code), in: game.id)
      }
    } catch {
      if error.mayHaveArrived { self.game?.lose() }
      throw error
    }
    return take(code, evaluation)
  }

  private func take(_ code: Code, _ evaluation: Evaluation) -> [any Event] {
    let earlier = Contradiction.first(of: code, in: game?.answers ?? [])
    let lost = game?.take(code, evaluation) ?? 0
    var events: [any Event] = []
    if lost > 0 { events.append(LogikEvent.lostCounted(lost)) }
    var report = Reporter([.text, .data, .styled])
    Answer(code, evaluation.feedback).report(number: evaluation.count, to: &report)
    earlier?.report(to: &report)
    events += report.events as [any Event]
    if game?.isSolved == true { events.append(LogikEvent.solved(guesses: evaluation.count)) }
    return events
  }

  private func candidates(_ call: Call) throws(LogikError) -> [any Event] {
    guard let game else { throw .noGame }
    let limit = call.integer(0) ?? 10
    var report = Reporter([.text, .data, .styled])
    Candidates(game.rules, game.answers, limit: limit).report(to: &report)
    return report.events
  }

  private func feedback(_ call: Call) throws(LogikError) -> [any Event] {
    let words = call.arguments.compactMap(\.word)
    let feedback = try local { () throws(GameError) in try Feedback(question: words) }
    var report = Reporter([.text, .data, .styled])
    feedback.report(to: &report)
    return report.events
  }

  private func ranking() throws(LogikError) -> [any Event] {
    let ranking = try with { service throws(LogikError) in try service.ranking() }
    return [LogikEvent.ranking(ranking)]
  }

  /// Uses the service, whose token may change meanwhile.
  private func with<Result>(
    _ body: (inout LogikService) throws(LogikError) -> Result
  ) throws(LogikError) -> Result {
    guard var service else { throw .notConnected }
    defer { self.service = service }
    return try body(&service)
  }

  private func local<Result>(
    _ body: () throws(GameError) -> Result
  ) throws(LogikError) -> Result {
    do throws(GameError) { return try body() } catch { throw .local(error) }
  }
}
