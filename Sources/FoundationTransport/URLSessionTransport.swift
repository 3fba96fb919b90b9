import Foundation
import Platform
package import RemoteTransport
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests over the network with Foundation's `URLSession`.
///
/// It stores no cookies, caches or credentials, and follows no redirections: requests go only to the
/// address that the player connected to.
package final class URLSessionTransport: BackgroundTransport {
  private let url: ServiceURL
  private let exchanges = ExchangeDelegate()
  private let session: URLSession
  private let wakeup: WakeupPipe?
  private let answer = Mailbox()

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

  /// Sends a request and waits for the response.
  package func send(_ request: HTTPRequest) throws(TransportError) -> HTTPResponse {
    let done = DispatchSemaphore(value: 0)
    let result = Mailbox()
    let task = start(request) { answer in
      result.put(answer)
      done.signal()
    }
    // The timeout of the session is for silence; this one is for the whole response.
    if done.wait(timeout: .now() + .seconds(request.timeout)) == .timedOut {
      task?.cancel()
      throw TransportError(.late(seconds: request.timeout))
    }
    return try (result.take() ?? .failure(TransportError(.broken("it ended without a response"))))
      .get()
  }

  /// Becomes readable when the response to ``begin(_:)`` has come.
  package var descriptor: Int32 { wakeup?.readEnd ?? -1 }

  /// Sends a request without waiting for the response.
  package func begin(_ request: HTTPRequest) {
    let (answer, wakeup) = (answer, wakeup)
    start(request) { result in
      answer.put(result)
      wakeup?.wake()
    }
  }

  /// The response to ``begin(_:)``, once it has come.
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
      finish(.failure(TransportError(.unreachable("the address is not valid"))))
      return nil
    }
    var sent = URLRequest(url: address, timeoutInterval: TimeInterval(request.timeout))
    sent.httpMethod = request.method.rawValue
    for header in request.headers { sent.setValue(header.value, forHTTPHeaderField: header.name) }
    if request.method == .post { sent.httpBody = Data(request.body) }
    let task = session.dataTask(with: sent)
    exchanges.expect(task, timeout: request.timeout, finish)
    task.resume()
    return task
  }
}

/// Passes a response from the thread that receives it to the one that waits for it.
private final class Mailbox: Sendable {
  private let content = Mutex<Result<HTTPResponse, TransportError>?>(nil)

  func put(_ answer: Result<HTTPResponse, TransportError>) { content.withLock { $0 = answer } }

  func take() -> Result<HTTPResponse, TransportError>? { content.withLock { $0.take() } }
}
