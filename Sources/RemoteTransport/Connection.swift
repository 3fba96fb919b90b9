/// A connection to a service: a transport, and a cassette that records its exchanges.
package final class Connection {
  private let transport: any Transport
  private let background: (any BackgroundTransport)?
  /// Records every exchange, if set.
  package var recorder: CassetteRecorder?
  /// The time of the session's clock in milliseconds until which the service wants no requests.
  package var quietUntil: Int64 = 0
  private var pending: HTTPRequest?
  /// The response of a transport that cannot send in the background.
  private var waiting: Result<HTTPResponse, TransportError>?

  /// A connection over a transport.
  ///
  /// - Parameter waits: whether every request waits for its response, which is necessary with a
  ///   virtual clock.
  package init(_ transport: any Transport, waits: Bool = false) {
    self.transport = transport
    background = waits ? nil : transport as? any BackgroundTransport
  }

  /// Sends a request and waits for the response.
  package func send(_ request: HTTPRequest) throws(TransportError) -> HTTPResponse {
    let response = try transport.send(request)
    record(request, response)
    return response
  }

  /// Records an exchange. One that cannot be recorded ends the recording; the response counts.
  private func record(_ request: HTTPRequest, _ response: HTTPResponse) {
    if recorder?.record(request, response) == false { recorder = nil }
  }

  /// The response to a request, or why there is none.
  package func response(to request: HTTPRequest) -> Result<HTTPResponse, TransportError> {
    Result { () throws(TransportError) in try send(request) }
  }

  /// Whether a request was begun and its response not yet taken.
  package var isBusy: Bool { pending != nil }

  /// Becomes readable when the response to ``begin(_:)`` has arrived; `nil` if every request waits.
  package var descriptor: Int32? { background?.descriptor }

  /// Sends a request, in the background if the transport can. None may be pending.
  package func begin(_ request: HTTPRequest) {
    pending = request
    if let background {
      background.begin(request)
    } else {
      waiting = Result { () throws(TransportError) in try transport.send(request) }
    }
  }

  /// The response to the request that was begun; `nil` until it has arrived.
  package func take() -> Result<HTTPResponse, TransportError>? {
    guard let request = pending else { return nil }
    let answer = background?.take() ?? waiting.take()
    guard let answer else { return nil }
    pending = nil
    if case .success(let response) = answer { record(request, response) }
    return answer
  }
}

/// Sends requests to a service, one at a time, and waits for the responses.
package protocol Transport: AnyObject {
  /// Sends a request and waits for the response.
  ///
  /// - Throws: an error that says whether the service may have acted on the request.
  func send(_ request: HTTPRequest) throws(TransportError) -> HTTPResponse
}

/// A transport that can also send in the background.
package protocol BackgroundTransport: Transport {
  /// Becomes readable when the response to ``begin(_:)`` has arrived.
  var descriptor: Int32 { get }

  /// Sends a request without waiting. The response to an earlier one must have been taken.
  func begin(_ request: HTTPRequest)

  /// The response to ``begin(_:)``, once it has arrived, and only once.
  func take() -> Result<HTTPResponse, TransportError>?
}
