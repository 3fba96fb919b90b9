import ParlorKit
import Platform

/// A request without its secrets, and the answer to it: one line of a cassette.
package struct Exchange: Sendable, Equatable {
  /// The method and the path of the request.
  package var request: String
  /// The body of the request.
  package var body: String
  /// The status of the answer.
  package var status: Int
  /// The headers of the answer that a client may need.
  package var headers: [HTTPHeader]
  /// The body of the answer.
  package var answer: String

  /// An exchange as a cassette keeps it.
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

  /// The headers of answers that are kept, in lower case.
  private static let keptHeaders = ["content-type", "set-cookie"]

  /// The answer.
  package var response: HTTPResponse {
    HTTPResponse(status: status, headers: headers, body: Array(answer.utf8))
  }

  /// Reads a line of a cassette.
  ///
  /// - Returns: nothing for a line that is no exchange.
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

  /// The line of a cassette, without its end.
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
