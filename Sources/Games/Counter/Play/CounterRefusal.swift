/// Why something is refused, as facts.
enum CounterRefusal: Error, Equatable {
  /// The game has not begun.
  case notStarted
  /// The game has begun.
  case alreadyStarted
  /// There are no players.
  case nobody
  /// A name, at this place among those given, is empty.
  case emptyName(Int)
  /// There would be more players than a game can have.
  case tooMany
  /// A game has given out all its numbers.
  case noNumbers
  /// Nobody has this name.
  case unknownName(String, Roster)
  /// Nobody has this number.
  case unknownNumber(String, Roster)
  /// Several players have this name; these are their numbers.
  case ambiguous(String, [Int])
  /// There are only so many positions.
  case noPosition(of: Int)
  /// The only player of a game that has begun cannot leave it.
  case lastPlayer(String)
  /// More points than a turn can bring.
  case tooManyPoints
  /// The die has no such face.
  case noFace(Int)
  /// Nobody resigns.
  case endless
}
