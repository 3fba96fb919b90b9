/// What may name a player.
package enum PlayerName {
  /// 1 to 32 characters of at most 128 bytes, none of them a control character or a line separator, not all digits.
  ///
  /// As replies may begin with a name, it begins neither as a command of a transcript does nor as
  /// an error; and blanks at its ends, which nobody can see, are refused.
  package static func isValid(_ name: String) -> Bool {
    guard 1...32 ~= name.count, name.utf8.count <= 128,
      !name.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
      name.first != " ", name.last != " ", name.first != ">", !name.hasPrefix("error[")
    else { return false }
    return name.unicodeScalars.allSatisfy(\.isShowable)
  }
}

extension Unicode.Scalar {
  /// Whether a text from outside may show the character: it is not a control character, a line
  /// separator or a mark that changes the direction of writing.
  package var isShowable: Bool {
    guard !isASCII else { return value >= 0x20 && value != 0x7F }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: return false
    default: return !properties.isBidiControl
    }
  }
}
