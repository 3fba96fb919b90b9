import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import Synchronization

/// The limits for HTTP clients.
struct WebLimits: Sendable, Equatable {
  /// The maximum size of a request body in bytes.
  var bodySize = 16_384
  /// The maximum number of simultaneous connections.
  var connections = 1024
  /// The maximum number of simultaneous connections of one address; 0 for no limit.
  var connectionsPerAddress = 256
  /// The maximum number of requests of one address in ``requestPeriod``; 0 for no limit.
  var requests = 1000
  /// The time in which these requests are counted, in milliseconds.
  var requestPeriod: Int64 = 10_000
  /// The seconds that a request may take.
  var requestSeconds = 15
  /// The seconds after which an idle connection is closed.
  var idleSeconds = 75
  /// The seconds that a request has left when the server stops.
  var closingSeconds = 3
}

/// The HTTP server with all its routes.
struct WebService: Sendable {
  let backend: Backend
  let limits: WebLimits
  let logikRules: LogikRules
  let misbehaves: Bool
  /// The proxies through which clients come.
  let proxies: TrustedProxies
  /// Whether only this machine can reach the port.
  var isLocal = false
  /// Lets agents play, if they may.
  var agents: AgentRoutes?
  /// The page to play at, if it is served.
  var page: PageRoutes?

  var router: Router<WebContext> {
    let router = Router(context: WebContext.self)
    router.add(
      middleware: RequestGuard(
        limits, proxies: proxies, status: backend.status, isLocal: isLocal))
    for method in [HTTPRequest.Method.get, .head] {
      router.on("/health", method: method) { _, _ in await health() }
      router.on("/healthz", method: method) { _, _ in Self.response(.ok, "ok") }
      router.on("/readyz", method: method) { _, _ in await readiness() }
    }
    FarkleTenRoute(service: FarkleTenService(backend: backend), limits: limits).add(to: router)
    LogikRoutes(
      service: LogikService(backend: backend, rules: logikRules), limits: limits,
      misbehaves: misbehaves
    ).add(to: router)
    agents?.add(to: router)
    page?.add(to: router)
    return router
  }

  /// The application, which binds the address when it runs.
  ///
  /// - Parameter onRunning: called when the port is bound.
  func application(
    host: String, port: Int, onRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
  ) -> some ApplicationProtocol {
    let limits = limits
    let connections = ConnectionCounter(
      limit: limits.connections, perAddress: limits.connectionsPerAddress)
    let http = HTTPServerBuilder.http1(
      configuration: .init(
        additionalChannelHandlers: [ConnectionGuard(limits, connections, proxies)],
        idleTimeout: .seconds(Int64(limits.idleSeconds)),
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: 8192, maxHeaderListSize: 16_384, maxHeaderFieldCount: 64)))
    return Application(
      router: router,
      server: http,
      configuration: ApplicationConfiguration(
        address: .hostname(host, port: port), serverName: "parlord",
        availableConnectionsDelegate: MaximumAvailableConnections(
          limits.connections, logger: backend.logger)),
      onServerRunning: onRunning, logger: backend.logger)
  }

  /// `GET /health`: whether the database can be read and written.
  private func health() async -> Response {
    let isHealthy = await backend.store.isHealthy
    return Self.response(
      isHealthy ? .ok : .serviceUnavailable, isHealthy ? "ok" : "down")
  }

  /// `GET /readyz`: the same, and that the server does not stop.
  private func readiness() async -> Response {
    guard !backend.status.isDraining.load(ordering: .relaxed) else {
      return Self.response(.serviceUnavailable, "draining")
    }
    return await health()
  }

  /// What serves the port until the database can be used.
  static func starting(
    at address: ListenAddress, onRunning: @escaping @Sendable (any Channel) async -> Void
  ) -> some ApplicationProtocol {
    let router = Router()
    router.get("/healthz") { _, _ in response(.ok, "ok") }
    router.head("/healthz") { _, _ in response(.ok, "ok").createHeadResponse() }
    for path in ["/", "/**"] as [RouterPath] {
      router.on(path, method: .get) { _, _ in response(.serviceUnavailable, "starting") }
      router.on(path, method: .post) { _, _ in response(.serviceUnavailable, "starting") }
      router.on(path, method: .head) { _, _ in
        response(.serviceUnavailable, "starting").createHeadResponse()
      }
    }
    return Application(
      router: router,
      configuration: ApplicationConfiguration(
        address: .hostname(address.host, port: address.port), serverName: "parlord"),
      onServerRunning: onRunning)
  }

  private static func response(_ code: HTTPResponse.Status, _ status: String) -> Response {
    Response(
      status: code, headers: [.contentType: "application/json; charset=utf-8"],
      body: .init(byteBuffer: ByteBuffer(string: "{\"status\":\"\(status)\"}")))
  }
}

/// The name of a request in the figures, and whether it failed although its HTTP status is 200.
final class RequestLabel: Sendable {
  private let content = Mutex<(action: String?, hasFailed: Bool)>((nil, false))

  var value: (action: String?, hasFailed: Bool) { content.withLock { $0 } }

  func set(_ action: String, hasFailed: Bool = false) {
    content.withLock { $0 = (action, hasFailed) }
  }
}

/// The context of an HTTP request: the client.
struct WebContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The network address of the client; `local` if the connection has none.
  private(set) var address: String
  /// Whether the client uses TLS.
  private(set) var isSecure = false
  /// What the figures call the request; set by its route.
  let label = RequestLabel()
  private let channel: any Channel
  /// Whether the channel is a connection, rather than that of a test.
  private let isConnection: Bool

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
    isConnection = source.channel.isActive
    address = source.channel.remoteAddress?.ipAddress ?? "local"
  }

  /// Takes what proxies tell of the client in the headers of a request.
  mutating func readHeaders(_ headers: HTTPFields, of proxies: TrustedProxies) {
    (address, isSecure) = proxies.client(peer: address, headers: headers)
  }

  /// Whether the client is still connected.
  var isConnected: Bool { !isConnection || channel.isActive }
}
