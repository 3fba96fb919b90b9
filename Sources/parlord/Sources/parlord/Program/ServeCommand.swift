import ArgumentParser
import LibC
import Logging
import NIOCore
import ServiceLifecycle
import UnixSignals

import struct ParlorKit.JSONWriter

/// `parlord serve`: runs the HTTP server and the line protocol until a signal stops them.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Serve until SIGTERM or SIGINT.")

  @OptionGroup var database: DatabaseOption
  @OptionGroup(title: "Addresses") var addresses: AddressOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions
  @OptionGroup(title: "Games") var games: GameOptions

  @Option(help: ArgumentHelp("The lowest level to log.", valueName: "level"))
  var logLevel = LogLevel.info

  func run() async throws {
    let logger = Logger(label: "parlord") { [logLevel] _ in
      JSONLogHandler(logLevel: logLevel.level)
    }
    _ = try DatabaseLock(database.database, isExclusive: false)
    let store = try await openStore(logger)
    let passwords = try PasswordHasher(.standard, random: .system)
    var options = games.options
    options.sweeps = store is PostgresStore
    let backend = Backend(
      store: store, now: { SystemClock.now }, random: .system, options: options,
      passwords: passwords, logins: LoginLimiter(nodes: limits.nodes), logger: logger)
    let group = ServiceGroup(
      configuration: .init(
        services: services(backend), gracefulShutdownSignals: [.sigterm, .sigint],
        logger: logger))
    for warning in try await warnings(store) { logger.warning("\(warning)") }
    do {
      try await group.run()
    } catch let error as ProgramError {
      throw error
    } catch {
      throw ProgramError(status: 1, message: "\(error)")
    }
    try await passwords.close()
    try await store.close()
    logger.info("stopped")
  }

  /// Opens the database. PostgreSQL may start after this server: until it does, `/readyz` says 503.
  private func openStore(_ logger: Logger) async throws -> any Store {
    var placeholder: Task<Void, any Error>?
    defer { placeholder?.cancel() }
    let store = try await DatabaseOption.waiting(
      seconds: limits.databaseWait,
      onWait: { error in
        logger.warning(
          "waiting for the database",
          metadata: ["seconds": "\(limits.databaseWait)", "cause": "\(error.message)"])
        let service = listening(
          "--http", addresses.http,
          WebService.starting(at: addresses.http) { logger.listening("starting", $0) })
        placeholder = Task { try await service.run() }
      },
      open: {
        try DatabaseOption.open(
          database.database, isNew: false, connections: limits.databaseConnections)
      })
    // Its port is free again when it has ended.
    placeholder?.cancel()
    _ = await placeholder?.result
    return store
  }

  /// A service whose error names its address.
  private func listening(
    _ option: String, _ address: ListenAddress, _ service: any Service
  ) -> any Service {
    Listening(option: option, address: address, service: service)
  }

  /// What the operator should know before strangers use the server.
  private func warnings(_ store: any Store) async throws -> [String] {
    var warnings: [String] = []
    if games.dictatedDice { warnings.append("clients can choose their dice (--dictated-dice)") }
    if games.misbehave { warnings.append("clients can break responses (--misbehave)") }
    let isPublic =
      !addresses.http.isLoopback || (!addresses.noLines && !addresses.lines.isLoopback)
    if isPublic {
      warnings.append(
        addresses.behindProxy
          ? "whoever reaches a port without the proxy can claim any address: use --trusted-proxy"
          : "passwords and tokens of clients without a proxy cross the network in clear text: use "
            + "a proxy with TLS, and --trusted-proxy")
    }
    // Every client of the proxy can use the account.
    if isPublic || !addresses.proxies.isEmpty,
      try await store.read({ try Player.find(name: "testuser", in: $0) }) != nil
    {
      warnings.append("the account `testuser` of `parlord init --demo` has a public password")
    }
    if limits.nodes > 1, !(store is PostgresStore) {
      warnings.append("servers on several machines need PostgreSQL (--database)")
    }
    if !PostgresStore.isAddress(database.database),
      Self.isReadableByOthers(database.database)
    {
      warnings.append("other users of this machine can read \(database.database): use chmod 600")
    }
    return warnings
  }

  /// Whether other users than the owner of a file can read it.
  private static func isReadableByOthers(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & (S_IRGRP | S_IROTH) != 0
  }

  private func services(_ backend: Backend) -> [any Service] {
    let manager = ServiceManager(
      ports: 1 + (addresses.noLines ? 0 : 1) + (addresses.metrics == nil ? 0 : 1))
    @Sendable func noteOpen(_ service: String, _ channel: any Channel) {
      backend.logger.listening(service, channel)
      manager.noteOpen()
    }
    let sessions =
      addresses.page
      ? PageSessions(
        web: limits.web, lines: limits.lines, status: backend.status, random: backend.random)
      : nil
    let web = WebService(
      backend: backend, limits: limits.web, logikRules: games.logikRules,
      misbehaves: games.misbehave, proxies: addresses.proxies,
      isLocal: addresses.http.isLoopback && addresses.proxies.isEmpty,
      agents: addresses.mcp ? AgentRoutes(limits: limits.web) : nil,
      page: sessions.map { PageRoutes(sessions: $0, limits: limits.web) })
    var services: [any Service] = [
      listening(
        "--http", addresses.http,
        web.application(host: addresses.http.host, port: addresses.http.port) {
          noteOpen("http", $0)
        })
    ]
    if !addresses.noLines {
      let lines = LineService(
        host: addresses.lines.host, port: addresses.lines.port, limits: limits.lines,
        proxies: addresses.proxies, status: backend.status, logger: backend.logger
      ) { noteOpen("lines", $0) }
      services.append(listening("--lines", addresses.lines, lines))
    }
    if let address = addresses.metrics {
      let metrics = MetricsService(backend: backend).application(at: address) {
        noteOpen("metrics", $0)
      }
      services.append(listening("--metrics", address, metrics))
    }
    if let store = backend.store as? PostgresStore {
      services.append(Sweeper(backend: backend, store: store))
    }
    if let sessions { services.append(sessions) }
    // Services are stopped in reverse order, each when the one before has ended.
    services.append(Drain(status: backend.status, seconds: limits.drain))
    return services
  }
}

/// A service on an address, whose error says which one cannot be used.
private struct Listening: Service {
  let option: String
  let address: ListenAddress
  let service: any Service

  func run() async throws {
    do {
      try await service.run()
    } catch let error as IOError {
      let cause = SystemError.words(for: error.errnoCode)
      throw ProgramError(
        status: 1,
        message: "cannot listen on \(address.host):\(address.port) (\(option)): \(cause)")
    }
  }
}

extension Logger {
  /// Logs that a port is open.
  fileprivate func listening(_ service: String, _ channel: any Channel) {
    let address = channel.localAddress
    notice(
      "listening",
      metadata: [
        "service": "\(service)", "host": "\(address?.ipAddress ?? "?")",
        "port": "\(address?.port ?? 0)",
      ])
  }
}

/// The values of `--log-level`.
enum LogLevel: String, ExpressibleByArgument, CaseIterable {
  case debug, info, notice, warning, error

  var level: Logger.Level { Logger.Level(rawValue: rawValue) ?? .info }
}

/// Writes the log to standard error as JSON Lines: time, level, message, then the metadata sorted
/// by name.
struct JSONLogHandler: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let all = metadata.merging(event.metadata ?? [:]) { $1 }
    var json = JSONWriter()
    json.writeObject { json in
      json.write(key: "time")
      json.write(SystemClock.now.iso8601)
      json.write(key: "level")
      json.write(event.level.rawValue)
      json.write(key: "message")
      json.write("\(event.message)")
      for (key, value) in all.sorted(by: { $0.key < $1.key }) {
        json.write(key: key)
        json.write("\(value)")
      }
    }
    _ = Parlord.write(json.bytes + [0x0A], to: 2)
  }
}
