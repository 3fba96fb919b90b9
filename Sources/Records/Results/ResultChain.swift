import ParlorKit

/// The checksums of the lines of a file of results. Each is the last member of its object, `sum`:
/// the 64-bit FNV-1a of the previous checksum, in its 16 digits, and of the bytes of the line up to
/// the comma before `sum`. So if a line was changed, removed or moved, it or the next one does not
/// match.
///
/// Lines of earlier versions have none. Their checksum is that of their bytes.
package struct ResultChain {
  /// The digits of the previous line; empty before the first line.
  private var last: [UInt8] = []

  private static let key = Array(",\"sum\":\"".utf8)
  private static let digits = 16

  package init() {}

  /// Continues after a line; an empty one counts as none.
  package init(after line: ArraySlice<UInt8>) {
    if !line.isEmpty { _ = isBroken(by: line) }
  }

  /// Adds a line, which is a JSON object, replacing its checksum.
  ///
  /// - Returns: the line with its checksum and a line break.
  package mutating func sealed(_ line: ArraySlice<UInt8>) -> [UInt8] {
    let (content, _) = Self.parts(of: line)
    last = Self.sum(of: content, after: last)
    return Array(content) + Self.key + last + Array("\"}\n".utf8)
  }

  /// Adds a line with or without a checksum.
  ///
  /// - Returns: whether the checksum is wrong.
  package mutating func isBroken(by line: ArraySlice<UInt8>) -> Bool {
    let (content, found) = Self.parts(of: line)
    guard let found else {
      last = Self.sum(of: content, after: [])
      return false
    }
    defer { last = Array(found) }
    return !line[content.endIndex...].starts(with: Self.key)
      || !found.elementsEqual(Self.sum(of: content, after: last))
  }

  private static func sum(of content: ArraySlice<UInt8>, after last: [UInt8]) -> [UInt8] {
    var digest = Digest()
    digest.combine(bytes: last)
    content.withUnsafeBytes { for byte in $0 { digest.combine(byte: byte) } }
    return Array(digest.full.padded(to: digits, radix: 16).utf8)
  }

  /// A line without trailing blanks, up to its checksum or its closing brace, and the digits of the
  /// checksum. The name `sum` may be damaged: no other last member is as long.
  private static func parts(
    of line: ArraySlice<UInt8>
  ) -> (content: ArraySlice<UInt8>, sum: ArraySlice<UInt8>?) {
    var line = line
    while let byte = line.last, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { line.removeLast() }
    let end = line.suffix(key.count + digits + 2)
    let sum = end.dropFirst(key.count).prefix(digits)
    if end.starts(with: key.prefix(2)), end.dropFirst(5).starts(with: key.dropFirst(5)),
      end.suffix(2).elementsEqual("\"}".utf8), sum.count == digits
    {
      return (line[..<end.startIndex], sum)
    }
    // One of another length was damaged.
    if let start = line.suffix(64).firstRange(of: key)?.lowerBound {
      return (line[..<start], line[start...])
    }
    return (line.last == UInt8(ascii: "}") ? line.dropLast() : line, nil)
  }
}
