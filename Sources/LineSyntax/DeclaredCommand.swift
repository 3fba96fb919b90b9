package import ParlorKit

/// A declaration by reference, so that looking a verb up copies nothing.
package final class DeclaredCommand: Sendable {
  package let declaration: CommandDeclaration
  /// Its place among the commands of its game.
  package let index: Int
  /// Whether one of its forms has a parameter that is a secret.
  package let takesSecrets: Bool
  /// Whether words such as `bank=300` are words like others, rather than options.
  package let takesOptionsAsWords: Bool

  package init(
    _ declaration: CommandDeclaration, index: Int = 0, takesOptionsAsWords: Bool = false
  ) {
    self.declaration = declaration
    self.index = index
    self.takesOptionsAsWords = takesOptionsAsWords
    takesSecrets = declaration.forms.contains { $0.parameters.contains { $0.kind == .secret } }
  }
}

extension CommandDeclaration {
  /// The verb and its aliases.
  package var verbs: [String] { [verb] + aliases }

  /// Whether a word is the verb or an alias.
  package func answers(to word: String) -> Bool { verb == word || aliases.contains(word) }
}
