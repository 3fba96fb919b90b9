import LibC
import ParlorEngine
import ParlorKit

/// Answers the requests about a remote game.
final class RemoteGameServer<Remote: RemoteGame>: RequestHandler {
  private let kind: GameKind
  private let make: (RemoteSession) -> Remote
  private var open: (game: Remote, session: RemoteSession)?
  /// The events before a command that failed.
  private var untold: [any Event] = []

  init(definition: GameDefinition, _ make: @escaping (RemoteSession) -> Remote) {
    kind = GameKind(definition: definition) { _, _, _ throws(GameError) in
      throw GameError(.internal, "the game is played elsewhere")
    }
    self.make = make
  }

  let capabilities = ["remote"]
  var definition: Value { kind.definition.data(bots: []) }

  func answer(_ request: PluginRequest) throws(GameError) -> Answer {
    switch request.verb {
    case "open":
      let session = RemoteSession(
        isVirtual: request.settings["clock"] == "virtual",
        stateFolder: request.settings["state-folder"],
        readFolder: request.settings["read-folder"] ?? ".",
        writeFolder: request.settings["write-folder"] ?? ".")
      session.setTime(request.now ?? 0)
      let setup = try kind.origin(of: request.line).configuration
      let game = make(session)
      let events = try game.open(setup)
      open = (game, session)
      return answer(game, events)
    case "run":
      let (game, session) = try current
      session.stateFolder = request.settings["state-folder"]
      let earlier = advance(game, session, to: request.now)
      let call = try kind.call(of: request.line)
      do throws(GameError) {
        return answer(game, earlier + (try game.run(call)))
      } catch {
        // After an error the host requests `clock`, since the command may have news.
        untold += earlier
        throw error.located(in: call)
      }
    case "clock":
      let (game, session) = try current
      let events = untold + advance(game, session, to: request.now)
      untold = []
      return answer(game, events)
    default: throw GameError(.unknownCommand, "there is no request `\(request.verb)`")
    }
  }

  private var current: (Remote, RemoteSession) {
    get throws(GameError) {
      guard let open else { throw GameError(.noGame, "no game is open") }
      return open
    }
  }

  private func answer(_ game: Remote, _ events: [any Event]) -> Answer {
    { json in
      json.write("events", events)
      json.write(key: "state")
      Self.write(game, to: &json)
    }
  }

  private static func write(_ game: Remote, to json: inout JSONWriter) {
    json.writeObject { json in
      json.write(game.status)
      json.write(game.view)
      let legal = game.legal
      json.write(
        "legal",
        .object(["moves": .strings(legal.moves), "forms": .strings(legal.forms)]))
    }
  }

  /// Moves the clock, and stops at every time for which the game has asked.
  private func advance(
    _ game: Remote, _ session: RemoteSession, to time: Int64?
  ) -> [any Event] {
    guard let time else { return [] }
    guard session.isVirtual else {
      session.setTime(time)
      return []
    }
    var events: [any Event] = []
    while let due = game.nextWake, due <= time {
      session.setTime(due)
      events += game.wake()
      // A game that always wants to be woken at the same time would loop forever.
      if game.nextWake == due { break }
    }
    session.setTime(time)
    return events
  }

  /// Does the due work while no request comes.
  func wait(write: ([UInt8]) -> Void) {
    while let (game, session) = open, !session.isVirtual {
      var entries = [pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)]
      if let descriptor = game.wakeDescriptor {
        entries.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
      }
      var timeout: Int32 = -1
      if let due = game.nextWake {
        timeout = Int32(clamping: max(0, due - session.now))
      }
      let count = poll(&entries, nfds_t(entries.count), timeout)
      if count < 0 && errno != EINTR { return }
      if entries[0].revents != 0 { return }
      let isDue = game.nextWake.map { $0 <= session.now } ?? false
      guard isDue || entries.dropFirst().contains(where: { $0.revents != 0 }) else { continue }
      for event in game.wake() {
        write(AnswerFrame.news(event) { Self.write(game, to: &$0) })
      }
    }
  }
}
