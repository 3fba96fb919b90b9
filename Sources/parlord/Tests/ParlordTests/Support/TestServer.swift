import Hummingbird
import Logging
import NIOCore

@testable import TestKit
@testable import parlord

/// A server in this process with a new database, virtual time and fixed random numbers.
struct TestServer: Sendable {
  let backend: Backend
  let time: VirtualTime
  let client: RouterClient
  /// The sessions of the page, if it is served.
  let sessions: PageSessions?

  /// Runs a test with a new server, once over SQLite and, where it is installed, once over
  /// PostgreSQL.
  ///
  /// - Parameters:
  ///   - limits: by default those of production, without the limit of requests.
  ///   - page: the limits of the page; `nil` if it is not served.
  static func run(
    _ options: ServerOptions = ServerOptions(allowsDictatedDice: true),
    limits: WebLimits = .unlimited,
    rules: LogikRules = LogikRules(), misbehaves: Bool = false, isProxied: Bool = false,
    isLocal: Bool = true, page: PageLimits? = PageLimits(),
    _ test: @escaping @Sendable (TestServer) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    var stores: [any Store] = [try SQLiteStore(path: folder["test.sqlite"], isNew: true)]
    if let postgres = TestPostgres.shared { stores.append(try postgres.makeStore()) }
    for store in stores {
      let time = VirtualTime()
      let random = RandomSource.numbered()
      var logger = Logger(label: "test")
      logger.logLevel = .critical
      let backend = Backend(
        store: store, now: { time.now }, random: random, options: options,
        passwords: try PasswordHasher(PasswordHash(cost: 16), random: random), logger: logger)
      let sessions = page.map {
        PageSessions($0, web: limits, status: backend.status, random: random)
      }
      let web = WebService(
        backend: backend, limits: limits, logikRules: rules, misbehaves: misbehaves,
        proxies: isProxied ? .all : .none, isLocal: isLocal,
        agents: isLocal ? AgentRoutes(limits: limits) : nil,
        page: sessions.map { PageRoutes(sessions: $0, limits: limits) })
      let client = RouterClient(responder: web.router.buildResponder(), logger: logger)
      try await test(TestServer(backend: backend, time: time, client: client, sessions: sessions))
      try await backend.passwords.close()
      try await store.close()
    }
    _ = folder
  }

  /// Runs SQL that is not possible through the API.
  func execute(_ sql: String) async throws {
    try await backend.store.write { _ = try $0.execute(prepared: sql, arguments: []) }
  }

  /// The number that a query returns.
  func number(_ sql: String) async throws -> Int? {
    try await backend.store.read { try Int.fetchOne($0, prepared: sql) }
  }

  /// Registers a player and returns the logged-in client.
  func register(_ name: String) async throws -> PlayerClient {
    var client = PlayerClient(self)
    let reply = try await client.ask(
      "register", ["user": name, "pass": Secrets.md5("secret"), "email": "\(name)@example.com"])
    client.player = reply["playerid"].int ?? 0
    return client
  }
}

extension WebLimits {
  /// The limits of production, without the limit of requests.
  static let unlimited = WebLimits(requests: 0)
}
