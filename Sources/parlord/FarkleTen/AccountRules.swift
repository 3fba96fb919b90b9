/// What a name must be like.
enum AccountRules {
  /// Checks a name: letters, digits, `-` and `_`, 3 to 32 of them.
  static func check(name: String) throws(ActionError) {
    guard name.utf8.allSatisfy(isAllowed) else {
      throw ActionError("Username may only consist of characters, numbers, or an underscore.")
    }
    guard 3...32 ~= name.utf8.count else {
      throw ActionError("Username must be between 3 and 32 characters")
    }
    let plain = name.lowercased().filter(\.isLetter)
    guard !badWords.contains(where: plain.contains) else {
      throw ActionError("Username may not contain bad words.")
    }
  }

  private static let badWords = ["fuck", "shit", "cunt", "nigger", "faggot"]

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
