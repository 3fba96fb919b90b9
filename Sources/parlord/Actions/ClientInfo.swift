/// Who asks, as far as the connection tells.
struct ClientInfo: Sendable {
  /// The address of the other side.
  var address: String
  /// The token of a session, from a cookie or a field.
  var token: String?
  /// Whether the client is the app; it has a session of its own beside the browser's.
  var isApp: Bool

  /// The name of the device, one session each.
  var device: String { isApp ? "ios_app" : "web" }
}
