/// Why there is no response.
package struct TransportError: Error, Sendable, Equatable {
  package enum Reason: Sendable, Equatable {
    /// No connection could be made, for a reason in words.
    case unreachable(String)
    /// The connection broke, for a reason in words.
    case broken(String)
    /// There was no response within this many seconds.
    case late(seconds: Int)
    /// The response was longer than ``HTTPResponse/bodyLimit``.
    case tooLong
    /// The service redirects to another address; passwords are not sent there.
    case moved(String)
    /// The cassette has another request here, or none.
    case offTape(expected: String?, got: String)
  }

  package let reason: Reason
  /// Whether the service may nevertheless have acted on the request.
  package let mayHaveArrived: Bool

  package init(_ reason: Reason, mayHaveArrived: Bool) {
    self.reason = reason
    self.mayHaveArrived = mayHaveArrived
  }

  /// An error whose reason decides whether the request may have arrived.
  package init(_ reason: Reason) {
    let mayHaveArrived =
      switch reason {
      case .unreachable, .offTape, .moved: false
      case .broken, .late, .tooLong: true
      }
    self.init(reason, mayHaveArrived: mayHaveArrived)
  }

  /// The error as one clause.
  package var message: String {
    switch reason {
    case .unreachable(let why): "cannot reach the service: \(why)"
    case .broken(let why): "the connection broke: \(why)"
    case .late(let seconds): "no response within \(seconds) seconds"
    case .tooLong: "the response is longer than \(HTTPResponse.bodyLimit >> 20) megabytes"
    case .moved(let place): "the service redirects to \(place); connect there instead"
    case .offTape(let expected?, let got): "the cassette expects \(expected) next, not \(got)"
    case .offTape(nil, let got): "the cassette has ended before \(got)"
    }
  }
}
