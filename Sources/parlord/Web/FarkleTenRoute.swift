#if Server
  import HTTPTypes
  import Hummingbird
  import HummingbirdCore
  import NIOCore

  /// `farkle_fetch.php`: forms in, JSON out, whatever happens with status 200.
  struct FarkleTenRoute: Sendable {
    let service: FarkleTenService
    let limits: WebLimits
    /// Whether cookies go over TLS only.
    let isSecure: Bool

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
      let client = ClientInfo(
        address: context.address,
        token: posted["iossessionid"] ?? query["iossessionid"]
          ?? request.cookies["farklesession"]?.value,
        isApp: posted["ios_app"] != nil || query["ios_app"] != nil)
      let answer = await service.answer(form, for: client)
      var response = Response(
        status: .ok,
        headers: [.contentType: "text/html; charset=UTF-8", .cacheControl: "no-store"],
        body: .init(byteBuffer: ByteBuffer(bytes: answer.value?.bytes ?? [])))
      if request.cookies["FarkleOnline"] == nil {
        // The original has a second session by this name; clients send it back and that is all.
        set("FarkleOnline", Hex.text(service.backend.random.bytes(16)), for: nil, in: &response)
      }
      switch answer.cookies {
      case .unchanged: break
      case .login(let player, let token):
        set("farklesession", token, for: Self.cookieLifetime, in: &response, isHidden: true)
        set("playerid", String(player), for: Self.cookieLifetime, in: &response)
        set("loggedin", "1", for: Self.cookieLifetime, in: &response)
      case .logout:
        set("farklesession", "deleted", for: 0, in: &response, isHidden: true)
        set("loggedin", "deleted", for: 0, in: &response)
      }
      return response
    }

    private func set(
      _ name: String, _ value: String, for span: Int?, in response: inout Response,
      isHidden: Bool = false
    ) {
      response.setCookie(
        Cookie(
          name: name, value: value, maxAge: span, path: "/", secure: isSecure, httpOnly: isHidden,
          sameSite: .lax))
    }
  }
#endif
