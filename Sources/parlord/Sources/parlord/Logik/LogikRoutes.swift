import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ParlorKit

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
    add("login", .post, to: group) { request, context in
      let client = ClientInfo(
        address: context.address, isApp: true, isWaiting: { context.isConnected })
      return try await respond(request) { try await service.login($0, from: client) }
    }
    add("logik/start", .post, to: group) { request, _ in
      try await respond(request) { try await service.start($0, token: token(of: request)) }
    }
    add("logik/guess", .post, to: group) { request, _ in
      try await respond(request) { try await service.guess($0, token: token(of: request)) }
    }
    add("logik/ranking", .get, to: group) { request, context in
      try await respond(request) { _ in
        try await service.ranking(
          token: token(of: request), slots: request.uri.queryParameters["slots"].map(String.init),
          site: site(of: request, context))
      }
    }
    group.get("icons/:player/:size") { _, context in try Self.icon(context) }
  }

  /// Adds a route. Requests with other methods get the status 405.
  private func add(
    _ name: String, _ method: HTTPRequest.Method, to group: RouterGroup<WebContext>,
    _ handle: @escaping @Sendable (Request, WebContext) async throws -> Response
  ) {
    let path = RouterPath(name)
    group.on(path, method: method) { request, context in
      context.label.set(name)
      return try await handle(request, context)
    }
    for other in [HTTPRequest.Method.get, .post, .put, .patch, .delete] where other != method {
      group.on(path, method: other) { _, _ in
        var response = Self.response(405, ["error": .string("use \(method.rawValue)")])
        response.headers[.allow] = method.rawValue
        return response
      }
    }
  }

  /// The address of this server, as the client knows it.
  private func site(of request: Request, _ context: WebContext) -> String {
    "\(context.isSecure ? "https" : "http")://\(request.head.authority ?? "localhost")"
  }

  /// The picture of a player: a symmetric pattern in a colour, both made from the player's number.
  private static func icon(_ context: WebContext) throws -> Response {
    let size = context.parameters.get("size").flatMap { name in
      ["512.svg": 512, "192.svg": 192, "72.svg": 72][name]
    }
    guard let size, let player = context.parameters.get("player", as: Int.self) else {
      throw HTTPError(.notFound)
    }
    let bits = Array(Secrets.md5("icon \(player)").utf8)
    var squares = ""
    for row in 0..<5 {
      for column in 0..<5 where bits[row * 3 + min(column, 4 - column)] % 2 == 0 {
        squares += "M\(column) \(row)h1v1h-1z"
      }
    }
    let hue = bits.suffix(8).reduce(0) { ($0 * 31 + Int($1)) % 360 }
    let picture = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(size)" height="\(size)" \
      viewBox="-1 -1 7 7"><path fill="hsl(\(hue),60%,45%)" d="\(squares)"/></svg>
      """
    return Response(
      status: .ok,
      headers: [.contentType: "image/svg+xml", .cacheControl: "public, max-age=86400"],
      body: .init(byteBuffer: ByteBuffer(string: picture)))
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
      var response = Self.response(error.status, ["error": .string(error.message)])
      if let seconds = error.retryAfter { response.headers[.retryAfter] = String(seconds) }
      return response
    } catch {
      service.backend.logger.error("request failed", metadata: ["error": "\(error.loggable)"])
      return Self.response(500, ["error": "internal error"])
    }
  }

  static func response(_ status: Int, _ value: Value) -> Response {
    Response(
      status: .init(code: status),
      headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
      body: .init(byteBuffer: ByteBuffer(bytes: value.bytes)))
  }
}
