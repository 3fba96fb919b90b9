/// Reads regular expressions.
///
/// Known are characters, `.`, `[…]`, `\d \w \s \D \W \S` (of ASCII), escapes, `* + ? {m,n}` (a
/// `?` after them is passed over, since a whole line matches or not), groups, `|`, `^` and `$`.
/// A brace that begins no count stands for itself.
struct RegularExpression {
  private var scanner: PatternScanner
  private var depth = 0
  private let depthLimit = 200
  private let countLimit = 1000

  private init(_ text: some Sequence<UInt8>) { scanner = PatternScanner(text) }

  /// The pattern that a text says.
  static func parse(_ text: some Sequence<UInt8>) throws(PatternError) -> PatternNode {
    var parser = RegularExpression(text)
    let node = try parser.choice()
    if parser.scanner.next != nil { throw .strayParenthesis }
    return node
  }

  /// Alternatives, up to a `)` or the end.
  private mutating func choice() throws(PatternError) -> PatternNode {
    var branches = [try sequence()]
    while scanner.take("|") { branches.append(try sequence()) }
    return branches.count == 1 ? branches[0] : .choice(branches)
  }

  /// Parts one after the other, up to a `|`, a `)` or the end.
  private mutating func sequence() throws(PatternError) -> PatternNode {
    var parts: [PatternNode] = []
    while let character = scanner.next, character != "|", character != ")" {
      parts.append(try part())
    }
    return .sequence(parts)
  }

  /// A character, a set or a group, and how often it stands there.
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
    default: return .scalar(character.value)
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

  /// `{3}`, `{3,}` or `{3,5}`.
  private static func braces(_ scanner: inout PatternScanner) -> (lower: Int, upper: Int?)? {
    guard scanner.take("{"), let lower = scanner.takeNumber() else { return nil }
    if scanner.take("}") { return (lower, lower) }
    guard scanner.take(",") else { return nil }
    let upper = scanner.takeNumber()
    return scanner.take("}") ? (lower, upper) : nil
  }
}
