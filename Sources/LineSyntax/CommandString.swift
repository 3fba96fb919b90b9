/// Several commands in one text: the argument of `-c`, or a line of the prompt.
package enum CommandString {
  /// Where the commands are: line breaks separate them, and so does `;` outside quotes and
  /// comments. There is at least one range; each begins after the blanks before its command.
  package static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    var isQuoted = false
    var isEscaped = false
    var isComment = false
    var isAtWordStart = true
    for (index, byte) in bytes.enumerated() {
      let isBreak = byte == UInt8(ascii: "\n")
      if isBreak || (byte == UInt8(ascii: ";") && !isQuoted && !isComment) {
        ranges.append(start..<index)
        start = index + 1
        (isQuoted, isEscaped, isComment, isAtWordStart) = (false, false, false, true)
        continue
      }
      if byte == UInt8(ascii: "#") && isAtWordStart && !isQuoted { isComment = true }
      if byte == UInt8(ascii: "\"") && !isEscaped && !isComment { isQuoted.toggle() }
      isEscaped = isQuoted && byte == UInt8(ascii: "\\") && !isEscaped
      isAtWordStart = Line.isBlank(byte)
    }
    ranges.append(start..<bytes.count)
    return ranges.map { range in
      let first = range.first { !Line.isBlank(bytes[$0]) }
      return (first ?? range.upperBound)..<range.upperBound
    }
  }

  /// The commands.
  package static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    ranges(in: bytes).map { bytes[$0] }
  }

  /// Whether the last command ends within a quoted word.
  package static func isOpen(_ bytes: [UInt8]) -> Bool {
    guard let last = ranges(in: bytes).last else { return false }
    var tokenizer = Tokenizer(bytes: Array(bytes[last]))
    do throws(LineError) {
      while try tokenizer.next() != nil {}
      return false
    } catch {
      return error.detail == .openQuote
    }
  }
}
