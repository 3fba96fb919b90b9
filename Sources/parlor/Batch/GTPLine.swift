/// A line as the Go Text Protocol wants it read (section 3.1 of its specification): control
/// characters are taken out, a tab is a blank, and `#` starts a comment wherever it stands.
enum GTPLine {
  /// The line without what is not read. A `#` in quotes, which the protocol does not have, is kept.
  static func cleaned(_ line: ArraySlice<UInt8>) -> [UInt8] {
    var cleaned: [UInt8] = []
    cleaned.reserveCapacity(line.count)
    var isQuoted = false
    var isEscaped = false
    for byte in line {
      if byte == UInt8(ascii: "#") && !isQuoted { break }
      if byte == UInt8(ascii: "\"") && !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && byte == UInt8(ascii: "\\") && !isEscaped
      if byte == UInt8(ascii: "\t") {
        cleaned.append(UInt8(ascii: " "))
      } else if byte >= 0x20 && byte != 0x7F {
        cleaned.append(byte)
      }
    }
    return cleaned
  }
}
