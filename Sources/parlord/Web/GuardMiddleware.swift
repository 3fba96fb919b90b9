#if Server
  import HTTPTypes
  import Hummingbird
  import HummingbirdCore
  import Logging
  import Platform

  /// What every request passes: the limit of requests, the limit of time, the log.
  ///
  /// The log holds method, path, status, time and address; no query, body, header or cookie.
  struct GuardMiddleware: RouterMiddleware {
    let limits: WebLimits
    let requests: RateLimiter

    init(_ limits: WebLimits) {
      self.limits = limits
      requests = RateLimiter(limit: limits.requests, span: 10_000)
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
#endif
