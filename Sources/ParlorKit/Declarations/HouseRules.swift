/// House rules: options of a game that a user has saved under a name.
package struct NamedRules: Sendable, Equatable {
  /// The name of the game.
  package var game: String
  package var name: String
  /// The options, each `OPTION=VALUE`.
  package var options: [String]
  /// The number of their line in the file; 0 before they are saved.
  package var line: Int

  package init(game: String, name: String, options: [String], line: Int = 0) {
    self.game = game
    self.name = name
    self.options = options
    self.line = line
  }

  /// The options as they are typed: a value with a blank is in quotes.
  package var words: [String] {
    options.map { option in
      let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return parts.count == 2
        ? Word.written(option: String(parts[0]), String(parts[1])) : Word.written(option)
    }
  }
}

/// A line of house rules that is skipped.
package struct SkippedRules: Sendable, Equatable {
  /// The number of the line.
  package var line: Int
  /// Why, as a clause.
  package var reason: String

  package init(line: Int, reason: String) {
    self.line = line
    self.reason = reason
  }
}

/// The house rules of a file.
package struct SavedRules: Sendable {
  /// The rules in the order of the file, each name once for a game. The games may not accept them.
  package var rules: [NamedRules]
  /// The lines that cannot be read.
  package var skipped: [SkippedRules]

  package init(_ rules: [NamedRules] = [], skipped: [SkippedRules] = []) {
    self.rules = rules
    self.skipped = skipped
  }
}
