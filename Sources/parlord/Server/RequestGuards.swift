#if Server
  import HTTPTypes
  import Hummingbird
  import HummingbirdCore
  import Logging
  import NIOCore
  import NIOHTTPTypes
  import Platform

  /// Limits the number of requests of each address, and logs requests.
  ///
  /// The log has method, path, status, time and address, but no query, body, header or cookie.
  struct RequestGuard: RouterMiddleware {
    let limits: WebLimits
    let requests: RateLimiter

    init(_ limits: WebLimits) {
      self.limits = limits
      requests = RateLimiter(limit: limits.requests, period: 10_000)
    }

    func handle(
      _ request: Request, context: WebContext,
      next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
      let start = SystemClock.monotonic
      guard requests.count(context.address, at: start) else {
        return Response(status: .tooManyRequests, headers: [.retryAfter: "10"])
      }
      var response: Response
      do {
        response = try await next(request, context)
      } catch let error as any HTTPResponseError {
        response = Response(status: error.status)
      }
      response.headers[.xContentTypeOptions] = "nosniff"
      context.logger.info(
        "request",
        metadata: [
          "method": "\(request.method.rawValue)", "path": "\(request.uri.path.prefix(200))",
          "status": "\(response.status.code)", "ms": "\(SystemClock.monotonic - start)",
          "address": "\(context.address)",
        ])
      return response
    }
  }

  /// Closes the connection if a client does not send its request or read the response in time.
  final class RequestDeadline: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let timeout: TimeAmount
    private var deadline: Scheduled<Void>?

    init(seconds: Int) { timeout = .seconds(Int64(seconds)) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      if case .head = unwrapInboundIn(data), deadline == nil {
        let channel = context.channel
        deadline = context.eventLoop.scheduleTask(in: timeout) { channel.close(promise: nil) }
      }
      context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      if case .end = unwrapOutboundIn(data) { cancel() }
      context.write(data, promise: promise)
    }

    func channelInactive(context: ChannelHandlerContext) {
      cancel()
      context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { cancel() }

    private func cancel() {
      deadline?.cancel()
      deadline = nil
    }
  }
#endif
