/// A line cut into words. One value serves many lines, so that reading a line allocates nothing.
public struct Line {
  /// The longest line, in bytes.
  public static let limit = 4096

  /// The bytes, without blanks and a carriage return at the end.
  package private(set) var bytes: [UInt8] = []
  /// The words, without the id.
  package private(set) var tokens: [Token] = []
  /// The number before the verb, if there is one.
  package private(set) var id: Int?

  package init() {}

  /// Reads a line.
  ///
  /// - Throws: a fault if it is too long, no text or badly quoted; the words are of no use then.
  package mutating func read(_ line: ArraySlice<UInt8>) throws(LineError) {
    tokens.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    id = nil
    guard Line.isCommand(line) else { return }
    // An error keeps the id, by which a program knows what was refused.
    guard line.count <= Line.limit else {
      id = Line.leadingID(of: line)
      throw .lineTooLong(limit: Line.limit)
    }
    bytes.append(contentsOf: Line.trimmed(line))
    if let fault = TextCheck.firstInvalidIndex(in: bytes[...]) {
      id = Line.leadingID(of: line)
      throw .notText(at: fault)
    }
    do throws(LineError) {
      var scanner = Tokenizer(bytes: bytes)
      while let token = try scanner.next() { tokens.append(token) }
    } catch {
      try takeID(hasVerb: true)
      throw error
    }
    try takeID(hasVerb: tokens.count > 1)
  }

  /// A line without the blanks and carriage returns at its end.
  package static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var end = line.endIndex
    while end > line.startIndex, isBlank(line[end - 1]) || line[end - 1] == 0x0D { end -= 1 }
    return line[..<end]
  }

  /// The text of a word, its quotes and escapes resolved.
  package func text(_ token: Token) -> String { token.text(in: bytes) }

  /// A word without its quotes; an option with its name.
  package func written(_ token: Token) -> String {
    guard let name = token.name else { return text(token) }
    return "\(self.name(name))=\(text(token))"
  }

  /// The name of an option.
  package func name(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Whether a word is written exactly so, without quotes.
  package func isLiteral(_ token: Token, _ word: String, ignoringCase: Bool = false) -> Bool {
    guard !token.isQuoted, token.name == nil, word.utf8.count == token.content.count else {
      return false
    }
    var index = token.content.lowerBound
    for byte in word.utf8 {
      guard bytes[index] == byte || ignoringCase && Line.lowercased(bytes[index]) == byte else {
        return false
      }
      index += 1
    }
    return true
  }

  /// The integer that a word is, with an optional sign.
  ///
  /// - Returns: `nil` if it is none, or beyond 64 bits.
  package func integer(_ token: Token) -> Int? {
    guard !token.isQuoted, token.name == nil else { return nil }
    return Line.integer(bytes[token.content])
  }

  /// The integer that a word is, written as replies write it: `10,000`.
  func groupedInteger(_ token: Token) -> Int? {
    guard !token.isQuoted, token.name == nil else { return nil }
    return Line.grouped(bytes[token.content])
  }

  /// The integer that is written with a comma before every three digits, and at least one.
  package static func grouped(_ text: ArraySlice<UInt8>) -> Int? {
    let groups = text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard groups.count > 1, groups.dropFirst().allSatisfy({ $0.count == 3 }),
      let first = groups.first, 1...3 ~= first.count(where: isDigit)
    else { return nil }
    return integer(Array(groups.joined())[...])
  }

  package static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

  /// An ASCII letter in lower case; other bytes as they are.
  package static func lowercased(_ byte: UInt8) -> UInt8 {
    0x41...0x5A ~= byte ? byte | 0x20 : byte
  }

  package static func integer(_ digits: ArraySlice<UInt8>) -> Int? {
    var index = digits.startIndex
    var isNegative = false
    if let first = digits.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      isNegative = first == UInt8(ascii: "-")
      index += 1
    }
    guard index < digits.endIndex else { return nil }
    var number = 0
    while index < digits.endIndex {
      let digit = Int(digits[index]) - 0x30
      guard 0...9 ~= digit else { return nil }
      let (tens, overflow) = number.multipliedReportingOverflow(by: 10)
      let (next, excess) =
        isNegative
        ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
      guard !overflow && !excess else { return nil }
      number = next
      index += 1
    }
    return number
  }

  package static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Where the first word of a line is, apart from an id; `nil` if it is quoted or missing.
  package static func verb(of line: ArraySlice<UInt8>) -> Range<Int>? {
    var end = line.startIndex
    var word = end..<end
    func isEnd(_ index: Int) -> Bool { index == line.endIndex || isBlank(line[index]) }
    repeat {
      guard let start = line[end...].firstIndex(where: { !isBlank($0) }) else { return nil }
      end = start
      while !isEnd(end), line[end] != 0x0D { end += 1 }
      // A CR is not a word, and no command begins after it.
      if end == start { return nil }
      word = start..<end
    } while line[word].allSatisfy(isDigit)
    return line[word].contains(UInt8(ascii: "\"")) ? nil : word
  }

  /// The number before the verb of a line that cannot be cut into words.
  private static func leadingID(of line: ArraySlice<UInt8>) -> Int? {
    let digits = line.drop(while: isBlank).prefix(while: isDigit)
    guard digits.endIndex < line.endIndex, isBlank(line[digits.endIndex]),
      let number = integer(digits), number < 1 << 31
    else { return nil }
    return number
  }

  /// Drops the words that are options.
  package mutating func removeOptions() { tokens.removeAll { $0.name != nil } }

  /// Takes the id away from the words; digits alone are none.
  private mutating func takeID(hasVerb: Bool) throws(LineError) {
    guard hasVerb, let first = tokens.first, first.name == nil, !first.isQuoted,
      bytes[first.content].allSatisfy({ 0x30...0x39 ~= $0 })
    else { return }
    guard let number = integer(first), number < 1 << 31 else {
      throw .idTooLarge(range: first.range)
    }
    id = number
    tokens.removeFirst()
  }
}

/// The commands of a script or a scenario, with the numbers of their lines.
package struct Script {
  /// A command.
  package struct Numbered {
    /// The number of the line, from 1.
    package var number: Int
    /// The line.
    package var bytes: ArraySlice<UInt8>
  }

  /// The commands in order, without blank and comment lines.
  package private(set) var lines: [Numbered] = []

  /// - Parameter isScenario: whether only lines that begin with `> ` are commands, and none in
  ///   blocks that contain the text of a file.
  package init(_ bytes: [UInt8], isScenario: Bool) {
    var number = 0
    var fence: ArraySlice<UInt8>?
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      if isScenario {
        if let open = fence {
          if line.starts(with: open), Line.trimmed(line).allSatisfy({ $0 == open.first }) {
            fence = nil
          }
          continue
        }
        if line.first == UInt8(ascii: "`") || line.first == UInt8(ascii: "~") {
          let marks = line.prefix { $0 == line.first }
          if marks.count >= 3, line[marks.endIndex...].starts(with: "file ".utf8) { fence = marks }
        }
        guard line.starts(with: [UInt8(ascii: ">"), 0x20]) else { continue }
        lines.append(Numbered(number: number, bytes: line.dropFirst(2)))
      } else if Line.isCommand(line) {
        lines.append(Numbered(number: number, bytes: line))
      }
    }
  }
}

extension Line {
  /// Whether a line is a command, rather than blank or a comment. A line over the limit is a
  /// command, which is refused.
  package static func isCommand(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.count <= limit else { return true }
    for byte in trimmed(line) where !isBlank(byte) { return byte != UInt8(ascii: "#") }
    return false
  }
}
