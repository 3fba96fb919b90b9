import LineSyntax

/// A line up to the cursor: its finished words and the one being typed.
struct UnfinishedLine {
  /// The words before the one under the cursor.
  private(set) var words: [String] = []
  /// The options among them.
  private(set) var options: [String] = []
  /// The word under the cursor, without quotes; empty after a blank.
  private(set) var current = ""
  /// The name of the option whose value is under the cursor.
  private(set) var option: String?
  /// The bytes of the word, or of the value, under the cursor, with its quote.
  private(set) var range: Range<Int>

  /// - Returns: `nil` in a comment, or if the line cannot be read.
  init?(_ bytes: ArraySlice<UInt8>) {
    let text = Array(bytes)
    range = text.count..<text.count
    guard let tokens = Self.tokens(of: text) else { return nil }
    let isInWord = text.last.map { !Line.isBlank($0) } ?? false
    let isOpen = tokens.last.map { $0.range.upperBound > text.count } ?? false
    var finished = tokens[...]
    if isInWord || isOpen {
      guard let last = finished.popLast() else { return nil }
      let content = last.content.lowerBound..<min(last.content.upperBound, text.count)
      current = String(decoding: text[content], as: UTF8.self)
      option = last.name.map { String(decoding: text[$0], as: UTF8.self) }
      let start = last.isQuoted ? last.content.lowerBound - 1 : last.content.lowerBound
      range = start..<text.count
    }
    for token in finished {
      if let name = token.name {
        options.append(String(decoding: text[name], as: UTF8.self))
      } else {
        words.append(String(decoding: text[token.content], as: UTF8.self))
      }
    }
    if words.count > 1 || (words.count == 1 && (isInWord || isOpen)), Self.isID(words[0]) {
      words.removeFirst()
    }
  }

  /// The line without its first words.
  func droppingWords(_ count: Int) -> UnfinishedLine {
    var line = self
    line.words.removeFirst(count)
    return line
  }

  /// The words; a quote that is still open is closed.
  private static func tokens(of text: [UInt8]) -> [Token]? {
    for bytes in [text, text + [UInt8(ascii: "\"")]] {
      var tokenizer = Tokenizer(bytes: bytes)
      var tokens: [Token] = []
      do throws(LineError) {
        while let token = try tokenizer.next() { tokens.append(token) }
        let isComment =
          (tokens.last?.range.upperBound ?? -1) < bytes.lastIndex(
            of: UInt8(ascii: "#")) ?? -1
        return isComment ? nil : tokens
      } catch {
        continue
      }
    }
    return nil
  }

  private static func isID(_ word: String) -> Bool {
    !word.isEmpty && word.utf8.allSatisfy { 0x30...0x39 ~= $0 }
  }
}
