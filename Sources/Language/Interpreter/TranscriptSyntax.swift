/// What is plain and what is pattern in the expected lines of a transcript.
///
/// `--echo`, `record` and `--bless` learn here which lines they must mark ` (literal)`; the reader
/// of scenarios builds its patterns on the same definitions. All of it works on bytes, since it
/// runs on every line of output.
package enum TranscriptSyntax {
  /// A line, without its line break.
  package typealias Bytes = ArraySlice<UInt8>

  /// Whether a line is a command: `> ` stands before what is typed.
  package static func isCommand(_ line: Bytes) -> Bool { starts(line, with: "> ") }

  /// Whether a line, as it stands, expects exactly itself.
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
    default: break
    }
    var start = line.startIndex
    while let placeholder = nextPlaceholder(in: line, from: start) {
      if placeholder.isRead(knowing: captures) { return false }
      start = placeholder.range.upperBound
    }
    return true
  }

  /// The line as it must stand in a scenario to expect exactly itself: marked ` (literal)` if it
  /// would otherwise be read as something else, and only then.
  package static func escaped(_ line: Bytes, captures: Set<String> = []) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(line.count + 10)
    escape(line, captures: captures, into: &output)
    return output
  }

  /// Appends what ``escaped(_:captures:)`` returns.
  ///
  /// A line that begins with `> ` has no literal form, as it would be a command; it becomes a line
  /// with escapes. No reply has such a line.
  package static func escape(
    _ line: Bytes, captures: Set<String> = [], into output: inout [UInt8]
  ) {
    if isPlain(line, captures: captures) {
      output.append(contentsOf: line)
    } else if isCommand(line) {
      output.append(contentsOf: "\\x3E".utf8)
      for byte in line.dropFirst() {
        switch byte {
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
  /// A word in parentheses after a blank at the end of a line, which says how to read the line.
  package enum Suffix: String, CaseIterable, Sendable {
    case expression = "re"
    case glob
    case escapes = "esc"
    case literal
    case optional = "?"
    case any = "*"
    case many = "+"
  }

  /// A line that ends in a suffix: the text before it, and the suffix.
  package struct Ending: Sendable {
    /// The line without the suffix and the blank before it.
    package var body: Bytes
    /// What stands between the parentheses.
    package var word: String
    /// What it means; nothing for a word that is kept from use, see ``ending(of:)``.
    package var suffix: Suffix?
  }

  /// The suffix at the end of a line, if there is one.
  ///
  /// Ordinary text may end in parentheses: `Total (net)` has no suffix. Kept from use, because
  /// whoever writes them means a suffix, are the suffixes in other letter cases, the spellings of
  /// other tools (`regex`, `regexp`, `escaped`, `no-eol`), and several of `?*+` in a row.
  package static func ending(of line: Bytes) -> Ending? {
    guard line.last == UInt8(ascii: ")") else { return nil }
    let limit = line.index(line.endIndex, offsetBy: -10, limitedBy: line.startIndex)
    let window = line[(limit ?? line.startIndex)...]
    guard let open = window.lastIndex(of: UInt8(ascii: "(")), open > line.startIndex,
      line[open - 1] == UInt8(ascii: " ")
    else { return nil }
    let word = String(decoding: line[(open + 1)..<(line.endIndex - 1)], as: UTF8.self)
    let suffix = Suffix(rawValue: word)
    guard suffix != nil || isKept(word) else { return nil }
    return Ending(body: line[..<(open - 1)], word: word, suffix: suffix)
  }

  private static func isKept(_ word: String) -> Bool {
    let lower = word.lowercased()
    return Suffix(rawValue: lower) != nil
      || ["regex", "regexp", "escaped", "no-eol"].contains(lower)
      || (!word.isEmpty && word.utf8.allSatisfy { "?*+".utf8.contains($0) })
  }
}

extension TranscriptSyntax {
  /// A line that is no text at all but says something of the lines around it.
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
  }

  /// The marker that a line is, if it is one. A line that ends in ` (literal)` is none, which is
  /// for the caller to see first.
  package static func marker(of line: Bytes) -> Marker? {
    switch line.first {
    case UInt8(ascii: "."): return line.elementsEqual("...".utf8) ? .anyLines : nil
    case UInt8(ascii: "!"): return starts(line, with: "! ") ? .absent(line.dropFirst(2)) : nil
    case UInt8(ascii: "("):
      if line.elementsEqual("(unordered)".utf8) { return .unordered }
      if line.elementsEqual("(end)".utf8) { return .end }
      guard starts(line, with: "(known:"), line.last == UInt8(ascii: ")") else { return nil }
      return .known(line.dropFirst("(known:".utf8.count).dropLast())
    case UInt8(ascii: "e"):
      guard starts(line, with: "error["), line.last == UInt8(ascii: "]") else { return nil }
      let code = line.dropFirst("error[".utf8.count).dropLast()
      let isCode = code.allSatisfy { isLetter($0) || $0 == UInt8(ascii: "-") }
      return isCode ? .error(code) : nil
    default: return nil
    }
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
    /// Faces of dice parted by single blanks: `1 5 5`.
    case dice
    /// A span of time: `10s`, `1.5s`, `1h 5m`, `0:42`.
    case duration
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
      /// `<s>`, `<s+50>`: what was remembered under a name, and a number to add.
      case use(String, Int)
    }

    /// Whether it is more than plain text, where certain names were captured.
    package func isRead(knowing captures: Set<String>) -> Bool {
      if case .use(let name, _) = content { captures.contains(name) } else { true }
    }
  }

  /// The first placeholder at or after an index. A name is a lower-case letter, then letters, digits and
  /// `_`; the names of kinds are taken; a number to add has at most 15 digits.
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
    guard let nameEnd, let close = rest[nameEnd...].prefix(20).firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    let name = String(decoding: rest[..<nameEnd], as: UTF8.self)
    let tail = line[nameEnd..<close]
    let content: Placeholder.Content
    if let kind = PlaceholderKind(rawValue: name) {
      guard tail.isEmpty else { return nil }
      content = .typed(kind)
    } else if tail.isEmpty {
      content = .use(name, 0)
    } else if tail.first == UInt8(ascii: ":") {
      guard let kind = PlaceholderKind(rawValue: String(decoding: tail.dropFirst(), as: UTF8.self))
      else { return nil }
      content = .capture(name, kind)
    } else {
      guard tail.first == UInt8(ascii: "+") || tail.first == UInt8(ascii: "-"), tail.count <= 16,
        tail.dropFirst().allSatisfy(isDigit),
        let offset = Int(String(decoding: tail, as: UTF8.self))
      else { return nil }
      content = .use(name, offset)
    }
    return Placeholder(range: open..<(close + 1), content: content)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { byte >= 0x61 && byte <= 0x7A }
  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}
