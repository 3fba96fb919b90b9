import ArgumentParser
import GameCatalog
import HTTPTypes
import Hummingbird
import HummingbirdCore
import MCP
import NIOCore
import ParlorEngine

/// The Model Context Protocol over HTTP, at `/mcp`, for agents on this machine.
///
/// Only a server that no other machine can reach has it: ``RequestGuard`` refuses requests to
/// another host, and the protocol itself those of pages of other sites.
struct AgentRoutes: Sendable {
  private let service = AgentService()
  let limits: WebLimits

  /// Adds the route to a router.
  func add(to router: Router<WebContext>) {
    for method in [HTTPRequest.Method.get, .post, .put, .patch, .delete] {
      router.on("/mcp", method: method) { request, _ in try await respond(to: request) }
    }
  }

  private func respond(to request: Request) async throws -> Response {
    let body = try await request.body.collect(upTo: limits.bodySize)
    let answer = await service.answer(
      method: request.method.rawValue, headers: request.headers,
      body: Array(body.readableBytesView))
    var headers: HTTPFields = [.cacheControl: "no-store"]
    headers[.contentType] = answer.type
    headers[.allow] = answer.allowed
    return Response(
      status: .init(code: answer.status), headers: headers,
      body: .init(byteBuffer: ByteBuffer(bytes: answer.body)))
  }
}

/// The server of the protocol, which answers one request after the other. Its sessions give no
/// advice, which can take seconds of the server's time.
private actor AgentService {
  /// The most sessions that are open at a time.
  private static let mostSessions = 256
  /// The milliseconds after which a session that is not used is closed.
  private static let idleMilliseconds: Int64 = 3_600_000

  private let server: MCPServer

  init() {
    var options = MCPOptions(
      version: Parlord.configuration.version, kinds: GameCatalog.games.map { GameKind($0) })
    options.allowsAdvice = false
    options.mostSessions = Self.mostSessions
    options.idleMilliseconds = Self.idleMilliseconds
    options.callMilliseconds = LineLimits().lineMilliseconds
    server = MCPServer(options)
  }

  func answer(method: String, headers: HTTPFields, body: [UInt8]) -> MCPHTTPResponse {
    let request = MCPHTTPRequest(method: method, body: body) { name in
      HTTPField.Name(name).flatMap { headers[$0] }
    }
    return server.answer(request) { ListenAddress.isLoopback(authority: $0) }
  }
}
