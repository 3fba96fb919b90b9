/// What may name a player.
enum PlayerName {
  /// 1 to 32 characters, none of them a control character or a line separator, not all digits.
  static func isValid(_ name: String) -> Bool {
    guard 1...32 ~= name.count, !name.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
      name.utf8.contains(where: { $0 != 0x20 })
    else { return false }
    return name.unicodeScalars.allSatisfy { scalar in
      guard !scalar.isASCII else { return scalar.value >= 0x20 && scalar.value != 0x7F }
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .surrogate: return false
      default: return !scalar.properties.isBidiControl
      }
    }
  }
}
