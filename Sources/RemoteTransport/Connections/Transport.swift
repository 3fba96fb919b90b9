/// Carries requests to a service, one at a time, and waits for the answers.
package protocol Transport: AnyObject {
  /// Sends a request and waits for the answer.
  ///
  /// - Throws: a failure that says whether the service may have acted on the request.
  func send(_ request: HTTPRequest) throws(TransportError) -> HTTPResponse
}

/// A transport that can also send without waiting.
package protocol BackgroundTransport: Transport {
  /// Becomes readable when an answer to a request sent by ``begin(_:)`` has come.
  var descriptor: Int32 { get }

  /// Sends a request; its answer is fetched by ``take()``. The one before must have been taken.
  func begin(_ request: HTTPRequest)

  /// The answer to the request sent by ``begin(_:)``, once it has come, and only once.
  func take() -> Result<HTTPResponse, TransportError>?
}
