import Logging
import NIOCore
import NIOExtras
import NIOPosix
import ServiceLifecycle
import Synchronization

/// The limits for clients of the line protocol.
struct LineLimits: Sendable, Equatable {
  /// The maximum number of simultaneous connections.
  var connections = 2048
  /// The maximum number of simultaneous connections of one address; 0 for no limit.
  var connectionsPerAddress = 1100
  /// The seconds after which an idle connection is closed.
  var idleSeconds = 3600
  /// The milliseconds after which bots and scripts in a line are stopped.
  var lineMilliseconds: Int64 = 2000
  /// The milliseconds that all lines that arrive at once may take; then the connection is closed.
  var inputMilliseconds: Int64 = 10_000
  /// The bytes of unread replies above which no more input is read.
  var unreadBytes = 1 << 18
  /// The seconds that a client has to read its last replies before the connection is closed.
  var closingSeconds: Int64 = 3
}

/// Serves the line protocol over TCP.
final class LineService: Service {
  /// Separate threads, so that long-running lines do not delay HTTP. They run until the process
  /// ends.
  static let group = MultiThreadedEventLoopGroup(
    numberOfThreads: max(2, System.coreCount))

  private let host: String
  private let port: Int
  private let limits: LineLimits
  private let proxies: TrustedProxies
  private let status: ServerStatus
  private let logger: Logger
  private let connections: ConnectionCounter
  private let onRunning: @Sendable (any Channel) -> Void
  /// Whether the server stops.
  private let isStopping = Atomic(false)

  /// - Parameters:
  ///   - proxies: the proxies through which clients come.
  ///   - onRunning: called when the port is bound.
  init(
    host: String, port: Int, limits: LineLimits, proxies: TrustedProxies,
    status: ServerStatus, logger: Logger,
    onRunning: @escaping @Sendable (any Channel) -> Void = { _ in }
  ) {
    self.host = host
    self.port = port
    self.limits = limits
    self.proxies = proxies
    self.status = status
    self.logger = logger
    self.onRunning = onRunning
    connections = ConnectionCounter(
      limit: limits.connections, perAddress: limits.connectionsPerAddress)
  }

  /// Serves until shutdown or until another service fails. Then the current line of each connection
  /// is interrupted and the connection closed.
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
        value: .init(low: limits.unreadBytes / 4, high: limits.unreadBytes)
      )
      .childChannelInitializer { [self] in set(up: $0) }
      .bind(host: host, port: port).get()
    onRunning(channel)
    // Succeeds when the last connection is closed.
    let stopped = MultiThreadedEventLoopGroup.singleton.any().makePromise(of: Void.self)
    await withTaskCancellationOrGracefulShutdownHandler {
      try? await channel.closeFuture.get()
    } onCancelOrGracefulShutdown: { [self] in
      isStopping.store(true, ordering: .relaxed)
      quiescing.initiateShutdown(promise: nil)
    }
    quiescing.initiateShutdown(promise: stopped)
    try? await stopped.futureResult.get()
  }

  private func set(up channel: any Channel) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      let peer = channel.remoteAddress?.ipAddress ?? "local"
      if proxies.contain(peer) {
        try pipeline.addHandler(ProxyHeader { [self] in admit(channel, from: $0) })
      } else if !admit(channel, from: peer) {
        channel.close(promise: nil)
        return
      }
      try pipeline.addHandler(
        IdleStateHandler(readTimeout: .seconds(Int64(limits.idleSeconds))))
      try pipeline.addHandler(
        LineSession(limits: limits) { [self] in
          isStopping.load(ordering: .relaxed)
        })
    }
  }

  /// Counts a connection, and returns whether its address may have one more.
  private func admit(_ channel: any Channel, from address: String) -> Bool {
    let network = ClientNetwork.of(address)
    guard connections.add(network) else {
      logger.notice("connection refused", metadata: ["address": "\(address)"])
      return false
    }
    status.lineConnections.add(1, ordering: .relaxed)
    channel.closeFuture.whenComplete { [connections, status] _ in
      connections.remove(network)
      status.lineConnections.subtract(1, ordering: .relaxed)
    }
    return true
  }
}
