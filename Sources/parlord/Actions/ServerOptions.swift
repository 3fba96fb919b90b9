/// What the operator decides about the games.
struct ServerOptions: Sendable, Equatable {
  /// Whether clients may say how the dice fall. It exists for tests of clients: whoever plays may
  /// cheat.
  var allowsDictatedDice = false
  /// Whether a tournament is announced whenever there is none.
  var holdsTournaments = false
  /// Whether experience counts twice.
  var doublesExperience = false
}
