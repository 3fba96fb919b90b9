import Platform

/// Which names players can have.
package enum PlayerName {
  /// A name has 1 to 32 displayable characters of at most 128 bytes, and is not a number.
  ///
  /// A reply can begin with a name, so a name must not begin like a command in a transcript or like
  /// an error. Spaces at its ends would be invisible, so they are not allowed.
  package static func isValid(_ name: String) -> Bool {
    guard 1...32 ~= name.count, name.utf8.count <= 128,
      !name.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
      name.first != " ", name.last != " ", name.first != ">", !name.hasPrefix("error[")
    else { return false }
    return name.unicodeScalars.allSatisfy(\.isDisplayable)
  }
}
