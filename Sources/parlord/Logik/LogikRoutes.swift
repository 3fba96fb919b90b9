#if Server
  import ParlorKit
  import Platform
  import HTTPTypes
  import Hummingbird
  import HummingbirdCore
  import Logging
  import NIOCore

  /// The routes `/api/v2/login` and `/api/v2/logik/…`, which take and return JSON.
  struct LogikRoutes: Sendable {
    let service: LogikService
    let limits: WebLimits
    /// Whether `?sleepy=true` delays a response and `?badServer=true` makes it fail, as the original
    /// server did for tests of clients.
    let misbehaves: Bool

    private static let sleepyDelay = Duration.seconds(3)

    /// Adds the routes to a router.
    func add(to router: Router<WebContext>) {
      let group = router.group("/api/v2")
      group.post("login") { request, context in
        try await respond(request) { try await service.login($0, from: context.address) }
      }
      group.post("logik/start") { request, _ in
        try await respond(request) { try await service.start($0, token: token(of: request)) }
      }
      group.post("logik/guess") { request, _ in
        try await respond(request) { try await service.guess($0, token: token(of: request)) }
      }
      group.get("logik/ranking") { request, _ in
        try await respond(request) { _ in try await service.ranking(token: token(of: request)) }
      }
    }

    private func token(of request: Request) -> String? {
      HTTPField.Name("access_token").flatMap { request.headers[$0] }
    }

    private func respond(
      _ request: Request, _ handle: ([UInt8]) async throws -> Value
    ) async throws -> Response {
      let body = try await request.body.collect(upTo: limits.bodySize)
      if misbehaves {
        let switches = Form(urlEncoded: (request.uri.query ?? "").utf8)
        if switches["sleepy"] == "true" { try await Task.sleep(for: Self.sleepyDelay) }
        if switches["badServer"] == "true" {
          return Self.response(500, ["error": "the server misbehaves as it was asked to"])
        }
      }
      do {
        return Self.response(200, try await handle(Array(body.readableBytesView)))
      } catch let error as LogikError {
        return Self.response(error.status, ["error": .string(error.message)])
      } catch {
        service.backend.logger.error("request failed", metadata: ["error": "\(type(of: error))"])
        return Self.response(500, ["error": "internal error"])
      }
    }

    private static func response(_ status: Int, _ value: Value) -> Response {
      Response(
        status: .init(code: status),
        headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
        body: .init(byteBuffer: ByteBuffer(bytes: value.bytes)))
    }
  }
#endif
