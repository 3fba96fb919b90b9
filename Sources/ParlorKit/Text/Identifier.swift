/// Words that name things in lines.
public enum Identifier {
  /// The maximum length of a name.
  public static let maxLength = 32

  /// Whether a word can name a game, a plugin or house rules: 1 to 32 lower-case letters, digits
  /// and hyphens, a letter first.
  public static func isName(_ word: String) -> Bool {
    guard let first = word.utf8.first, isLetter(first), word.utf8.count <= maxLength else {
      return false
    }
    return word.utf8.allSatisfy(isNameByte)
  }

  /// Whether a word can name a command or an option: lower-case letters and hyphens, a letter
  /// first.
  public static func isWord(_ word: String) -> Bool {
    guard let first = word.utf8.first, isLetter(first) else { return false }
    return word.utf8.allSatisfy(isWordByte)
  }

  /// Whether a byte is a lower-case letter.
  @inlinable
  public static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte }

  /// Whether a byte can be part of the name of a command or an option.
  @inlinable
  public static func isWordByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || byte == UInt8(ascii: "-")
  }

  /// Whether a byte can be part of a name.
  @inlinable
  public static func isNameByte(_ byte: UInt8) -> Bool {
    isWordByte(byte) || 0x30...0x39 ~= byte
  }
}
