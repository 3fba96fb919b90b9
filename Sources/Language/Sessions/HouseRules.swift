import ParlorKit
package import Platform

/// Keeps named house rules.
package protocol HouseRules {
  /// Whether they are there after the session.
  var isLasting: Bool { get }
  /// All rules, in the order in which they were saved, and what could not be read.
  func read() throws(FileError) -> KeptRules
  /// Keeps rules, in place of those of the same game and name.
  func save(_ rules: NamedRules) throws(FileError)
  /// Forgets rules.
  func delete(game: String, name: String) throws(FileError)
}

/// House rules as they are kept, a line each.
package struct KeptRules: Sendable {
  /// The rules, each name once for a game. Whether the games take them is not known here.
  package var rules: [NamedRules]
  /// The lines that could not be read.
  package var skipped: [SkippedRules]

  /// House rules as they are kept.
  package init(_ rules: [NamedRules], skipped: [SkippedRules] = []) {
    self.rules = rules
    self.skipped = skipped
  }
}

/// Rules of a name.
package struct NamedRules: Sendable, Equatable {
  /// The name of the game.
  package var game: String
  /// The name of the rules.
  package var name: String
  /// The options, each `OPTION=VALUE`.
  package var options: [String]
  /// The number of the line on which they are kept; 0 where they are not kept yet.
  package var line: Int

  /// Rules of a name.
  package init(game: String, name: String, options: [String], line: Int = 0) {
    self.game = game
    self.name = name
    self.options = options
    self.line = line
  }
}

/// A line of house rules that is passed over.
package struct SkippedRules: Sendable, Equatable {
  /// The number of the line.
  package var line: Int
  /// Why, as a clause.
  package var reason: String

  /// A line of house rules that is passed over.
  package init(line: Int, reason: String) {
    self.line = line
    self.reason = reason
  }

  /// What was passed over, in whole sentences: the first lines, and how many more.
  static func sentences(_ skipped: [SkippedRules]) -> [String] {
    let more = skipped.count - shownLimit
    return skipped.prefix(shownLimit).map { "rules:\($0.line) is passed over: \($0.reason)." }
      + (more > 0 ? ["\(more.grouped) more lines of rules are passed over."] : [])
  }

  private static let shownLimit = 10
}
