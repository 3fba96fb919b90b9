/// Addresses of electronic mail.
enum MailAddress {
  /// Whether a text can be one: a name, one `@`, and a domain of at least two labels.
  static func isValid(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, text.utf8.count <= 254,
      text.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
    else { return false }
    let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    return labels.count >= 2 && labels.allSatisfy { !$0.isEmpty }
      && parts[1].utf8.allSatisfy { isLabel($0) }
  }

  private static func isLabel(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
