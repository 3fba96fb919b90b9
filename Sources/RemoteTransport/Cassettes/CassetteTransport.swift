/// Answers requests as a cassette tells, each once and in its order.
package final class CassetteTransport: Transport {
  private var exchanges: ArraySlice<Exchange>
  private let redaction: Redaction

  /// A transport that replays a cassette.
  package init(_ cassette: Cassette, _ redaction: Redaction) {
    exchanges = cassette.exchanges[...]
    self.redaction = redaction
  }

  /// The next answer, if the request is the one that got it.
  package func send(_ request: HTTPRequest) throws(TransportError) -> HTTPResponse {
    let title = Exchange.title(of: request)
    let body = redaction.body(request.body)
    guard let next = exchanges.first else {
      throw TransportError(.offTape(expected: nil, got: Self.words(title, body)))
    }
    guard next.request == title, next.body == body else {
      throw TransportError(
        .offTape(expected: Self.words(next.request, next.body), got: Self.words(title, body)))
    }
    exchanges.removeFirst()
    return next.response
  }

  /// A request in one line.
  private static func words(_ title: String, _ body: String) -> String {
    body.isEmpty ? "`\(title)`" : "`\(title) \(body.replacing(Redaction.replacement, with: "…"))`"
  }
}
