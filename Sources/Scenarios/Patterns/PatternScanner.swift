/// Reads what the notations of patterns have in common: characters, escapes and sets.
struct PatternScanner {
  private let scalars: [UInt32]
  private var index = 0

  /// A scanner at the beginning of a pattern.
  init(_ pattern: some Sequence<UInt8>) { scalars = Scalars.decode(pattern) }

  /// The next character, which stays; nothing at the end.
  var next: Unicode.Scalar? {
    index < scalars.count ? Unicode.Scalar(scalars[index]) : nil
  }

  /// Takes the next character.
  mutating func take() -> Unicode.Scalar? {
    defer { index += 1 }
    return next
  }

  /// Takes a text if it comes next.
  mutating func take(_ text: String) -> Bool {
    let wanted = text.unicodeScalars.map(\.value)
    guard scalars[min(index, scalars.count)...].starts(with: wanted) else { return false }
    index += wanted.count
    return true
  }

  /// Takes decimal digits, at most five; nothing if none come next.
  mutating func takeNumber() -> Int? {
    var number: Int?
    for _ in 0..<5 {
      guard let digit = next?.value, ScalarSet.digits.contains(digit) else { break }
      number = (number ?? 0) * 10 + Int(digit - 0x30)
      index += 1
    }
    return number
  }

  /// Tries to take something, and stays where it was if that returns nothing.
  mutating func attempt<Value>(_ body: (inout PatternScanner) -> Value?) -> Value? {
    let start = index
    if let value = body(&self) { return value }
    index = start
    return nil
  }

  /// Takes what follows a `\`: a class such as `\d`, a control character, `\xHH`, or a character
  /// that stands for itself.
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

  /// Takes a set, its `[` already taken: characters and ranges up to `]`, which may itself come
  /// first. One of the marks of negation may stand before all.
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

  /// Takes `-` and the end of a range; nothing if no range goes on here.
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
  /// The element of a set that was made of one.
  fileprivate var single: UInt32? {
    guard !isNegated, ranges.count == 1, let range = ranges.first, range.count == 1 else {
      return nil
    }
    return range.lowerBound
  }
}
