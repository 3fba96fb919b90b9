import Foundation
import RemoteTransport
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request and its response, on its own connection.
///
/// A reused connection may break before the response, and then the library below sends the request
/// again by itself. An action would happen twice.
final class NetworkExchange: NSObject, URLSessionDataDelegate {
  /// Takes the response, or the error.
  typealias Finish = @Sendable (Result<HTTPResponse, TransportError>) -> Void

  private struct State: Sendable {
    var status = 0
    var headers: [HTTPHeader] = []
    var body: [UInt8] = []
    /// Why the task was cancelled here.
    var reason: TransportError.Reason?
    /// `nil` once it was called.
    var finish: Finish?

    var response: HTTPResponse { HTTPResponse(status: status, headers: headers, body: body) }
  }

  private let timeout: Int
  private let state: Mutex<State>

  private init(timeout: Int, _ finish: @escaping Finish) {
    self.timeout = timeout
    state = Mutex(State(finish: finish))
  }

  /// Sends a request. It stores no cookies, caches or credentials.
  ///
  /// - Parameters:
  ///   - timeout: the seconds until the response must have arrived. The timer is our own: on Linux
  ///     that of the session only counts silence, or nothing.
  ///   - finish: is called once.
  static func start(_ request: URLRequest, timeout: Int, _ finish: @escaping Finish) {
    let settings = URLSessionConfiguration.ephemeral
    settings.httpCookieStorage = nil
    settings.httpShouldSetCookies = false
    settings.httpCookieAcceptPolicy = .never
    settings.urlCache = nil
    settings.urlCredentialStorage = nil
    settings.requestCachePolicy = .reloadIgnoringLocalCacheData
    let exchange = NetworkExchange(timeout: timeout, finish)
    let session = URLSession(configuration: settings, delegate: exchange, delegateQueue: nil)
    let task = session.dataTask(with: request)
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(timeout)) {
      [weak exchange, weak session] in
      exchange?.end(.failure(TransportError(.late(seconds: timeout))))
      session?.invalidateAndCancel()
    }
    task.resume()
    // The session releases its delegate when the task has ended.
    session.finishTasksAndInvalidate()
  }

  /// Passes on the result, unless there was one before.
  private func end(_ result: Result<HTTPResponse, TransportError>) {
    state.withLock { $0.finish.take() }?(result)
  }

  /// Cancels the task of a redirection, so that passwords are not sent to another address.
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    let place = PlainText.of(request.url?.absoluteString ?? "another address")
    state.withLock { $0.reason = .moved(place) }
    completionHandler(nil)
    task.cancel()
  }

  /// Refuses to answer a request for a name and a password: the response with the request is the
  /// response.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    #if canImport(FoundationNetworking)
      // Here the request comes after the whole response, and refusing it is an error. Certificates
      // are not such a request.
      let state = state.withLock { $0 }
      if state.status != 0 { end(.success(state.response)) }
      completionHandler(.cancelAuthenticationChallenge, nil)
    #else
      let method = challenge.protectionSpace.authenticationMethod
      let isAboutTrust = method == NSURLAuthenticationMethodServerTrust
      completionHandler(isAboutTrust ? .performDefaultHandling : .rejectProtectionSpace, nil)
    #endif
  }

  /// Takes the status and the headers, and cancels a task whose response is too long.
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    let isTooLong = response.expectedContentLength > Int64(HTTPResponse.bodyLimit)
    state.withLock { state in
      guard let response = response as? HTTPURLResponse else { return }
      state.status = response.statusCode
      state.headers = response.allHeaderFields.compactMap { name, value in
        guard let name = name as? String, let value = value as? String else { return nil }
        return HTTPHeader(name, value)
      }.sorted { $0.name < $1.name }
      if isTooLong { state.reason = .tooLong }
    }
    completionHandler(isTooLong ? .cancel : .allow)
  }

  /// Collects the body, up to the limit.
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLong = state.withLock { state in
      guard state.body.count + data.count <= HTTPResponse.bodyLimit else {
        state.reason = .tooLong
        return true
      }
      state.body.append(contentsOf: data)
      return false
    }
    if isTooLong { dataTask.cancel() }
  }

  /// Hands over the response, or the error.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let state = state.withLock { $0 }
    if let reason = state.reason {
      end(.failure(TransportError(reason)))
    } else if let error {
      end(.failure(TransportError(error, timeout: timeout)))
    } else {
      end(.success(state.response))
    }
  }
}
