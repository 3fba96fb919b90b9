import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import ParlorEngine
import ParlorKit

/// The page to play at, at `/`, and what it asks the server, at `/play`.
///
/// A client names its session by a handle in the header `Authorization`. There are no cookies: a
/// page of another site has no handle, and a browser adds none by itself.
struct PageRoutes: Sendable {
  let sessions: PageSessions
  let limits: WebLimits

  /// The page may load its own files and ask this server, and nothing else.
  private static let policy = """
    default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'
    """

  /// Adds the routes to a router.
  func add(to router: Router<WebContext>) {
    let files: [(path: RouterPath, type: String, bytes: [UInt8])] = [
      ("/", "text/html", PackageResources.page_html),
      ("/page.css", "text/css", PackageResources.page_css),
      ("/page.js", "text/javascript", PackageResources.page_js),
      ("/fair.js", "text/javascript", PackageResources.fair_js),
    ]
    for (path, type, bytes) in files {
      let body = ByteBuffer(bytes: bytes)
      router.get(path) { _, context in
        context.label.set("page")
        return Response(
          status: .ok,
          headers: [
            .contentType: "\(type); charset=utf-8", .cacheControl: "no-cache",
            .contentSecurityPolicy: Self.policy, Self.referrerPolicy: "no-referrer",
          ], body: .init(byteBuffer: body))
      }
    }
    add("/play", .get, to: router) { _, _ in
      Self.response(200, ["games": .array(LineSession.kinds.map(\.data))])
    }
    add("/play", .post, to: router) { try await open($0, $1) }
    add("/play", .delete, to: router) { request, _ in
      _ = try await line(of: request)
      return try await find(request, as: .player) { session in
        sessions.close(session, "the player has left")
        return Self.response(200, [:])
      }
    }
    add("/play/line", .post, to: router) { try await run($0, $1) }
    add("/play/complete", .post, to: router) { request, _ in
      let line = try await line(of: request)
      return try await find(request, as: .player) { session in
        Self.response(200, await session.completion(of: line))
      }
    }
    add("/play/replay", .get, to: router) { request, _ in
      try await find(request) { session, _ in
        Self.response(200, written: await session.replay())
      }
    }
    add("/play/events", .get, to: router) { request, context in
      try await find(request) { try stream($0, $1, request, context) }
    }
  }

  private static let referrerPolicy = HTTPField.Name("Referrer-Policy") ?? .contentLocation

  private func add(
    _ path: RouterPath, _ method: HTTPRequest.Method, to router: Router<WebContext>,
    _ handle: @escaping @Sendable (Request, WebContext) async throws -> Response
  ) {
    router.on(path, method: method) { request, context in
      context.label.set("page")
      guard request.isSameSite else {
        return Self.response(403, "pages of other sites may not use this server")
      }
      do {
        return try await handle(request, context)
      } catch let refusal as Refusal {
        return Self.response(refusal.status, refusal.message)
      }
    }
  }

  /// A request that is refused.
  private struct Refusal: Error {
    var status: Int
    var message: String
  }

  // MARK: - Requests

  private func open(_ request: Request, _ context: WebContext) async throws -> Response {
    // Nothing is asked of the body, but its limit holds.
    _ = try await line(of: request)
    guard let handles = sessions.open(for: context.address) else {
      throw Refusal(
        status: 503, message: "too many games are open, or the server stops; try again later")
    }
    return Self.response(
      201, ["handle": .string(handles.player), "watch": .string(handles.onlooker)])
  }

  private func run(_ request: Request, _ context: WebContext) async throws -> Response {
    let line = try await line(of: request)
    return try await find(request, as: .player) { session in
      let (number, problem, isOver) = await session.run(line) { context.isConnected }
      if isOver { sessions.close(session, "the session is over") }
      return Self.response(
        202, ["number": .integer(number), "problem": problem.map { .string($0) } ?? .null])
    }
  }

  /// The body: a line, without its line break.
  private func line(of request: Request) async throws -> [UInt8] {
    let body = try await request.body.collect(upTo: limits.bodySize)
    var line = Array(body.readableBytesView)
    if line.last == 0x0A { line.removeLast() }
    if line.last == 0x0D { line.removeLast() }
    return line
  }

  /// Finds the session of the handle of a request.
  private func find(
    _ request: Request, _ body: (PageSession, PageRole) async throws -> Response
  ) async throws -> Response {
    let words = (request.headers[.authorization] ?? "").split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bearer" else {
      throw Refusal(status: 401, message: "the header Authorization is `Bearer HANDLE`")
    }
    guard let (session, role) = sessions.session(of: String(words[1])) else {
      throw Refusal(
        status: 404,
        message:
          "this game is gone: it was closed, no line was typed for \(sessions.idleTime), or"
          + " the server was started anew")
    }
    return try await body(session, role)
  }

  /// Finds the session of the handle of its player.
  private func find(
    _ request: Request, as: PageRole, _ body: (PageSession) async throws -> Response
  ) async throws -> Response {
    try await find(request) { session, role in
      guard role == .player else {
        throw Refusal(status: 403, message: "with this link one can only watch")
      }
      return try await body(session)
    }
  }

  /// Streams events from the one after `Last-Event-ID` on until the client leaves or the session
  /// ends.
  private func stream(
    _ session: PageSession, _ role: PageRole, _ request: Request, _ context: WebContext
  ) throws -> Response {
    guard let pass = StreamPass(sessions, context.address) else {
      throw Refusal(status: 503, message: "too many streams are open; try again later")
    }
    let last = HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }.flatMap { Int($0) }
    return Response(
      status: .ok,
      headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
      body: .init { writer in
        try await Self.send(session, role, from: last, to: &writer)
        _ = pass
      })
  }

  private static func send(
    _ session: PageSession, _ role: PageRole, from last: Int?,
    to writer: inout any ResponseBodyWriter
  ) async throws {
    let (id, wakeups) = session.addStream()
    defer { session.removeStream(id) }
    var last = last
    for await _ in wakeups {
      let end = session.end
      let (bytes, number) = await session.events(after: last, for: role)
      last = number
      // A line without an event is a sign of life.
      try await writer.write(ByteBuffer(bytes: bytes.isEmpty ? Array(":\n\n".utf8) : bytes))
      guard let end else { continue }
      let data = Value.object(["reason": .string(end)]).bytes
      try await writer.write(
        ByteBuffer(bytes: Array("event: end\ndata: ".utf8) + data + [0x0A, 0x0A]))
      break
    }
    try await writer.finish(nil)
  }

  /// Counts a stream for as long as its response lives, whether it is sent or not.
  private final class StreamPass: Sendable {
    private let sessions: PageSessions
    private let address: String

    init?(_ sessions: PageSessions, _ address: String) {
      guard sessions.addStream(for: address) else { return nil }
      self.sessions = sessions
      self.address = address
    }

    deinit { sessions.removeStream(for: address) }
  }

  // MARK: - Responses

  private static func response(_ status: Int, _ error: String) -> Response {
    response(status, ["error": .string(error)])
  }

  private static func response(_ status: Int, _ value: Value) -> Response {
    response(status, written: value.bytes)
  }

  private static func response(_ status: Int, written: [UInt8]) -> Response {
    Response(
      status: .init(code: status),
      headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
      body: .init(byteBuffer: ByteBuffer(bytes: written)))
  }
}
