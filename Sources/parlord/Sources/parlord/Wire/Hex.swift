/// Hexadecimal digits.
enum Hex {
  private static let digits = Array("0123456789abcdef".utf8)

  /// Two lower-case digits for each byte.
  static func text(_ bytes: some Sequence<UInt8>) -> String {
    String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The value of a digit in upper or lower case.
  static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Whether a text consists of exactly `count` lower-case digits.
  static func isText(_ text: String, digits count: Int) -> Bool {
    text.utf8.count == count && text.utf8.allSatisfy(digits.contains)
  }
}
