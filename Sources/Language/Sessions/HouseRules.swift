package import Platform

/// Keeps named house rules.
package protocol HouseRules {
  /// Whether they are there after the session.
  var isLasting: Bool { get }
  /// All rules, in the order in which they were saved.
  func read() throws(IOFailure) -> [NamedRules]
  /// Keeps rules, in place of those of the same game and name.
  func save(_ rules: NamedRules) throws(IOFailure)
  /// Forgets rules.
  func delete(game: String, name: String) throws(IOFailure)
}

/// Rules of a name.
package struct NamedRules: Sendable, Equatable {
  /// The name of the game.
  package var game: String
  /// The name of the rules.
  package var name: String
  /// The options, each `OPTION=VALUE`.
  package var options: [String]

  /// Rules of a name.
  package init(game: String, name: String, options: [String]) {
    self.game = game
    self.name = name
    self.options = options
  }
}
