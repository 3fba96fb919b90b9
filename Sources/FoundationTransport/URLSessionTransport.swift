import Foundation
import Platform
package import RemoteTransport
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests over the network with Foundation's `URLSession`, each on its own connection.
///
/// It follows no redirections: requests go only to the address that the player connected to.
package final class URLSessionTransport: BackgroundTransport {
  private let url: ServiceURL
  private let wakeup = WakeupPipe()
  private let answer = ResponseBox()

  package init(_ url: ServiceURL) { self.url = url }

  /// Sends a request and waits for the response.
  package func send(_ request: HTTPRequest) throws(TransportError) -> HTTPResponse {
    let done = DispatchSemaphore(value: 0)
    let result = ResponseBox()
    start(request) { answer in
      result.put(answer)
      done.signal()
    }
    done.wait()
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
    }
  }

  /// The response to ``begin(_:)``; `nil` until it has arrived.
  package func take() -> Result<HTTPResponse, TransportError>? {
    guard let result = answer.take() else { return nil }
    wakeup?.drain()
    return result
  }

  private func start(_ request: HTTPRequest, _ finish: @escaping NetworkExchange.Finish) {
    guard let address = URL(string: url.text + request.path) else {
      return finish(.failure(TransportError(.unreachable("the address is not valid"))))
    }
    var sent = URLRequest(url: address)
    sent.httpMethod = request.method.rawValue
    for header in request.headers { sent.setValue(header.value, forHTTPHeaderField: header.name) }
    sent.setValue("close", forHTTPHeaderField: "Connection")
    if request.method == .post { sent.httpBody = Data(request.body) }
    NetworkExchange.start(sent, timeout: request.timeout, finish)
  }
}

/// Passes a response from the thread that receives it to the one that waits for it.
private final class ResponseBox: Sendable {
  private let content = Mutex<Result<HTTPResponse, TransportError>?>(nil)

  func put(_ answer: Result<HTTPResponse, TransportError>) { content.withLock { $0 = answer } }

  func take() -> Result<HTTPResponse, TransportError>? { content.withLock { $0.take() } }
}
