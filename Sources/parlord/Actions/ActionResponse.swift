import Platform

/// What a request of the Farkle Ten client is answered with. The status is always 200.
struct ActionResponse: Sendable, Equatable {
  /// The body; nothing for an empty one.
  var value: JSONValue?
  /// What becomes of the cookies of the session.
  var cookies = Cookies.unchanged

  /// What becomes of the cookies of the session.
  enum Cookies: Sendable, Equatable {
    case unchanged
    case login(player: Int, token: String)
    case logout
  }
}
