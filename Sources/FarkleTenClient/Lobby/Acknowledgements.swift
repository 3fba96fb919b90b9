/// What the player was told of in this session, so that it is told once.
struct Acknowledgements: Sendable, Equatable {
  /// The numbers of achievements.
  var achievements: Set<Int> = []
  /// The levels.
  var levels: Set<Int> = []
}
