/// A player who is logged in.
struct PlayerSession: Sendable, Equatable {
  /// The name as the service writes it.
  var name: String
  /// The number of the player.
  var id: Int
  /// The token, which is a secret.
  var token: String
}
