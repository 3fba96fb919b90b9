import Foundation
import RemoteTransport
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Gathers the answers to the tasks of a session.
final class ExchangeDelegate: NSObject, URLSessionDataDelegate {
  /// An answer that is on its way.
  private struct Pending: Sendable {
    var status = 0
    var headers: [HTTPHeader] = []
    var body: [UInt8] = []
    let patience: Int
    var refusal: TransportError.Reason?
    let finish: @Sendable (Result<HTTPResponse, TransportError>) -> Void
  }

  private let pending = Mutex<[Int: Pending]>([:])

  /// Waits for the answer to a task that was not yet resumed.
  func expect(
    _ task: URLSessionTask, patience: Int,
    _ finish: @escaping @Sendable (Result<HTTPResponse, TransportError>) -> Void
  ) {
    pending.withLock {
      $0[task.taskIdentifier] = Pending(patience: patience, finish: finish)
    }
  }

  /// Follows no redirection.
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    let place = PlainText.of(request.url?.absoluteString ?? "another address")
    change(task) { $0.refusal = .moved(place) }
    completionHandler(nil)
    task.cancel()
  }

  /// Notes status and headers, and turns away what announces to be too long.
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
      if isTooLong { pending.refusal = .tooLong }
    }
    completionHandler(isTooLong ? .cancel : .allow)
  }

  /// Gathers the body, up to the limit.
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLong = change(dataTask) { pending in
      guard pending.body.count + data.count <= HTTPResponse.bodyLimit else {
        pending.refusal = .tooLong
        return true
      }
      pending.body.append(contentsOf: data)
      return false
    }
    if isTooLong == true { dataTask.cancel() }
  }

  /// Hands the answer over, or why there is none.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    guard let done = pending.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else {
      return
    }
    if let refusal = done.refusal {
      done.finish(.failure(TransportError(refusal)))
    } else if let error {
      done.finish(.failure(TransportError(error, patience: done.patience)))
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
