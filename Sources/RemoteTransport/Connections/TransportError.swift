/// Why no answer came.
package struct TransportError: Error, Sendable, Equatable {
  /// What happened.
  package enum Reason: Sendable, Equatable {
    /// No connection could be made, for a reason in words.
    case unreachable(String)
    /// The connection broke, for a reason in words.
    case broken(String)
    /// The answer took longer than so many seconds.
    case late(seconds: Int)
    /// The answer was longer than ``HTTPResponse/bodyLimit``.
    case tooLong
    /// The service sends on to another address, where passwords do not follow.
    case moved(String)
    /// The cassette has another request at this place, or none.
    case offTape(expected: String?, got: String)
    /// The exchange could not be recorded or read, for a reason in words.
    case tape(String)
  }

  /// What happened.
  package let reason: Reason
  /// Whether the service may have acted on the request all the same.
  package let mayHaveArrived: Bool

  /// A failure.
  package init(_ reason: Reason, mayHaveArrived: Bool) {
    self.reason = reason
    self.mayHaveArrived = mayHaveArrived
  }

  /// A failure of a request that did not reach the service, or that may have.
  package init(_ reason: Reason) {
    let mayHaveArrived =
      switch reason {
      case .unreachable, .offTape, .moved: false
      case .broken, .late, .tooLong, .tape: true
      }
    self.init(reason, mayHaveArrived: mayHaveArrived)
  }

  /// The failure as one clause.
  package var message: String {
    switch reason {
    case .unreachable(let why): "the service cannot be reached: \(why)"
    case .broken(let why): "the connection broke: \(why)"
    case .late(let seconds): "no answer came within \(seconds) seconds"
    case .tooLong: "the answer is longer than \(HTTPResponse.bodyLimit >> 20) megabytes"
    case .moved(let place): "the service sends on to \(place)"
    case .offTape(let expected?, let got): "the cassette has \(expected) here, not \(got)"
    case .offTape(nil, let got): "the cassette has ended, and \(got) is not on it"
    case .tape(let why): why
    }
  }
}
