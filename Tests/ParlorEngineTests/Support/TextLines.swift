import LineSyntax

/// What no line of a reply or a transcript may be.
enum TextLines {
  /// The lines that are blank, end in a blank or are no text.
  static func faults(in bytes: [UInt8]) -> [String] {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.filter { line in
      guard let last = line.last else { return true }
      // In a command U+FFFD stands for what is no text.
      let text =
        line.starts(with: "> ".utf8)
        ? String(decoding: line, as: UTF8.self).replacing("\u{FFFD}", with: "").utf8.map { $0 }
        : Array(line)
      return last == 0x20 || last == 0x09 || TextCheck.firstInvalidIndex(in: text[...]) != nil
    }.map { String(decoding: $0, as: UTF8.self) }
  }
}
