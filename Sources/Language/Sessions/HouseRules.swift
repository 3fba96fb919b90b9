package import Platform

/// Where named house rules are kept, as functions of whoever keeps them.
package struct HouseRules {
  /// Rules of a name.
  package struct Named: Sendable, Equatable {
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

  /// All rules, in the order in which they were saved.
  package var read: () throws(IOFailure) -> [Named]
  /// Keeps rules, in place of those of the same game and name.
  package var save: (Named) throws(IOFailure) -> Void
  /// Forgets rules.
  package var delete: (_ game: String, _ name: String) throws(IOFailure) -> Void

  /// A place for house rules.
  package init(
    read: @escaping () throws(IOFailure) -> [Named],
    save: @escaping (Named) throws(IOFailure) -> Void,
    delete: @escaping (_ game: String, _ name: String) throws(IOFailure) -> Void
  ) {
    self.read = read
    self.save = save
    self.delete = delete
  }
}
