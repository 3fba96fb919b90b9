import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import ParlorKit

/// The route `farkle_fetch.php`: it takes forms and returns JSON, always with status 200.
struct FarkleTenRoute: Sendable {
  let service: FarkleTenService
  let limits: WebLimits

  /// Twenty years, in seconds.
  private static let cookieLifetime = 20 * 365 * 86_400

  /// Adds the route to a router.
  func add(to router: Router<WebContext>) {
    router.on("/farkle_fetch.php", method: .post) { try await respond($0, $1) }
    router.on("/farkle_fetch.php", method: .get) { try await respond($0, $1) }
  }

  private func respond(_ request: Request, _ context: WebContext) async throws -> Response {
    let body = try await request.body.collect(upTo: limits.bodySize)
    let query = Form(urlEncoded: (request.uri.query ?? "").utf8)
    let posted = Form(urlEncoded: body.readableBytesView)
    let form = posted["action"] == nil ? query : posted
    var client = ClientInfo(
      address: context.address, token: posted["iossessionid"] ?? query["iossessionid"],
      isApp: posted["ios_app"] != nil || query["ios_app"] != nil,
      isForeign: !request.isSameSite, isWaiting: { context.isConnected })
    if client.token == nil, let token = request.cookies["farklesession"]?.value {
      client.token = token
      client.mayChange = request.method == .post && !client.isForeign
    }
    let result = await service.respond(to: form, from: client)
    context.label.set(
      FarkleTenService.name(of: form), hasFailed: result.value?["Error"]?.string != nil)
    var response = Response(
      status: .ok,
      headers: [.contentType: "text/html; charset=UTF-8", .cacheControl: "no-store"],
      body: .init(byteBuffer: ByteBuffer(bytes: result.value?.bytes ?? [])))
    func set(_ name: String, _ value: String, maxAge: Int? = nil, isHTTPOnly: Bool = false) {
      response.setCookie(
        Cookie(
          name: name, value: value, maxAge: maxAge, path: "/", secure: context.isSecure,
          httpOnly: isHTTPOnly, sameSite: .lax))
    }
    if request.cookies["FarkleOnline"] == nil {
      // The original server sets a second session cookie. Clients return it; it has no other use.
      set("FarkleOnline", Hex.text(service.backend.random.bytes(16)))
    }
    let lifetime = Self.cookieLifetime
    switch result.cookies {
    case .unchanged: break
    case .login(let player, let token):
      set("farklesession", token, maxAge: lifetime, isHTTPOnly: true)
      set("playerid", String(player), maxAge: lifetime)
      set("loggedin", "1", maxAge: lifetime)
    case .logout:
      set("farklesession", "deleted", maxAge: 0, isHTTPOnly: true)
      set("loggedin", "deleted", maxAge: 0)
    }
    return response
  }
}
