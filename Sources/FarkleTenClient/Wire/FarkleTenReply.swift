import ParlorKit
import Platform
import RemoteTransport

/// What the service says, which answers with status 200 whatever happens.
enum FarkleTenReply: Equatable {
  /// A value; null for an empty body, which is how the service writes 0, nothing and refusals
  /// without a reason.
  case value(Value)
  /// A refusal in the service's own words.
  case refused(String)
  /// The session is not, or no longer, known.
  case loginRequired
  /// Something that is not of this service, with its status.
  case foreign(status: Int)

  /// Reads a response.
  init(_ response: HTTPResponse) {
    guard response.status == 200 else {
      self = .foreign(status: response.status)
      return
    }
    let body = response.body[...].drop { $0 == 0x20 || 0x09...0x0D ~= $0 }
    guard !body.isEmpty else {
      self = .value(.null)
      return
    }
    guard let value = try? JSONReader.read(body) else {
      self = .foreign(status: 200)
      return
    }
    // An error that is null is a success.
    guard let error = value["Error"], error != .null else {
      self = .value(value)
      return
    }
    if value["LoginRequired"]?.looseFlag == true {
      self = .loginRequired
    } else {
      self = .refused(error.looseText ?? "no reason given")
    }
  }
}
