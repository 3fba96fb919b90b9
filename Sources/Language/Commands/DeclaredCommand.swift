package import ParlorKit

/// A declaration by reference, so that looking a verb up copies nothing.
package final class DeclaredCommand: Sendable {
  /// The declaration.
  package let declaration: CommandDeclaration

  package init(_ declaration: CommandDeclaration) { self.declaration = declaration }
}
