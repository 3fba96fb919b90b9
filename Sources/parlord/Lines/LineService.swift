#if Server
  import Logging
  import NIOCore
  import NIOExtras
  import NIOPosix
  import NIOSSL
  import ServiceLifecycle
  import Synchronization

  /// The line protocol over TCP.
  final class LineService: Service {
    /// Threads of their own, for as long as the program runs: a line that takes long must not keep
    /// HTTP waiting.
    private static let group = MultiThreadedEventLoopGroup(
      numberOfThreads: max(2, System.coreCount))

    private let host: String
    private let port: Int
    private let limits: LineLimits
    private let tls: NIOSSLContext?
    private let random: RandomSource
    private let logger: Logger
    private let census: LineCensus
    private let onRunning: @Sendable (any Channel) -> Void

    /// - Parameter onRunning: called when the port is bound.
    init(
      host: String, port: Int, limits: LineLimits, tls: NIOSSLContext?, random: RandomSource,
      logger: Logger, onRunning: @escaping @Sendable (any Channel) -> Void = { _ in }
    ) {
      self.host = host
      self.port = port
      self.limits = limits
      self.tls = tls
      self.random = random
      self.logger = logger
      self.onRunning = onRunning
      census = LineCensus(limits)
    }

    /// Serves until the program is told to stop, or until another service fails; then connections are
    /// closed after the line they run.
    func run() async throws {
      let group = Self.group
      let quiescing = ServerQuiescingHelper(group: group)
      let channel = try await ServerBootstrap(group: group)
        .serverChannelOption(.backlog, value: 256)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .serverChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(
              quiescing.makeServerChannelHandler(channel: channel))
          }
        }
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        .childChannelOption(.allowRemoteHalfClosure, value: true)
        .childChannelOption(.autoRead, value: false)
        .childChannelOption(
          .writeBufferWaterMark,
          value: .init(low: limits.waitingBytes / 4, high: limits.waitingBytes)
        )
        .childChannelInitializer { [self] in set(up: $0) }
        .bind(host: host, port: port).get()
      onRunning(channel)
      // Fulfilled when the last connection has gone.
      let stopped = MultiThreadedEventLoopGroup.singleton.any().makePromise(of: Void.self)
      await withTaskCancellationOrGracefulShutdownHandler {
        try? await channel.closeFuture.get()
      } onCancelOrGracefulShutdown: {
        quiescing.initiateShutdown(promise: nil)
      }
      quiescing.initiateShutdown(promise: stopped)
      try? await stopped.futureResult.get()
    }

    private func set(up channel: any Channel) -> EventLoopFuture<Void> {
      channel.eventLoop.makeCompletedFuture {
        let address = channel.remoteAddress?.ipAddress ?? "local"
        guard census.enter(address) else {
          logger.notice("connection refused", metadata: ["address": "\(address)"])
          channel.close(promise: nil)
          return
        }
        channel.closeFuture.whenComplete { [census] _ in census.leave(address) }
        let pipeline = channel.pipeline.syncOperations
        if let tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
        try pipeline.addHandler(
          IdleStateHandler(readTimeout: .seconds(Int64(limits.idleSeconds))))
        try pipeline.addHandler(LineSession(limits: limits, seed: seed()))
      }
    }

    /// A seed that nobody can guess, as it makes secrets: 0 to 2^53 - 1.
    private func seed() -> Int {
      random.bytes(8).reduce(0) { $0 << 8 | Int($1) & 255 } & ((1 << 53) - 1)
    }
  }

  /// Counts connections, all and by address.
  private final class LineCensus: Sendable {
    private let limits: LineLimits
    private let counts = Mutex<(all: Int, byAddress: [String: Int])>((0, [:]))

    init(_ limits: LineLimits) { self.limits = limits }

    /// Whether there is room for one more, who is then counted.
    func enter(_ address: String) -> Bool {
      counts.withLock { counts in
        let own = counts.byAddress[address, default: 0]
        let most = limits.connectionsPerAddress
        guard counts.all < limits.connections, most == 0 || own < most else { return false }
        counts.all += 1
        counts.byAddress[address] = own + 1
        return true
      }
    }

    func leave(_ address: String) {
      counts.withLock { counts in
        counts.all -= 1
        let rest = counts.byAddress[address, default: 1] - 1
        counts.byAddress[address] = rest > 0 ? rest : nil
      }
    }
  }
#endif
