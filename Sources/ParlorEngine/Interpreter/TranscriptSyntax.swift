import LineSyntax

/// What is plain and what is pattern in the expected lines of a transcript.
///
/// `--echo`, `record` and `--bless` use it to mark lines ` (literal)`; the reader of scenarios
/// builds its patterns on the same definitions. It works on bytes, since it runs on every line of
/// output.
package enum TranscriptSyntax {
  /// A line, without its line break.
  package typealias Bytes = ArraySlice<UInt8>

  /// Whether a line is a command: `> ` stands before what is typed.
  package static func isCommand(_ line: Bytes) -> Bool { starts(line, with: "> ") }

  /// Whether a line opens a block that means something, be it misspelt.
  private static func isFence(_ line: Bytes) -> Bool {
    guard let fence = Fence(opening: line) else { return false }
    return fence.block != nil || fence.misspelledBlock != nil
  }

  /// Whether a line, as it stands, matches only itself.
  ///
  /// - Parameter captures: the names whose value `<name>` means; others are plain text.
  package static func isPlain(_ line: Bytes, captures: Set<String> = []) -> Bool {
    guard let first = line.first, let last = line.last else { return false }
    switch last {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): return false
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "."):
      if ending(of: line) != nil || marker(of: line) != nil { return false }
    default: break
    }
    switch first {
    case UInt8(ascii: "!"): if marker(of: line) != nil { return false }
    case UInt8(ascii: ">"): if isCommand(line) { return false }
    case UInt8(ascii: "j"): if marker(of: line) != nil { return false }
    case UInt8(ascii: "`"), UInt8(ascii: "~"), UInt8(ascii: " "), UInt8(ascii: "\t"):
      if isFence(line) { return false }
    default: break
    }
    var start = line.startIndex
    while let placeholder = nextPlaceholder(in: line, from: start) {
      if placeholder.isRead(knowing: captures) { return false }
      start = placeholder.range.upperBound
    }
    return true
  }

  /// The line as a scenario must contain it to match only itself: marked ` (literal)` only if it
  /// would otherwise be read as something else.
  package static func escaped(_ line: Bytes, captures: Set<String> = []) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(line.count + 10)
    escape(line, captures: captures, into: &output)
    return output
  }

  /// Appends what ``escaped(_:captures:)`` returns.
  ///
  /// A line that begins with `> ` would be a command, marked or not, and one that opens a block would open
  /// it: both become lines with escapes. No reply begins with `> `.
  package static func escape(
    _ line: Bytes, captures: Set<String> = [], into output: inout [UInt8]
  ) {
    if isPlain(line, captures: captures) {
      output.append(contentsOf: line)
    } else if isCommand(line) || isFence(line) {
      let first = line.prefix { $0 == 0x20 || $0 == 0x09 }.endIndex
      for index in line.indices {
        let byte = line[index]
        switch byte {
        case _ where index == first:
          output.append(contentsOf: "\\x\(String(byte, radix: 16, uppercase: true))".utf8)
        case UInt8(ascii: "\\"): output.append(contentsOf: "\\\\".utf8)
        case UInt8(ascii: "<"): output.append(contentsOf: "\\x3C".utf8)
        case UInt8(ascii: "("): output.append(contentsOf: "\\x28".utf8)
        default: output.append(byte)
        }
      }
      output.append(contentsOf: " (esc)".utf8)
    } else {
      output.append(contentsOf: line)
      output.append(contentsOf: " (literal)".utf8)
    }
  }
}

extension TranscriptSyntax {
  /// How the text of an expected line is read.
  package enum Notation: String, CaseIterable, Sendable {
    case expression = "re"
    case glob
    case escapes = "esc"
    case literal
  }

  /// How many lines an expected line matches.
  package enum Count: Sendable, Equatable {
    /// `(?)`
    case optional
    /// `(*)`
    case any
    /// `(+)`
    case many
    /// `(3 times)`
    case times(Int)

    /// Whether the line may match no line at all.
    package var allowsNone: Bool { self == .optional || self == .any }

    fileprivate init?(mark: Character) {
      switch mark {
      case "?": self = .optional
      case "*": self = .any
      case "+": self = .many
      default: return nil
      }
    }
  }

  /// A line that ends in a suffix: a word in parentheses after a blank that says how to read the
  /// line. The word is a notation, a count, or both, as in `(glob+)`.
  package struct Ending: Sendable {
    /// The line without the suffix and the blank before it.
    package var body: Bytes
    /// The text between the parentheses.
    package var word: String
    package var notation: Notation?
    package var count: Count?
    /// For an unknown word, the suffix that was probably meant.
    package var suggestion: String?

    /// Whether the word is a suffix, and not only similar to one.
    package var isKnown: Bool { notation != nil || count != nil }
  }

  /// The suffix at the end of a line, if there is one.
  ///
  /// Ordinary text may end in parentheses: `Total (net)` has no suffix. Words that were probably
  /// meant as a suffix are returned as unknown ones: those with a misspelt letter, in another
  /// letter case, of other tools (`regexp`, `escaped`, `no-eol`), and several of `?*+` in a row.
  package static func ending(of line: Bytes) -> Ending? {
    guard let (body, word) = lastWord(of: line) else { return nil }
    if let (notation, count) = suffix(word) {
      return Ending(body: body, word: word, notation: notation, count: count)
    }
    guard let suggestion = suggestion(for: word) else { return nil }
    return Ending(body: body, word: word, suggestion: suggestion)
  }

  /// The word in parentheses after a blank at the end of a line, of at most 12 letters, and the
  /// text before the blank. The word has no blanks, or is a count such as `3 times`.
  package static func lastWord(of line: Bytes) -> (body: Bytes, word: String)? {
    guard line.last == UInt8(ascii: ")") else { return nil }
    let limit = line.index(line.endIndex, offsetBy: -14, limitedBy: line.startIndex)
    let window = line[(limit ?? line.startIndex)...]
    guard let open = window.lastIndex(of: UInt8(ascii: "(")), open > line.startIndex,
      line[open - 1] == UInt8(ascii: " ")
    else { return nil }
    let word = String(decoding: line[(open + 1)..<(line.endIndex - 1)], as: UTF8.self)
    guard !word.isEmpty, !word.contains(" ") || word.first?.isNumber == true else { return nil }
    return (line[..<(open - 1)], word)
  }

  private static func suffix(_ word: String) -> (Notation?, Count?)? {
    if word.hasSuffix(" times") {
      let number = Int(word.dropLast(" times".count))
      return number.flatMap { 1...999 ~= $0 ? (nil, .times($0)) : nil }
    }
    let count = word.last.flatMap(Count.init(mark:))
    let name = count == nil ? word[...] : word.dropLast()
    if name.isEmpty { return count.map { (nil, $0) } }
    return notation(name).map { ($0, count) }
  }

  /// A notation by its name. `regex` and `equal` are scrut's names.
  private static func notation(_ name: some StringProtocol) -> Notation? {
    switch name {
    case "regex": .expression
    case "equal": .literal
    default: Notation(rawValue: String(name))
    }
  }

  /// The suffix that was probably meant by a word.
  private static func suggestion(for word: String) -> String? {
    if word.utf8.allSatisfy({ "?*+".utf8.contains($0) }) { return "(\(word.prefix(1)))" }
    if let unit = word.split(separator: " ").last, unit != word, isSlipOfTimes(unit.lowercased()) {
      return "(3 times)"
    }
    let marks = word.reversed().prefix { "?*+".contains($0) }.count
    let count = marks == 0 ? "" : " (\(word.suffix(1)))"
    let name = word.dropLast(marks).lowercased()
    guard name.utf8.allSatisfy({ isLetter($0) || $0 == UInt8(ascii: "-") }) else { return nil }
    if let known = notation(name) { return "(\(known.rawValue))" + count }
    switch name {
    case "regexp", "rex", "reg", "er": return "(re)" + count
    case "escaped": return "(esc)" + count
    case "no-eol": return "(literal)" + count
    default: break
    }
    for known in ["glob", "esc", "literal", "regex", "equal"] where isNear(name, known) {
      return "(\(notation(known)?.rawValue ?? known))" + count
    }
    return nil
  }

  /// Whether a word is `times`, or `times` with a letter too few, too many or misplaced. Words that
  /// may be meant as they are, such as `ties` and `tiles`, do not count.
  private static func isSlipOfTimes(_ word: String) -> Bool {
    switch word {
    case "times", "time", "tims", "tmes", "imes", "timess", "tmies", "tiems", "timse", "itmes": true
    default: false
    }
  }

  /// Whether two words are probably a misspelt `for each`.
  package static func isForEach(_ one: some StringProtocol, _ two: some StringProtocol) -> Bool {
    let words = [(one.lowercased(), "for"), (two.lowercased(), "each")]
    return words.allSatisfy {
      $0 == $1 || isNear($0, $1) || isNear($1, $0)
    }
  }

  /// Whether a word is probably a misspelling of another: one letter differs, and the first is the
  /// same. In words of three letters only swapped letters count.
  package static func isNear(_ word: String, _ known: String) -> Bool {
    guard word.first == known.first, SpellingSuggestion.distance(word, known) == 1 else {
      return false
    }
    return word.utf8.count > 3 || word.utf8.sorted() == known.utf8.sorted()
  }
}

extension TranscriptSyntax {
  /// A line that is not matched itself but says something about the lines around it.
  package enum Marker: Sendable {
    /// `...`: any lines.
    case anyLines
    /// `! text`: no line contains the text.
    case absent(Bytes)
    /// `(unordered)`: the lines up to `(end)` in any order.
    case unordered
    /// `(end)` of the lines in any order.
    case end
    /// `(known: reason)`: a known failure.
    case known(Bytes)
    /// `error[CODE]` alone: any error of that code.
    case error(Bytes)
    /// `json PATH == VALUE`: a value of a reply in JSON.
    case json(path: Bytes, value: Bytes)
    /// A misspelled marker; the right spelling.
    case misspelled(String)
  }

  /// The marker that a line is, if it is one. The caller must first exclude lines that end in `
  /// (literal)`.
  package static func marker(of line: Bytes) -> Marker? {
    switch line.first {
    case UInt8(ascii: "."): return line.elementsEqual("...".utf8) ? .anyLines : nil
    case UInt8(ascii: "!"): return starts(line, with: "! ") ? .absent(line.dropFirst(2)) : nil
    case UInt8(ascii: "("):
      if line.elementsEqual("(unordered)".utf8) { return .unordered }
      if line.elementsEqual("(end)".utf8) { return .end }
      guard line.last == UInt8(ascii: ")") else { return nil }
      if starts(line, with: "(known:") {
        return .known(line.dropFirst("(known:".utf8.count).dropLast())
      }
      return misspelledMarker(line)
    case UInt8(ascii: "e"):
      guard starts(line, with: "error["), line.last == UInt8(ascii: "]") else { return nil }
      let code = line.dropFirst("error[".utf8.count).dropLast()
      let isCode = code.allSatisfy { isLetter($0) || $0 == UInt8(ascii: "-") }
      return isCode ? .error(code) : nil
    case UInt8(ascii: "j"):
      guard starts(line, with: "json ") else { return nil }
      let rest = line.dropFirst("json ".utf8.count)
      let isEqual = { (index: Int) in starts(line[index...], with: " == ") }
      guard let middle = rest.indices.first(where: isEqual), middle > rest.startIndex else {
        return nil
      }
      return .json(path: rest[..<middle], value: rest[(middle + 4)...])
    default: return nil
    }
  }

  /// A line such as `(unorderd)` or `(know: reason)`.
  private static func misspelledMarker(_ line: Bytes) -> Marker? {
    let inner = line.dropFirst().dropLast()
    let end = inner.prefix(12).firstIndex(of: UInt8(ascii: ":")) ?? inner.endIndex
    guard end - inner.startIndex <= 12 else { return nil }
    let name = String(decoding: inner[..<end], as: UTF8.self)
    let word = name.lowercased()
    if end < inner.endIndex || word == "known" {
      return word == "known" || isNear(word, "known") ? .misspelled("(known: reason)") : nil
    }
    for known in ["unordered", "end"] where word == known || isNear(word, known) {
      return .misspelled("(\(known))")
    }
    return nil
  }

  private static func starts(_ line: Bytes, with prefix: StaticString) -> Bool {
    prefix.withUTF8Buffer { line.starts(with: $0) }
  }
}

extension TranscriptSyntax {
  /// What a typed placeholder matches.
  package enum PlaceholderKind: String, CaseIterable, Sendable {
    /// An integer, its digits grouped by commas or not.
    case int
    /// A number with or without a fraction: `12`, `-0.5`, `1,200.25`.
    case float
    /// Faces of dice parted by single blanks: `1 5 5`.
    case dice
    /// A span of time: `10s`, `1.5s`, `1h 5m`, `0:42`.
    case duration
    /// A date, with or without a time of day: `2026-07-28`, `2026-07-28 10:15`,
    /// `2026-07-28T10:15:00Z`.
    case date
    /// Anything without a blank.
    case word
  }

  /// Something between `<` and `>` in a line.
  package struct Placeholder: Sendable {
    /// Where it stands in the line.
    package var range: Range<Int>
    /// What it says.
    package var content: Content

    /// What a placeholder means.
    package enum Content: Sendable {
      /// `<int>`: something of a kind.
      case typed(PlaceholderKind)
      /// `<s:int>`: something of a kind, remembered under a name.
      case capture(String, PlaceholderKind)
      /// `<s>`, `<s+50>`, `<s+t-1>`: what was remembered, or a sum of such numbers.
      case use(CaptureSum)
    }

    /// Whether it is more than plain text, given the captured names.
    package func isRead(knowing captures: Set<String>) -> Bool {
      guard case .use(let sum) = content else { return true }
      return sum.terms.allSatisfy { captures.contains($0.name) }
    }
  }

  /// Captured values that are added or subtracted, and a number.
  package struct CaptureSum: Sendable, Equatable {
    package struct Term: Sendable, Equatable {
      package var name: String
      package var isSubtracted = false

      package init(name: String, isSubtracted: Bool = false) {
        self.name = name
        self.isSubtracted = isSubtracted
      }
    }

    /// At least one; the first is added.
    package var terms: [Term]
    package var offset = 0

    package init(_ name: String) { terms = [Term(name: name)] }

    /// The name, if the value itself is meant.
    package var single: String? { terms.count == 1 && offset == 0 ? terms[0].name : nil }
  }

  /// The first placeholder at or after an index. A name is a lower-case letter, then letters,
  /// digits and `_`; the names of kinds are reserved; a number to add has at most 15 digits; at
  /// most 48 bytes may follow the name.
  package static func nextPlaceholder(in line: Bytes, from start: Int) -> Placeholder? {
    var index = start
    while let open = line[index...].firstIndex(of: UInt8(ascii: "<")) {
      if let placeholder = placeholder(in: line, at: open) { return placeholder }
      index = open + 1
    }
    return nil
  }

  private static func placeholder(in line: Bytes, at open: Int) -> Placeholder? {
    guard let first = line[(open + 1)...].first, isLetter(first) else { return nil }
    let rest = line[(open + 1)...]
    let nameEnd = rest.firstIndex { !isLetter($0) && !isDigit($0) && $0 != UInt8(ascii: "_") }
    guard let nameEnd, let close = rest[nameEnd...].prefix(48).firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    let name = String(decoding: rest[..<nameEnd], as: UTF8.self)
    let tail = line[nameEnd..<close]
    let content: Placeholder.Content
    if let kind = PlaceholderKind(rawValue: name) {
      guard tail.isEmpty else { return nil }
      content = .typed(kind)
    } else if tail.first == UInt8(ascii: ":") {
      guard let kind = PlaceholderKind(rawValue: String(decoding: tail.dropFirst(), as: UTF8.self))
      else { return nil }
      content = .capture(name, kind)
    } else {
      guard let sum = sum(of: name, tail) else { return nil }
      content = .use(sum)
    }
    return Placeholder(range: open..<(close + 1), content: content)
  }

  /// The sum of a captured value and terms such as `+50-t`.
  private static func sum(of name: String, _ tail: Bytes) -> CaptureSum? {
    var sum = CaptureSum(name)
    var rest = tail
    while let sign = rest.popFirst() {
      guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
      let isSubtracted = sign == UInt8(ascii: "-")
      let term = rest.prefix { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
      rest = rest[term.endIndex...]
      let word = String(decoding: term, as: UTF8.self)
      if let number = Int(word), term.count <= 15 {
        sum.offset += isSubtracted ? -number : number
      } else if let first = term.first, isLetter(first), PlaceholderKind(rawValue: word) == nil {
        sum.terms.append(CaptureSum.Term(name: word, isSubtracted: isSubtracted))
      } else {
        return nil
      }
    }
    return sum
  }

  private static func isLetter(_ byte: UInt8) -> Bool { byte >= 0x61 && byte <= 0x7A }
  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}
