/// The way to a service: a transport, and a cassette that records what goes over it.
package final class Connection {
  private let transport: any Transport
  private let background: (any BackgroundTransport)?
  /// Takes every exchange, if they are recorded.
  package var recorder: CassetteRecorder?
  private var pending: HTTPRequest?
  /// The answer of a transport that cannot but wait.
  private var waiting: Result<HTTPResponse, TransportError>?

  /// A connection over a transport.
  ///
  /// - Parameter waits: whether every request waits for its answer, as it must where time stands
  ///   still until the answer has come.
  package init(_ transport: any Transport, waits: Bool = false) {
    self.transport = transport
    background = waits ? nil : transport as? any BackgroundTransport
  }

  /// Sends a request and waits for the answer.
  package func send(_ request: HTTPRequest) throws(TransportError) -> HTTPResponse {
    let response = try transport.send(request)
    try recorder?.record(request, response)
    return response
  }

  /// Whether a request was begun and its answer not yet taken.
  package var isBusy: Bool { pending != nil }

  /// Becomes readable when the answer to a request that was begun has come; nothing where every
  /// request waits for its answer.
  package var descriptor: Int32? { background?.descriptor }

  /// Sends a request, without waiting where the transport can do so. None may be pending.
  package func begin(_ request: HTTPRequest) {
    pending = request
    if let background {
      background.begin(request)
    } else {
      waiting = Result { () throws(TransportError) in try transport.send(request) }
    }
  }

  /// The answer to the request that was begun, once it has come.
  package func take() -> Result<HTTPResponse, TransportError>? {
    guard let request = pending else { return nil }
    let answer = background?.take() ?? waiting.take()
    guard let answer else { return nil }
    pending = nil
    return answer.flatMap { response in
      Result { () throws(TransportError) in
        try recorder?.record(request, response)
        return response
      }
    }
  }
}
