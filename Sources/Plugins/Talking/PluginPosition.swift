/// A place in a game: how many moves were made, and a hash over all of them.
struct PluginPosition: Sendable, Equatable {
  /// The number of moves.
  var moves: Int
  /// The hash.
  var hash: UInt64
}
