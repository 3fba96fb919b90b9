import ParlorKit
import Platform
import RemoteTransport

extension FarkleTenService {
  /// Logs in.
  ///
  /// The service compares digests of names, and case matters to it: the name is tried as it is
  /// written, then in lower case, which is what the pages of the service send. A session of its
  /// own device leaves the player's browser logged in.
  ///
  /// - Parameter name: the name of a player or an e-mail address.
  func login(_ name: String, password: String) throws(FarkleTenError) -> PlayerSession {
    let lower = name.lowercased()
    var hashes = [MD5.hex(name.contains("@") ? lower : name)]
    if lower != name, !name.contains("@") { hashes.append(MD5.hex(lower)) }
    let parameters = { (hash: String) in
      [("user", hash), ("pass", MD5.hex(password)), ("remember", "1"), ("ios_app", "1")]
    }
    do throws(FarkleTenError) {
      return try begin("login", parameters(hashes[0]))
    } catch .refused(let words) {
      guard hashes.count > 1 else { throw .refused(words) }
      return try begin("login", parameters(hashes[1]))
    }
  }

  /// Makes an account and logs in.
  func register(
    _ name: String, email: String, password: String
  ) throws(FarkleTenError) -> PlayerSession {
    try begin(
      "register",
      [("user", name), ("pass", MD5.hex(password)), ("email", email), ("ios_app", "1")])
  }

  /// Begins a session; its token comes as a cookie only.
  private func begin(
    _ action: String, _ parameters: [Parameter]
  ) throws(FarkleTenError) -> PlayerSession {
    var service = self
    service.token = nil
    let response = try send(service.request(action, parameters))
    let value = try Self.value(response)
    let token = response.cookie("farklesession") ?? value["sessionid"]?.string
    guard let name = value["username"]?.looseText, let id = value["playerid"]?.looseInteger,
      let token, Self.isToken(token)
    else { throw .unreadable(action: action) }
    return PlayerSession(name: name, id: id, token: token)
  }

  /// Whether a text can be a token: 8 to 128 letters and digits.
  private static func isToken(_ text: String) -> Bool {
    8...128 ~= text.utf8.count
      && text.utf8.allSatisfy {
        0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0
      }
  }
}
