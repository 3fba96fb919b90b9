import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import Synchronization

/// What is counted of this server since it started, for Prometheus.
///
/// Source: the text format, <https://prometheus.io/docs/instrumenting/exposition_formats/>.
final class ServerStatus: Sendable {
  /// Whether the server has been told to stop.
  let isDraining = Atomic(false)
  /// The open connections of the line protocol.
  let lineConnections = Atomic(0)
  /// The open sessions of the page.
  let pageSessions = Atomic(0)
  /// The open streams of the page.
  let pageStreams = Atomic(0)

  /// The upper bounds of the buckets in seconds.
  private static let bounds = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5,
  ]

  private struct Durations {
    var buckets = [Int](repeating: 0, count: ServerStatus.bounds.count)
    var count = 0
    var sum = 0.0
  }

  private struct Kind: Hashable {
    let action: String
    let status: String
  }

  private let requests = Mutex<[Kind: Durations]>([:])

  /// Counts a request.
  ///
  /// - Parameters:
  ///   - action: one of few names.
  ///   - status: the HTTP status, or `error` for an action that failed with status 200.
  func count(_ action: String, status: String, duration: Duration) {
    let (whole, rest) = duration.components
    let seconds = Double(whole) + Double(rest) / 1e18
    requests.withLock { requests in
      var durations = requests[Kind(action: action, status: status)] ?? Durations()
      durations.count += 1
      durations.sum += seconds
      if let place = Self.bounds.firstIndex(where: { seconds <= $0 }) {
        durations.buckets[place] += 1
      }
      requests[Kind(action: action, status: status)] = durations
    }
  }

  /// The figures in Prometheus' text format.
  ///
  /// - Parameter gauges: more figures, with their types.
  func text(_ gauges: [(name: String, type: String, help: String, value: Int)]) -> String {
    let name = "parlord_request_duration_seconds"
    var text = """
      # HELP \(name) The time of requests by action and status.
      # TYPE \(name) histogram

      """
    let all = requests.withLock { $0 }
      .sorted { ($0.key.action, $0.key.status) < ($1.key.action, $1.key.status) }
    for (kind, durations) in all {
      let labels = "action=\"\(kind.action)\",status=\"\(kind.status)\""
      var sum = 0
      for (bound, count) in zip(Self.bounds, durations.buckets) {
        sum += count
        text += "\(name)_bucket{\(labels),le=\"\(bound)\"} \(sum)\n"
      }
      text += "\(name)_bucket{\(labels),le=\"+Inf\"} \(durations.count)\n"
      text += "\(name)_sum{\(labels)} \(durations.sum)\n"
      text += "\(name)_count{\(labels)} \(durations.count)\n"
    }
    for gauge in gauges {
      text += """
        # HELP \(gauge.name) \(gauge.help)
        # TYPE \(gauge.name) \(gauge.type)
        \(gauge.name) \(gauge.value)

        """
    }
    return text
  }
}

/// `GET /metrics` on an address of its own, which clients must not reach.
struct MetricsService: Sendable {
  let backend: Backend

  func application(
    at address: ListenAddress,
    onRunning: @escaping @Sendable (any Channel) async -> Void
  ) -> some ApplicationProtocol {
    let router = Router(context: BasicRequestContext.self)
    router.get("/metrics") { _, _ in
      Response(
        status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
        body: .init(byteBuffer: ByteBuffer(string: await text())))
    }
    return Application(
      router: router,
      configuration: ApplicationConfiguration(
        address: .hostname(address.host, port: address.port), serverName: "parlord"),
      onServerRunning: onRunning, logger: backend.logger)
  }

  private func text() async -> String {
    var gauges = [
      (
        "parlord_line_connections", "gauge", "The open connections of the line protocol.",
        backend.status.lineConnections.load(ordering: .relaxed)
      ),
      (
        "parlord_page_sessions", "gauge", "The open sessions of the page.",
        backend.status.pageSessions.load(ordering: .relaxed)
      ),
      (
        "parlord_page_streams", "gauge", "The open streams of the page, players and onlookers.",
        backend.status.pageStreams.load(ordering: .relaxed)
      ),
    ]
    let counts = try? await backend.store.read { database in
      (
        games: try Int.fetchOne(
          database, prepared: "SELECT count(*) FROM games WHERE winner = 0") ?? 0,
        sessions: try Int.fetchOne(database, prepared: "SELECT count(*) FROM devices") ?? 0
      )
    }
    gauges.append(
      ("parlord_database_up", "gauge", "Whether the database answers.", counts == nil ? 0 : 1))
    if let counts {
      gauges.append(
        ("parlord_open_games", "gauge", "The Farkle Ten games in progress.", counts.games))
      gauges.append(
        ("parlord_sessions", "gauge", "The logged-in devices of Farkle Ten.", counts.sessions))
    }
    if let store = (backend.store as? PostgresStore)?.counts {
      gauges += [
        (
          "parlord_transactions_total", "counter", "The transactions in PostgreSQL.",
          store.transactions
        ),
        (
          "parlord_transaction_retries_total", "counter",
          "The transactions that ran again after a conflict.", store.retries
        ),
        (
          "parlord_database_connections", "gauge", "The connections to PostgreSQL.",
          store.connections
        ),
        (
          "parlord_database_idle_connections", "gauge", "Those that no transaction uses.",
          store.idleConnections
        ),
      ]
    }
    return backend.status.text(gauges)
  }
}
