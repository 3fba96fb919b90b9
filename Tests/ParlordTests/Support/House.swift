#if Server
  import GRDB
  import Hummingbird
  import HummingbirdTesting
  import Logging
  import NIOCore
  import TestKit

  @testable import parlord

  /// A whole service in this process: a new database, virtual time, numbered chance.
  struct House: Sendable {
    let backend: Backend
    let time: VirtualTime
    let client: any TestClientProtocol

    /// Runs a test in a new house.
    ///
    /// - Parameters:
    ///   - limits: those of service, without the limit of requests unless one is given.
    static func open(
      _ policy: Policy = Policy(allowsDictatedDice: true), limits: WebLimits = .unlimited,
      rules: LogikRules = LogikRules(), misbehaves: Bool = false,
      _ test: @escaping @Sendable (House) async throws -> Void
    ) async throws {
      let folder = try TemporaryFolder()
      let store = try Store(path: folder["test.sqlite"], isNew: true)
      let time = VirtualTime()
      let random = RandomSource.numbered()
      var logger = Logger(label: "test")
      logger.logLevel = .critical
      let backend = Backend(
        store: store, now: { time.now }, random: random, policy: policy,
        passwords: try PasswordBench(PasswordHash(rounds: 16), random: random), logger: logger)
      let web = WebService(
        backend: backend, limits: limits, logikRules: rules, misbehaves: misbehaves, tls: nil)
      try await web.application(host: "127.0.0.1", port: 0).test(.router) { client in
        try await test(House(backend: backend, time: time, client: client))
      }
      try await backend.passwords.close()
      try store.close()
      _ = folder
    }

    /// Runs SQL that no client could.
    func execute(_ sql: String) async throws {
      try await backend.store.write { try $0.execute(sql: sql) }
    }

    /// A number from the database.
    func number(_ sql: String) async throws -> Int? {
      try await backend.store.read { try Int.fetchOne($0, sql: sql) }
    }

    /// Somebody who has just made an account.
    func guest(_ name: String) async throws -> Guest {
      var guest = Guest(self)
      let reply = try await guest.ask(
        "register", ["user": name, "pass": Secrets.md5("secret"), "email": "\(name)@example.com"])
      guest.player = reply["playerid"].int ?? 0
      return guest
    }
  }

  extension WebLimits {
    /// The limits of service, but for the number of requests.
    static let unlimited = WebLimits(requests: 0)
  }
#endif
