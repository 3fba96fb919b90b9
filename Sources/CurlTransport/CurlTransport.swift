import Platform
package import RemoteTransport
import Synchronization

/// Sends requests over the network with libcurl, each on its own connection and its own thread.
///
/// It follows no redirections: requests go only to the address that the player connected to.
package final class CurlTransport: BackgroundTransport {
  private let url: ServiceURL
  private let wakeup = WakeupPipe()
  private let answer = ResponseBox()

  package init(_ url: ServiceURL) { self.url = url }

  /// Sends a request and waits for the response.
  package func send(_ request: HTTPRequest) throws(TransportError) -> HTTPResponse {
    let result = ResponseBox()
    start(request) { result.put($0) }?.join()
    return try (result.take() ?? .failure(TransportError(.broken("it ended without a response"))))
      .get()
  }

  /// Becomes readable when the response to ``begin(_:)`` has arrived.
  package var descriptor: Int32 { wakeup?.readEnd ?? -1 }

  /// Sends a request without waiting for the response.
  package func begin(_ request: HTTPRequest) {
    let (answer, wakeup) = (answer, wakeup)
    start(request) { result in
      answer.put(result)
      wakeup?.wake()
    }?.detach()
  }

  /// The response to ``begin(_:)``; `nil` until it has arrived.
  package func take() -> Result<HTTPResponse, TransportError>? {
    guard let result = answer.take() else { return nil }
    wakeup?.drain()
    return result
  }

  /// Sends a request on a new thread.
  ///
  /// - Parameter finish: is called once, on that thread; or at once, if there is none.
  /// - Returns: the thread, to be joined or detached.
  private func start(
    _ request: HTTPRequest,
    _ finish: @escaping @Sendable (Result<HTTPResponse, TransportError>) -> Void
  ) -> Thread? {
    let address = url.text + request.path
    let thread = Thread.start { finish(CurlExchange.result(of: request, to: address)) }
    if thread == nil {
      finish(.failure(TransportError(.unreachable("the system starts no more threads"))))
    }
    return thread
  }
}

/// Passes a response from the thread that receives it to the one that waits for it.
private final class ResponseBox: Sendable {
  private let content = Mutex<Result<HTTPResponse, TransportError>?>(nil)

  func put(_ answer: Result<HTTPResponse, TransportError>) { content.withLock { $0 = answer } }

  func take() -> Result<HTTPResponse, TransportError>? { content.withLock { $0.take() } }
}
