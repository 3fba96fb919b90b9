import Language

/// The lines of an argument of `-c`: parted by line breaks, and by `;` outside quotes.
enum CommandString {
  static func lines(of text: String) -> [ArraySlice<UInt8>] {
    let bytes = Array(text.utf8)
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    var isQuoted = false
    var isEscaped = false
    var isComment = false
    var isAtWordStart = true
    for (index, byte) in bytes.enumerated() {
      let isBreak = byte == UInt8(ascii: "\n")
      if isBreak || (byte == UInt8(ascii: ";") && !isQuoted && !isComment) {
        lines.append(bytes[start..<index])
        start = index + 1
        (isQuoted, isEscaped, isComment, isAtWordStart) = (false, false, false, true)
        continue
      }
      if byte == UInt8(ascii: "#") && isAtWordStart && !isQuoted { isComment = true }
      if byte == UInt8(ascii: "\"") && !isEscaped && !isComment { isQuoted.toggle() }
      isEscaped = isQuoted && byte == UInt8(ascii: "\\") && !isEscaped
      isAtWordStart = byte == 0x20 || byte == 0x09
    }
    lines.append(bytes[start...])
    return lines.map { $0.drop { $0 == 0x20 || $0 == 0x09 } }
  }
}
