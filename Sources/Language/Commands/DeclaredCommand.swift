package import ParlorKit

/// A declaration by reference, so that looking a verb up copies nothing.
package final class DeclaredCommand: Sendable {
  /// The declaration.
  package let declaration: CommandDeclaration
  /// Whether one of its forms has a parameter that is a secret.
  let takesSecrets: Bool

  package init(_ declaration: CommandDeclaration) {
    self.declaration = declaration
    takesSecrets = declaration.forms.contains { $0.parameters.contains { $0.kind == .secret } }
  }
}
