#if Server
  import ArgumentParser
  import Logging
  import NIOCore
  import NIOSSL
  import Platform
  import ServiceLifecycle
  import UnixSignals

  /// `parlord serve`: serves until it is told to stop.
  struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "serve", abstract: "Serve until SIGTERM or SIGINT.")

    @OptionGroup var database: DatabaseOption
    @OptionGroup(title: "Addresses") var addresses: AddressOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions
    @OptionGroup(title: "Games") var games: GameOptions

    @Option(help: "The least level that is logged: debug, info, notice, warning, error.")
    var logLevel = LogLevel.info

    func run() async throws {
      let logger = Logger(label: "parlord") { [logLevel] _ in
        JSONLogHandler(logLevel: logLevel.level)
      }
      let store = try database.open()
      let passwords = try PasswordBench(.standard, random: .system)
      let backend = Backend(
        store: store, now: { SystemClock.now }, random: .system, policy: games.policy,
        passwords: passwords, logger: logger)
      let group = ServiceGroup(
        configuration: .init(
          services: try services(backend), gracefulShutdownSignals: [.sigterm, .sigint],
          logger: logger))
      if games.dictatedDice { logger.warning("clients may dictate dice") }
      do {
        try await group.run()
      } catch {
        let failure = (error as? IOError).map {
          FileError(.create, "a port of --http or --lines", number: $0.errnoCode).message
        }
        throw ProgramFault(status: 1, message: failure ?? "\(error)")
      }
      try await passwords.close()
      try store.close()
      logger.info("stopped")
    }

    private func services(_ backend: Backend) throws -> [any Service] {
      let tls = try addresses.tls()
      let web = WebService(
        backend: backend, limits: limits.web, logikRules: games.logikRules,
        misbehaves: games.misbehave, tls: tls)
      var services: [any Service] = [
        try web.application(host: addresses.http.host, port: addresses.http.port) { channel in
          backend.logger.listening("http", channel)
        }
      ]
      if !addresses.noLines {
        services.append(
          LineService(
            host: addresses.lines.host, port: addresses.lines.port, limits: limits.lines,
            tls: try tls.map { try NIOSSLContext(configuration: $0) }, random: backend.random,
            logger: backend.logger
          ) { backend.logger.listening("lines", $0) })
      }
      return services
    }
  }

  extension Logger {
    /// Says that a port is open.
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

  /// The levels of the log that can be asked for.
  enum LogLevel: String, ExpressibleByArgument, CaseIterable {
    case debug, info, notice, warning, error

    /// The level.
    var level: Logger.Level { Logger.Level(rawValue: rawValue) ?? .info }
  }
#endif
