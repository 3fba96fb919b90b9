import Foundation
import Platform
package import RemoteTransport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Carries requests over the network by Foundation's `URLSession`.
///
/// It keeps no cookies, caches or credentials, and follows no redirections: what a client sends
/// goes where the player connected to and nowhere else.
package final class URLSessionTransport: BackgroundTransport {
  private let url: ServiceURL
  private let exchanges = ExchangeDelegate()
  private let session: URLSession
  private let wakeup: WakeupPipe?
  private let answer = Mailbox()

  /// A transport to a service.
  package init(_ url: ServiceURL) {
    self.url = url
    let settings = URLSessionConfiguration.ephemeral
    settings.httpCookieStorage = nil
    settings.httpShouldSetCookies = false
    settings.httpCookieAcceptPolicy = .never
    settings.urlCache = nil
    settings.urlCredentialStorage = nil
    settings.requestCachePolicy = .reloadIgnoringLocalCacheData
    session = URLSession(configuration: settings, delegate: exchanges, delegateQueue: nil)
    wakeup = WakeupPipe()
  }

  deinit { session.invalidateAndCancel() }

  /// Sends a request and waits for the answer.
  package func send(_ request: HTTPRequest) throws(TransportError) -> HTTPResponse {
    let done = DispatchSemaphore(value: 0)
    let result = Mailbox()
    let task = start(request) { answer in
      result.put(answer)
      done.signal()
    }
    // The session's own limit ends a silence; this one ends an answer that trickles.
    if done.wait(timeout: .now() + .seconds(request.patience)) == .timedOut {
      task?.cancel()
      throw TransportError(.late(seconds: request.patience))
    }
    return try (result.take() ?? .failure(TransportError(.broken("it ended")))).get()
  }

  /// Becomes readable when the answer to a request sent by ``begin(_:)`` has come.
  package var descriptor: Int32 { wakeup?.readEnd ?? -1 }

  /// Sends a request without waiting for its answer.
  package func begin(_ request: HTTPRequest) {
    let (answer, wakeup) = (answer, wakeup)
    start(request) { result in
      answer.put(result)
      wakeup?.wake()
    }
  }

  /// The answer to the request sent by ``begin(_:)``, once it has come.
  package func take() -> Result<HTTPResponse, TransportError>? {
    guard let result = answer.take() else { return nil }
    wakeup?.drain()
    return result
  }

  @discardableResult
  private func start(
    _ request: HTTPRequest,
    _ finish: @escaping @Sendable (Result<HTTPResponse, TransportError>) -> Void
  ) -> URLSessionDataTask? {
    guard let address = URL(string: url.text + request.path) else {
      finish(.failure(TransportError(.unreachable("the address is none"))))
      return nil
    }
    var sent = URLRequest(url: address, timeoutInterval: TimeInterval(request.patience))
    sent.httpMethod = request.method.rawValue
    for header in request.headers { sent.setValue(header.value, forHTTPHeaderField: header.name) }
    if request.method == .post { sent.httpBody = Data(request.body) }
    let task = session.dataTask(with: sent)
    exchanges.expect(task, patience: request.patience, finish)
    task.resume()
    return task
  }
}
