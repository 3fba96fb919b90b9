import NIOPosix
import ParlorKit
import ServiceLifecycle
import Synchronization

/// The limits for the page.
struct PageLimits: Sendable, Equatable {
  /// The most sessions that are open at a time.
  var sessions = 1000
  /// The most sessions that clients of one address have opened.
  var sessionsPerAddress = 64
  /// The milliseconds after which a session without a line is closed.
  var idleMilliseconds: Int64 = 2 * 3_600_000
  /// The time between two signs of life in a stream.
  var beat = Duration.seconds(15)
}

/// The sessions of the page, found by handles. They are on this server only, and end with it.
///
/// A handle is all that one needs to play or to look on, so none can be guessed, and none is kept:
/// the table has their digests.
final class PageSessions: Service {
  private let limits: PageLimits
  private let lines: LineLimits
  private let status: ServerStatus
  private let random: RandomSource
  private let opened: ConnectionCounter
  private let streams: ConnectionCounter
  private let table = Mutex<[String: (session: PageSession, role: PageRole)]>([:])
  private let isStopping: ServerStop

  /// - Parameter web: the limits of connections; streams may have half of all.
  init(
    _ limits: PageLimits = PageLimits(), web: WebLimits, lines: LineLimits = LineLimits(),
    status: ServerStatus, random: RandomSource
  ) {
    self.limits = limits
    self.lines = lines
    self.status = status
    self.random = random
    opened = ConnectionCounter(limit: limits.sessions, perAddress: limits.sessionsPerAddress)
    streams = ConnectionCounter(
      limit: max(1, web.connections / 2), perAddress: web.connectionsPerAddress)
    isStopping = ServerStop()
  }

  /// Opens a session for a client.
  ///
  /// - Returns: the handles of the player and of onlookers; `nil` if a limit is reached.
  func open(for address: String) -> (player: String, onlooker: String)? {
    let network = ClientNetwork.of(address)
    guard !status.isDraining.load(ordering: .relaxed), opened.add(network) else { return nil }
    status.pageSessions.add(1, ordering: .relaxed)
    let session = PageSession(
      network: network, loop: LineService.group.next(), limits: lines,
      isStopping: { [isStopping] in isStopping.isSet })
    let handles = (player: random.token(), onlooker: random.token())
    table.withLock { table in
      table[Secrets.digest(handles.player)] = (session, .player)
      table[Secrets.digest(handles.onlooker)] = (session, .onlooker)
    }
    return handles
  }

  /// The session of a handle, and what the handle is good for.
  func session(of handle: String) -> (session: PageSession, role: PageRole)? {
    table.withLock { $0[Secrets.digest(handle)] }
  }

  /// Closes a session and its streams.
  func close(_ session: PageSession, _ reason: String) {
    session.finish(reason)
    let isOpen = table.withLock { table in
      let count = table.count
      table = table.filter { $0.value.session !== session }
      return table.count < count
    }
    guard isOpen else { return }
    opened.remove(session.network)
    status.pageSessions.subtract(1, ordering: .relaxed)
  }

  /// Counts a stream of a client, and returns whether its address may have one more.
  func addStream(for address: String) -> Bool {
    guard streams.add(ClientNetwork.of(address)) else { return false }
    status.pageStreams.add(1, ordering: .relaxed)
    return true
  }

  /// Takes back what ``addStream(for:)`` has counted.
  func removeStream(for address: String) {
    streams.remove(ClientNetwork.of(address))
    status.pageStreams.subtract(1, ordering: .relaxed)
  }

  /// Gives signs of life and closes what is not used, until the server stops; then ends all
  /// streams.
  func run() async throws {
    await cancelWhenGracefulShutdown { [self] in
      while !Task.isCancelled {
        try? await Task.sleep(for: limits.beat)
        sweep(at: SystemClock.monotonic)
      }
    }
    stop()
  }

  /// Closes the sessions that were not used for long, and wakes the streams of the others.
  func sweep(at now: Int64) {
    for session in all {
      if session.used.load(ordering: .relaxed) < now - limits.idleMilliseconds {
        close(session, "no line was typed for \(idleTime)")
      } else {
        session.wake()
      }
    }
  }

  /// Ends all sessions, because the server stops.
  func stop() {
    isStopping.set()
    for session in all { close(session, "the server stops; its games end with it") }
  }

  /// The time after which a session is closed, in words.
  var idleTime: String { Plural(Int(max(1, limits.idleMilliseconds / 3_600_000)), "hour").text }

  private var all: [PageSession] {
    table.withLock { $0.values.filter { $0.role == .player }.map(\.session) }
  }
}

/// Whether the server stops, so that what runs is to end.
final class ServerStop: Sendable {
  private let flag = Atomic(false)

  var isSet: Bool { flag.load(ordering: .relaxed) }

  func set() { flag.store(true, ordering: .relaxed) }
}
