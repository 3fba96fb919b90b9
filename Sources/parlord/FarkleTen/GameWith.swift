/// Whom a game is played with.
enum GameWith: Int, Sendable {
  /// Strangers, two or four in all.
  case random = 0
  /// Chosen players.
  case friends = 1
  /// Nobody.
  case solo = 2
}
