import ParlorKit

/// Why a pattern cannot be parsed.
package enum PatternError: Error, Sendable, Equatable {
  /// `*`, `+`, `?` or `{…}` with nothing before it.
  case nothingToRepeat
  case openGroup
  case strayParenthesis
  case openSet
  case backwardRange
  /// `[:alpha:]`
  case namedSet
  /// `(?` followed by anything but `:`.
  case unknownGroup
  /// A `\` at the end.
  case openEscape
  case unknownEscape(Character)
  /// `\1`
  case backReference
  /// `{5,2}`
  case backwardCount
  /// A placeholder such as `<int>` between `[` and `]`.
  case placeholderInSet
  /// More than ``PatternProgram/sizeLimit`` nodes, counting each repetition in full.
  case tooLarge
  case tooDeep

  /// The error as a clause, such as "`(` is not closed".
  package var message: String {
    switch self {
    case .nothingToRepeat: "there is nothing to repeat"
    case .openGroup: "`(` is not closed"
    case .strayParenthesis: "`)` closes no group"
    case .openSet: "`[` is not closed"
    case .backwardRange: "the range is in the wrong order"
    case .namedSet: "named sets such as `[:alpha:]` are not supported; use `a-zA-Z`"
    case .unknownGroup: "`(?` must be followed by `:`; other groups are not supported"
    case .openEscape: "nothing follows the last `\\`"
    case .unknownEscape(let letter): "unknown escape `\\\(letter)`"
    case .backReference: "back-references are not supported"
    case .backwardCount: "the counts in `{…}` are in the wrong order"
    case .placeholderInSet: "a placeholder cannot be part of a set; for plain text, write `\\<`"
    case .tooLarge: "the pattern is too large"
    case .tooDeep: "the groups are nested too deeply"
    }
  }
}

/// A parser of regular expressions.
///
/// It supports characters, `.`, `[…]`, `\d \w \s \D \W \S` (ASCII), escapes, `* + ? {m,n}`, groups,
/// `|`, `^` and `$`. The lazy forms (`*?`) are accepted and mean the same, because a pattern always
/// matches a whole line. A `{` that starts no count is a plain character.
struct RegularExpression {
  private var scanner: PatternScanner
  private var depth = 0
  private let depthLimit = 200
  private let countLimit = 1000

  private init(_ text: some Sequence<UInt8>) { scanner = PatternScanner(text) }

  static func parse(_ text: some Sequence<UInt8>) throws(PatternError) -> PatternNode {
    var parser = RegularExpression(text)
    let node = try parser.choice()
    if parser.scanner.next != nil { throw .strayParenthesis }
    return node
  }

  /// Parses alternatives up to a `)` or the end.
  private mutating func choice() throws(PatternError) -> PatternNode {
    var branches = [try sequence()]
    while scanner.take("|") { branches.append(try sequence()) }
    return branches.count == 1 ? branches[0] : .choice(branches)
  }

  /// Parses one alternative: everything up to a `|`, a `)` or the end.
  private mutating func sequence() throws(PatternError) -> PatternNode {
    var parts: [PatternNode] = []
    while let character = scanner.next, character != "|", character != ")" {
      parts.append(try part())
    }
    return .sequence(parts)
  }

  /// Parses a character, a set or a group with its count.
  private mutating func part() throws(PatternError) -> PatternNode {
    let node = try atom()
    guard let count = try count() else { return node }
    _ = scanner.take("?")
    if try self.count() != nil { throw .nothingToRepeat }
    return .repeated(node, atLeast: count.lower, atMost: count.upper)
  }

  private mutating func atom() throws(PatternError) -> PatternNode {
    guard let character = scanner.take() else { return .empty }
    switch character {
    case ".": return .set(.any)
    case "^": return .start
    case "$": return .end
    case "[": return .set(try scanner.takeSet(negatedBy: ["^"]))
    case "\\": return .set(try scanner.takeEscape())
    case "(": return try group()
    case "*", "+", "?": throw .nothingToRepeat
    default: return PlaceholderMark.node(character)
    }
  }

  private mutating func group() throws(PatternError) -> PatternNode {
    if scanner.take("?") && !scanner.take(":") { throw .unknownGroup }
    depth += 1
    defer { depth -= 1 }
    if depth > depthLimit { throw .tooDeep }
    let node = try choice()
    guard scanner.take(")") else { throw .openGroup }
    return node
  }

  private mutating func count() throws(PatternError) -> (lower: Int, upper: Int?)? {
    if scanner.take("*") { return (0, nil) }
    if scanner.take("+") { return (1, nil) }
    if scanner.take("?") { return (0, 1) }
    guard let count = scanner.attempt(Self.braces) else { return nil }
    guard count.lower <= countLimit, count.upper ?? 0 <= countLimit else { throw .tooLarge }
    if let upper = count.upper, upper < count.lower { throw .backwardCount }
    return count
  }

  /// Parses `{3}`, `{3,}` or `{3,5}`.
  private static func braces(_ scanner: inout PatternScanner) -> (lower: Int, upper: Int?)? {
    guard scanner.take("{"), let lower = scanner.takeNumber() else { return nil }
    if scanner.take("}") { return (lower, lower) }
    guard scanner.take(",") else { return nil }
    let upper = scanner.takeNumber()
    return scanner.take("}") ? (lower, upper) : nil
  }
}

/// A parser of globs: `*` matches any characters, `?` one character, `[…]` and `[!…]` one character
/// of a set; `\` makes the next character literal.
enum Glob {
  static func parse(_ text: some Sequence<UInt8>) throws(PatternError) -> PatternNode {
    var scanner = PatternScanner(text)
    var parts: [PatternNode] = []
    while let character = scanner.take() {
      switch character {
      case "*":
        // `**` is the same as `*`, and compiling it once keeps the program small.
        while scanner.take("*") {}
        parts.append(.anything)
      case "?": parts.append(.set(.any))
      case "[": parts.append(.set(try scanner.takeSet(negatedBy: ["!", "^"])))
      case "\\":
        guard let next = scanner.take() else { throw .openEscape }
        parts.append(.scalar(next.value))
      default: parts.append(PlaceholderMark.node(character))
      }
    }
    return .sequence(parts)
  }
}

/// Characters that stand for placeholders during parsing. Unicode reserves them for private use:
/// Supplementary Private Use Area-B.
enum PlaceholderMark {
  private static let first: UInt32 = 0x10_0000
  /// The number of placeholders that a pattern may have.
  static let limit = 1000

  /// The mark of a placeholder.
  static func text(_ number: Int) -> String {
    Unicode.Scalar(first + UInt32(number)).map(String.init)
      ?? unreachable("there are more marks than placeholders", "")
  }

  /// A parsed pattern, in which marks without a placeholder are ordinary characters.
  static func settled(_ node: PatternNode, count: Int) -> PatternNode {
    node.filled { $0 < count ? .placeholder($0) : .scalar(first + UInt32($0)) }
  }

  /// The node of a character, which may be a mark.
  static func node(_ character: Unicode.Scalar) -> PatternNode {
    number(character.value).map(PatternNode.placeholder) ?? .scalar(character.value)
  }

  static func number(_ scalar: UInt32) -> Int? {
    let number = Int(scalar) - Int(first)
    return 0..<limit ~= number ? number : nil
  }
}

/// A parser of lines that end in `(esc)`.
enum EscapedText {
  /// The bytes of a text that may contain `\t`, `\e`, `\xHH` and `\\`; any other `\` is an error.
  static func decode(_ text: ArraySlice<UInt8>) throws(PatternError) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      guard let letter = rest.popFirst() else { throw .openEscape }
      switch letter {
      case UInt8(ascii: "\\"): bytes.append(letter)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "e"): bytes.append(0x1B)
      case UInt8(ascii: "x"):
        let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count == 2 else { throw .unknownEscape("x") }
        bytes.append(UInt8(digits[0] * 16 + digits[1]))
        rest = rest.dropFirst(2)
      default: throw .unknownEscape(Character(Unicode.Scalar(letter)))
      }
    }
    return bytes
  }
}

/// Reads the common parts of the notations: characters, escapes and sets.
private struct PatternScanner {
  private let scalars: [UInt32]
  private var index = 0

  init(_ pattern: some Sequence<UInt8>) { scalars = Scalars.decode(pattern) }

  /// The next character without consuming it; nil at the end.
  var next: Unicode.Scalar? {
    index < scalars.count ? Unicode.Scalar(scalars[index]) : nil
  }

  mutating func take() -> Unicode.Scalar? {
    defer { index += 1 }
    return next
  }

  /// Consumes a text if it comes next.
  mutating func take(_ text: String) -> Bool {
    let wanted = text.unicodeScalars.map(\.value)
    guard scalars[min(index, scalars.count)...].starts(with: wanted) else { return false }
    index += wanted.count
    return true
  }

  /// Consumes decimal digits; nil if there are none. Numbers above a million count as a million.
  mutating func takeNumber() -> Int? {
    var number: Int?
    while let digit = next?.value, ScalarSet.digits.contains(digit) {
      number = min((number ?? 0) * 10 + Int(digit - 0x30), 1_000_000)
      index += 1
    }
    return number
  }

  /// Runs `body`, and goes back to the start if that returns nil.
  mutating func attempt<Value>(_ body: (inout PatternScanner) -> Value?) -> Value? {
    let start = index
    if let value = body(&self) { return value }
    index = start
    return nil
  }

  /// Consumes the rest of an escape after `\`: a class such as `\d`, a control character, `\xHH`,
  /// or a literal punctuation mark.
  mutating func takeEscape() throws(PatternError) -> ScalarSet {
    guard let letter = take() else { throw .openEscape }
    switch letter {
    case "d": return .digits
    case "D": return ScalarSet.digits.complement
    case "w": return .wordCharacters
    case "W": return ScalarSet.wordCharacters.complement
    case "s": return .blanks
    case "S": return ScalarSet.blanks.complement
    case "t": return .of("\t")
    case "n": return .of("\n")
    case "r": return .of("\r")
    case "f": return .of("\u{0C}")
    case "v": return .of("\u{0B}")
    case "e": return .of("\u{1B}")
    case "x": return try takeCode()
    case "1"..."9": throw .backReference
    case "0", "a"..."z", "A"..."Z": throw .unknownEscape(Character(letter))
    default: return .of(String(letter))
    }
  }

  private mutating func takeCode() throws(PatternError) -> ScalarSet {
    var code: UInt32 = 0
    for _ in 0..<2 {
      guard let digit = take().flatMap({ Character($0).hexDigitValue }) else {
        throw .unknownEscape("x")
      }
      code = code * 16 + UInt32(digit)
    }
    return ScalarSet(ranges: [code...code])
  }

  /// Consumes a set after its `[`: characters and ranges up to `]`. One of `marks` in front negates
  /// the set; a `]` that comes first is an element.
  mutating func takeSet(negatedBy marks: [Unicode.Scalar]) throws(PatternError) -> ScalarSet {
    var set = ScalarSet()
    if let mark = next, marks.contains(mark) {
      index += 1
      set.isNegated = true
    }
    var isFirst = true
    while let character = take() {
      if character == "]" && !isFirst { return set }
      isFirst = false
      if character == "[" && next == ":" { throw .namedSet }
      if PlaceholderMark.number(character.value) != nil { throw .placeholderInSet }
      let lower = character == "\\" ? try takeEscape() : .of(String(character))
      guard let start = lower.single, let end = try takeRangeEnd() else {
        set.formUnion(lower)
        continue
      }
      guard start <= end else { throw .backwardRange }
      set.ranges.append(start...end)
    }
    throw .openSet
  }

  /// Consumes `-` and the end of a range; nil if no `-` follows, or if it is the last character of
  /// the set and therefore an element.
  private mutating func takeRangeEnd() throws(PatternError) -> UInt32? {
    guard next == "-", index + 1 < scalars.count, scalars[index + 1] != 0x5D else { return nil }
    index += 1
    guard let character = take() else { return nil }
    let upper = character == "\\" ? try takeEscape() : .of(String(character))
    guard let end = upper.single else { throw .backwardRange }
    return end
  }
}

extension ScalarSet {
  /// The only element of a set; `nil` if there are more.
  fileprivate var single: UInt32? {
    guard !isNegated, ranges.count == 1, let range = ranges.first, range.count == 1 else {
      return nil
    }
    return range.lowerBound
  }
}
