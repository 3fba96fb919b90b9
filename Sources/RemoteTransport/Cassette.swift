import ParlorKit
package import Platform

/// Recorded exchanges with a service: a heading, then one JSON object per line.
package struct Cassette: Sendable {
  /// The version of the format.
  package static let version = 1

  package let exchanges: [Exchange]

  /// Why bytes are not a cassette.
  package enum ReadingError: Error, Sendable, Equatable {
    /// The first line is not that of a cassette of this version and service.
    case heading
    /// A line, counted from 1, is not an exchange.
    case line(Int)
  }

  /// Reads a cassette of a service.
  package init(_ bytes: [UInt8], service: String) throws(ReadingError) {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
    if lines.last?.isEmpty == true { lines.removeLast() }
    guard let first = lines.popFirst(), let heading = try? JSONReader.read(first),
      heading["cassette"] == .integer(Self.version), heading["service"] == .string(service)
    else { throw .heading }
    var exchanges: [Exchange] = []
    for line in lines {
      guard let exchange = Exchange(line: line) else { throw .line(exchanges.count + 2) }
      exchanges.append(exchange)
    }
    self.exchanges = exchanges
  }

  /// The first line of a cassette, with its line break.
  static func heading(_ service: String) -> [UInt8] {
    var json = JSONWriter()
    json.writeObject { json in
      json.write(key: "cassette")
      json.write(Self.version)
      json.write(key: "service")
      json.write(service)
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }
}

/// A request without its secrets, and the response: one line of a cassette.
package struct Exchange: Sendable, Equatable {
  /// The method and the path of the request.
  package var request: String
  package var body: String
  /// The status of the response.
  package var status: Int
  /// The headers of the response that a client may need.
  package var headers: [HTTPHeader]
  /// The body of the response.
  package var answer: String

  /// An exchange without its secrets.
  package init(_ request: HTTPRequest, _ response: HTTPResponse, _ redaction: Redaction) {
    self.request = Self.title(of: request)
    body = redaction.body(request.body)
    status = response.status
    headers = response.headers.filter { Self.keptHeaders.contains($0.name.lowercased()) }
      .map { HTTPHeader($0.name, redaction.value(of: $0)) }
    answer = redaction.body(response.body)
  }

  /// The method and the path of a request.
  package static func title(of request: HTTPRequest) -> String {
    request.method.rawValue + (request.path.isEmpty ? "" : " \(request.path)")
  }

  /// The headers of responses that are recorded, in lower case.
  private static let keptHeaders = ["content-type", "set-cookie", "retry-after"]

  package var response: HTTPResponse {
    HTTPResponse(status: status, headers: headers, body: Array(answer.utf8))
  }

  /// Reads a line of a cassette.
  ///
  /// - Returns: `nil` if the line is not an exchange.
  package init?(line: ArraySlice<UInt8>) {
    guard let value = try? JSONReader.read(line), let request = value["request"]?.string,
      let body = value["body"]?.string, let status = value["status"]?.integer,
      100...599 ~= status, let answer = value["answer"]?.string
    else { return nil }
    self.request = request
    self.body = body
    self.status = status
    self.answer = answer
    headers = []
    for member in value["headers"]?.fields ?? [:] {
      guard let text = member.value.string else { return nil }
      headers.append(HTTPHeader(member.name, text))
    }
  }

  /// The line of a cassette, without the line break.
  package var line: [UInt8] {
    var json = JSONWriter()
    json.writeObject { json in
      json.write(key: "request")
      json.write(request)
      json.write(key: "body")
      json.write(body)
      json.write(key: "status")
      json.write(status)
      json.write(key: "headers")
      json.writeObject { json in
        for header in headers {
          json.write(key: header.name)
          json.write(header.value)
        }
      }
      json.write(key: "answer")
      json.write(answer)
    }
    return json.bytes
  }
}

/// Writes each exchange to a new cassette, without its secrets.
package final class CassetteRecorder {
  /// The file, as the user typed it.
  package let name: String
  private let file: AppendFile
  private let redaction: Redaction
  private let onFailure: (FileError) -> Void

  /// Creates a cassette; a file that exists is an error.
  ///
  /// - Parameter onFailure: called if an exchange cannot be written.
  package init(
    _ name: String, at path: String, service: String, _ redaction: Redaction,
    onFailure: @escaping (FileError) -> Void
  ) throws(FileError) {
    self.name = name
    self.redaction = redaction
    self.onFailure = onFailure
    file = try AppendFile(creating: path)
    try file.append(Cassette.heading(service))
  }

  /// Writes an exchange.
  ///
  /// - Returns: whether it is written. After one that is not, no later one may follow.
  func record(_ request: HTTPRequest, _ response: HTTPResponse) -> Bool {
    do throws(FileError) {
      try file.append(Exchange(request, response, redaction).line + [UInt8(ascii: "\n")])
      return true
    } catch {
      onFailure(error)
      return false
    }
  }
}

/// Replays a cassette: each response once, in order.
package final class CassetteTransport: Transport {
  private var exchanges: ArraySlice<Exchange>
  private let redaction: Redaction

  package init(_ cassette: Cassette, _ redaction: Redaction) {
    exchanges = cassette.exchanges[...]
    self.redaction = redaction
  }

  /// The next response, if the request is the recorded one.
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
