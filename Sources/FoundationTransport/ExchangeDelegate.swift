import Foundation
import RemoteTransport
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Collects the responses to the tasks of a session.
final class ExchangeDelegate: NSObject, URLSessionDataDelegate {
  /// A response that is not complete yet.
  private struct Pending: Sendable {
    var status = 0
    var headers: [HTTPHeader] = []
    var body: [UInt8] = []
    let timeout: Int
    /// Why the task was cancelled here.
    var reason: TransportError.Reason?
    let finish: @Sendable (Result<HTTPResponse, TransportError>) -> Void
  }

  private let pending = Mutex<[Int: Pending]>([:])

  /// Registers a task before it is resumed.
  ///
  /// - Parameter finish: takes the response, or the error.
  func expect(
    _ task: URLSessionTask, timeout: Int,
    _ finish: @escaping @Sendable (Result<HTTPResponse, TransportError>) -> Void
  ) {
    pending.withLock {
      $0[task.taskIdentifier] = Pending(timeout: timeout, finish: finish)
    }
  }

  /// Cancels the task of a redirection, so that passwords are not sent to another address.
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    let place = PlainText.of(request.url?.absoluteString ?? "another address")
    change(task) { $0.reason = .moved(place) }
    completionHandler(nil)
    task.cancel()
  }

  /// Takes the status and the headers, and cancels a task whose response is too long.
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    let isTooLong = response.expectedContentLength > Int64(HTTPResponse.bodyLimit)
    change(dataTask) { pending in
      guard let response = response as? HTTPURLResponse else { return }
      pending.status = response.statusCode
      pending.headers = response.allHeaderFields.compactMap { name, value in
        guard let name = name as? String, let value = value as? String else { return nil }
        return HTTPHeader(name, value)
      }.sorted { $0.name < $1.name }
      if isTooLong { pending.reason = .tooLong }
    }
    completionHandler(isTooLong ? .cancel : .allow)
  }

  /// Collects the body, up to the limit.
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLong = change(dataTask) { pending in
      guard pending.body.count + data.count <= HTTPResponse.bodyLimit else {
        pending.reason = .tooLong
        return true
      }
      pending.body.append(contentsOf: data)
      return false
    }
    if isTooLong == true { dataTask.cancel() }
  }

  /// Hands over the response, or the error.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    guard let done = pending.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else {
      return
    }
    if let reason = done.reason {
      done.finish(.failure(TransportError(reason)))
    } else if let error {
      done.finish(.failure(TransportError(error, timeout: done.timeout)))
    } else {
      done.finish(
        .success(HTTPResponse(status: done.status, headers: done.headers, body: done.body)))
    }
  }

  @discardableResult
  private func change<Result: Sendable>(
    _ task: URLSessionTask, _ body: (inout Pending) -> Result
  ) -> Result? {
    pending.withLock { all in
      guard var one = all[task.taskIdentifier] else { return nil }
      defer { all[task.taskIdentifier] = one }
      return body(&one)
    }
  }
}
