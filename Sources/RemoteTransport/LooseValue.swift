package import ParlorKit

/// Values that services write in different ways.
extension Value {
  /// Whether it stands for nothing: null, false, 0, empty text, an empty array or object.
  package var isNothing: Bool {
    switch self {
    case .null, .bool(false), .integer(0), .string(""), .string("0"): true
    case .number(let number): number == 0
    case .array(let values): values.isEmpty
    case .object(let members): members.isEmpty
    default: false
    }
  }

  /// The value, unless it is nothing.
  package var something: Value? { isNothing ? nil : self }

  /// An integer, written as one, as text, with a zero fraction, or as a truth value.
  package var looseInteger: Int? {
    switch self {
    case .integer(let number): number
    case .number(let number): Int(exactly: number.rounded(.towardZero))
    case .string(let text): Int(text) ?? Double(text).flatMap { Int(exactly: $0.rounded(.down)) }
    case .bool(let flag): flag ? 1 : 0
    default: nil
    }
  }

  /// Text that is safe for a terminal; the digits of a number; `nil` for empty text.
  package var looseText: String? {
    switch self {
    case .integer(let number): return String(number)
    case .number(let number): return "\(number)"
    case .string(let text):
      let plain = PlainText.of(text)
      return plain.isEmpty ? nil : plain
    default: return nil
    }
  }

  /// A truth value, written as one, as `t` or `true`, or as a number other than 0.
  package var looseFlag: Bool {
    switch self {
    case .bool(let flag): flag
    case .string(let text): ["t", "true", "1", "yes"].contains(text.lowercased())
    default: looseInteger ?? 0 != 0
    }
  }

  /// The values of an array; empty for anything else.
  package var elements: [Value] { array ?? [] }

  /// The value at an index of an array, or of an object whose names are the indices.
  package func element(_ index: Int) -> Value? {
    if case .array(let values) = self {
      return values.indices.contains(index) ? values[index] : nil
    }
    return self[String(index)]
  }
}

extension JSONWriter {
  /// A JSON array as text: `[1,null,5]`.
  package static func text(_ numbers: [Int?]) -> String {
    "[" + numbers.map { $0.map(String.init) ?? "null" }.joined(separator: ",") + "]"
  }
}

/// Makes untrusted text safe to show: one line, without control characters for the terminal.
package enum PlainText {
  /// The maximum length, in characters.
  private static let maxLength = 400
  /// How much of a text is read, in characters: most of it may be blank.
  private static let maxRead = 4000
  /// The maximum length of a character, in scalars. A letter can have any number of accents; an
  /// emoji of a family has up to 11.
  private static let maxScalars = 16

  /// Line breaks, `<br/>` and runs of blanks become one blank; control characters and those that
  /// change the direction of text are removed.
  package static func of(_ text: String) -> String {
    var result = ""
    var isApart = false
    var rest = text.prefix(maxRead)
    while let character = rest.first, result.count < maxLength {
      if let tag = tag(rest) {
        rest = rest.dropFirst(tag)
        isApart = true
        continue
      }
      rest = rest.dropFirst()
      if character.isWhitespace {
        isApart = true
        continue
      }
      let kept = character.unicodeScalars.lazy.filter { !isHidden($0) }.prefix(maxScalars)
      guard !kept.isEmpty else { continue }
      if isApart, !result.isEmpty { result += " " }
      isApart = false
      result.unicodeScalars.append(contentsOf: kept)
    }
    return result
  }

  /// The length of a `<br>` at the start of a text.
  private static func tag(_ text: Substring) -> Int? {
    let start = text.prefix(6).lowercased()
    return ["<br>", "<br/>", "<br />"].first { start.hasPrefix($0) }?.count
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
