#if Server
  import GRDB
  import Hummingbird
  import HummingbirdCore
  import HummingbirdTLS
  import Logging
  import NIOCore
  import NIOSSL

  /// The HTTP side: all routes behind one port.
  struct WebService: Sendable {
    let backend: Backend
    let limits: WebLimits
    let logikRules: LogikRules
    let misbehaves: Bool
    /// The certificate, if the port speaks TLS.
    let tls: TLSConfiguration?

    /// The routes.
    var router: Router<WebContext> {
      let router = Router(context: WebContext.self)
      router.add(middleware: GuardMiddleware(limits))
      router.get("/health") { _, _ in try await health() }
      FarkleTenRoute(
        service: FarkleTenService(backend: backend), limits: limits, isSecure: tls != nil
      ).add(to: router)
      LogikRoutes(
        service: LogikService(backend: backend, rules: logikRules), limits: limits,
        misbehaves: misbehaves
      ).add(to: router)
      return router
    }

    /// The application, bound to an address when it runs.
    ///
    /// - Parameter onRunning: called with the bound address.
    func application(
      host: String, port: Int, onRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
    ) throws -> some ApplicationProtocol {
      let limits = limits
      let http = HTTPServerBuilder.http1(
        configuration: .init(
          additionalChannelHandlers: [RequestDeadline(seconds: limits.requestSeconds)],
          idleTimeout: .seconds(Int64(limits.idleSeconds)),
          httpDecoderConfiguration: .init(
            maxHeaderFieldSize: 8192, maxHeaderListSize: 16_384, maxHeaderFieldCount: 64)))
      return Application(
        router: router,
        server: try tls.map { try .tls(http, tlsConfiguration: $0) } ?? http,
        configuration: ApplicationConfiguration(
          address: .hostname(host, port: port), serverName: "parlord",
          availableConnectionsDelegate: MaximumAvailableConnections(
            limits.connections, logger: backend.logger)),
        onServerRunning: onRunning, logger: backend.logger)
    }

    /// `GET /health`: whether the database answers.
    private func health() async throws -> Response {
      let isWell = (try? await backend.store.read { try Bool.fetchOne($0, sql: "SELECT 1") }) != nil
      return Response(
        status: isWell ? .ok : .serviceUnavailable,
        headers: [.contentType: "application/json; charset=utf-8"],
        body: .init(
          byteBuffer: ByteBuffer(string: isWell ? #"{"status":"ok"}"# : #"{"status":"down"}"#)))
    }
  }
#endif
