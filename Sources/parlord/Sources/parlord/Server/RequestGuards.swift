import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes
import ParlorKit

/// Limits the number of requests of each address, refuses those to another host, and logs requests.
///
/// The log has method, path, status, time and address, but no query, body, header or cookie.
struct RequestGuard: RouterMiddleware {
  let limits: WebLimits
  let proxies: TrustedProxies
  let status: ServerStatus
  /// Whether only this machine can reach the port.
  let isLocal: Bool
  let requests: RateLimiter

  init(_ limits: WebLimits, proxies: TrustedProxies, status: ServerStatus, isLocal: Bool) {
    self.limits = limits
    self.proxies = proxies
    self.status = status
    self.isLocal = isLocal
    requests = RateLimiter(limit: limits.requests, period: limits.requestPeriod)
  }

  func handle(
    _ request: Request, context: WebContext,
    next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    let (start, clock) = (SystemClock.monotonic, ContinuousClock.now)
    var context = context
    context.readHeaders(request.headers, of: proxies)
    guard requests.count(ClientNetwork.of(context.address), at: start) else {
      var response = LogikRoutes.response(429, ["error": "too many requests"])
      response.headers[.retryAfter] = "10"
      status.count("other", status: "429", duration: .now - clock)
      return response
    }
    var response: Response
    do {
      response = try await isForUs(request) ? next(request, context) : Self.misdirected
    } catch let error as any HTTPResponseError {
      // Such as an unknown path, or a body that is too large.
      let reason = error.status.reasonPhrase.lowercased()
      response = LogikRoutes.response(error.status.code, ["error": .string(reason)])
    }
    let label = context.label.value
    status.count(
      label.action ?? "other", status: label.hasFailed ? "error" : "\(response.status.code)",
      duration: .now - clock)
    response.headers[.xContentTypeOptions] = "nosniff"
    // A response that a browser takes for a page can neither run nor load anything.
    if response.headers[.contentSecurityPolicy] == nil {
      response.headers[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'"
    }
    context.logger.info(
      "request",
      metadata: [
        "method": "\(request.method.rawValue)", "path": "\(request.uri.path.prefix(200))",
        "status": "\(response.status.code)", "ms": "\(SystemClock.monotonic - start)",
        "address": "\(context.address)",
      ])
    return request.method == .head ? response.createHeadResponse() : response
  }
}

extension RequestGuard {
  /// Whether the host of a request is that of this server. The name of another site may lead a
  /// browser to this machine (DNS rebinding); its pages would then be of the same site.
  private func isForUs(_ request: Request) -> Bool {
    !isLocal || ListenAddress.isLoopback(authority: request.head.authority)
  }

  private static var misdirected: Response {
    LogikRoutes.response(
      421,
      ["error": "this server answers to localhost only; behind a proxy it needs --trusted-proxy"])
  }
}

extension Request {
  /// Whether it comes from a page of this site or from no page, as far as its headers tell.
  var isSameSite: Bool {
    if let site = HTTPField.Name("Sec-Fetch-Site").flatMap({ headers[$0] }) {
      return site == "same-origin" || site == "none"
    }
    guard let origin = headers[.origin] else { return true }
    let host = head.authority ?? ""
    return origin == "http://\(host)" || origin == "https://\(host)"
  }
}

/// Closes a connection beyond the limit of its address, or if its client does not send a request or
/// read the response in time. A stream of events may last, as long as its client reads what is
/// sent. When the server stops, little time is left for all.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let limits: WebLimits
  private let connections: ConnectionCounter
  private let proxies: TrustedProxies
  private var deadline: Scheduled<Void>?
  /// Whether the response is a stream of events.
  private var isStream = false
  private var isStopping = false

  init(_ limits: WebLimits, _ connections: ConnectionCounter, _ proxies: TrustedProxies) {
    self.limits = limits
    self.proxies = proxies
    self.connections = connections
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    do { try Persistence.add(to: context) } catch { return channel.close(promise: nil) }
    let peer = channel.remoteAddress?.ipAddress ?? "local"
    // A proxy has the connections of all its clients.
    if !proxies.contain(peer) {
      let address = ClientNetwork.of(peer)
      guard connections.add(address) else { return channel.close(promise: nil) }
      channel.closeFuture.whenComplete { [connections] _ in connections.remove(address) }
    }
    close(context, in: limits.requestSeconds)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head = unwrapInboundIn(data) { close(context, in: limits.requestSeconds) }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let head):
      isStream = head.headerFields[.contentType] == "text/event-stream"
      if isStream { close(context, in: limits.idleSeconds) }
    case .body:
      guard isStream, !isStopping else { break }
      // Signs of life are written all the time; what counts is that the client takes them.
      let written = promise ?? context.eventLoop.makePromise()
      written.futureResult.assumeIsolated().whenSuccess { [limits] in
        if self.isStream, !self.isStopping { self.close(context, in: limits.idleSeconds) }
      }
      return context.write(data, promise: written)
    case .end:
      isStream = false
      // The header of the next request must be complete in time, however slowly its bytes arrive.
      close(context, in: limits.idleSeconds)
    }
    context.write(data, promise: promise)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent {
      isStopping = true
      close(context, in: limits.closingSeconds)
    }
    context.fireUserInboundEventTriggered(event)
  }

  func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

  /// Closes the connection after some seconds, unless there is a later deadline until then.
  private func close(_ context: ChannelHandlerContext, in seconds: Int) {
    deadline?.cancel()
    let channel = context.channel
    deadline = context.eventLoop.scheduleTask(in: .seconds(Int64(seconds))) {
      channel.close(promise: nil)
    }
  }
}
