package import ParlorKit

/// The possible names of players.
package enum PlayerName {
  /// A name has 1 to 32 displayable characters of at most 128 bytes, and is not a number.
  ///
  /// A reply can begin with a name, so a name must not begin like a command in a transcript or like
  /// an error. Spaces at its ends would be invisible, so they are not allowed.
  package static func isValid(_ name: String) -> Bool {
    guard isShowable(name), !name.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
      name.first != " ", name.last != " ", name.first != ">", !name.hasPrefix("error[")
    else { return false }
    return name.unicodeScalars.contains(where: \.isVisible)
  }

  /// Whether a text may be shown as a name: it is short, and all its characters are displayable.
  ///
  /// - Parameter suffix: as for ``isShort(_:suffix:)``.
  package static func isShowable(_ name: String, suffix: Int = 0) -> Bool {
    isShort(name, suffix: suffix) && name.unicodeScalars.allSatisfy(\.isDisplayable)
  }

  /// Whether a text has 1 to 32 characters of at most 128 bytes.
  ///
  /// - Parameter suffix: the bytes that may follow these characters.
  package static func isShort(_ text: String, suffix: Int = 0) -> Bool {
    let count = text.utf8.count
    return 1...32 ~= count || count <= 128 + suffix && 1...(32 + suffix) ~= text.count
  }

  /// The bytes of the longest number that a game puts behind one of several equal names: ` (10000)`.
  package static let numberSuffix = 8

  /// Whether a valid name is probably a slip: an option in capitals, or a list. In quotes it is
  /// accepted as a name.
  package static func isSlip(_ name: String) -> Bool { name.utf8.contains { isOdd($0) } }

  private static func isOdd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "=") || byte == UInt8(ascii: ",")
  }

  /// The probable meaning of a word that is not accepted as a name.
  package static func hint(for word: String, options: [OptionDeclaration]) -> String {
    guard isValid(word), isSlip(word) else {
      return "a name has 1 to 32 characters and is not all digits"
    }
    if word.utf8.contains(UInt8(ascii: "=")) {
      let lowered = word.lowercased()
      let name = lowered.prefix { $0 != "=" }
      if options.contains(where: { $0.name == name }) { return "did you mean `\(lowered)`?" }
      return "put a name with `=` in quotes"
    }
    return "names are separated by spaces; put a name with a comma in quotes"
  }
}
