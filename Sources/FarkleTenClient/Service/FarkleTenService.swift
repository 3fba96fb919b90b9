import ParlorKit
import Platform
import RemoteTransport

/// The actions of the service.
struct FarkleTenService {
  /// The way to it.
  let connection: Connection
  /// The token of the session, once there is one.
  var token: String?

  /// What is fixed about the service.
  static let facts = ServiceFacts(
    name: "farkle-ten",
    addresses: [
      ("local", "http://localhost:8080/farkle_fetch.php"),
      ("production", "https://www.farkledice.com/farkle_fetch.php"),
    ],
    path: "/farkle_fetch.php",
    redaction: Redaction(
      names: ["user", "pass", "iossessionid", "farklesession", "FarkleOnline", "email"],
      headers: ["cookie"]))

  /// A parameter of an action.
  typealias Parameter = (name: String, value: String)

  /// The request of an action.
  func request(
    _ action: String, _ parameters: [Parameter] = [], patience: Int = 20
  ) -> HTTPRequest {
    var fields: [Parameter] = [("action", action)] + parameters
    if let token { fields.append(("iossessionid", token)) }
    return HTTPRequest(
      .post, "", headers: [FormEncoding.header], body: FormEncoding.bytes(of: fields),
      patience: patience)
  }

  /// Sends an action and waits for the answer.
  func call(
    _ action: String, _ parameters: [Parameter] = [], patience: Int = 20
  ) throws(FarkleTenError) -> Value {
    try Self.value(send(request(action, parameters, patience: patience)))
  }

  /// Sends a request and waits for the answer.
  func send(_ request: HTTPRequest) throws(FarkleTenError) -> HTTPResponse {
    do throws(TransportError) {
      return try connection.send(request)
    } catch {
      throw .transport(error)
    }
  }

  /// What a response says.
  static func value(_ response: HTTPResponse) throws(FarkleTenError) -> Value {
    switch FarkleTenReply(response) {
    case .value(let value): return value
    case .refused(let words): throw .refused(words)
    case .loginRequired: throw .sessionExpired
    case .foreign(let status): throw .foreign(status: status)
    }
  }
}
