package import RemoteTransport

/// Answers requests from a list, and notes what they were.
package class ScriptedTransport: Transport {
  /// The bodies of the requests, in order.
  package private(set) var bodies: [String] = []
  /// The requests, in order.
  package private(set) var requests: [HTTPRequest] = []
  private var answers: [Result<HTTPResponse, TransportError>]
  private let usual: Result<HTTPResponse, TransportError>

  /// A transport that gives these answers, then always the usual one.
  package init(
    _ answers: [Result<HTTPResponse, TransportError>] = [],
    usual: Result<HTTPResponse, TransportError> = .failure(
      TransportError(.unreachable("the script has ended")))
  ) {
    self.answers = answers
    self.usual = usual
  }

  /// The next answer.
  package func send(_ request: HTTPRequest) throws(TransportError) -> HTTPResponse {
    requests.append(request)
    bodies.append(String(decoding: request.body, as: UTF8.self))
    return try (answers.isEmpty ? usual : answers.removeFirst()).get()
  }
}

extension Result<HTTPResponse, TransportError> {
  /// An answer with a body.
  package static func answer(
    _ body: String, status: Int = 200, cookie: String? = nil
  ) -> Result {
    .success(
      HTTPResponse(
        status: status, headers: cookie.map { [HTTPHeader("Set-Cookie", $0)] } ?? [],
        body: Array(body.utf8)))
  }

  /// No answer to a request that may have arrived.
  package static var lost: Result { .failure(TransportError(.late(seconds: 20))) }
}

/// A transport whose requests in the background are answered when the test says so.
package final class HeldTransport: ScriptedTransport, BackgroundTransport {
  private var ready: Result<HTTPResponse, TransportError>?
  /// The time limits, in seconds, of the requests that were sent in the background.
  package private(set) var timeouts: [Int] = []
  /// How many these are.
  package var begun: Int { timeouts.count }

  /// No descriptor: tests ask.
  package var descriptor: Int32 { -1 }

  /// Notes a request.
  package func begin(_ request: HTTPRequest) { timeouts.append(request.timeout) }

  /// Lets the answer come.
  package func release(_ answer: Result<HTTPResponse, TransportError>) { ready = answer }

  /// The answer, once it has come.
  package func take() -> Result<HTTPResponse, TransportError>? { ready.take() }
}
