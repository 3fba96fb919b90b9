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

  /// Adds lines; an empty one counts as none.
  ///
  /// - Returns: the indices of those with a wrong checksum.
  package mutating func broken(among lines: [ArraySlice<UInt8>]) -> [Int] {
    let parts = lines.map(Self.parts)
    // Where each line has a checksum, no line has to wait for the one before.
    guard parts.allSatisfy({ $0.sum?.count == Self.digits }), let start = parts.first?.sum else {
      return lines.indices.filter { !lines[$0].isEmpty && isBroken(by: lines[$0]) }
    }
    let befores = [last[...]] + parts.dropLast().map { $0.sum ?? start }
    let sums = Self.sums(of: parts.map(\.content), after: befores)
    last = Array(parts.last?.sum ?? start)
    return lines.indices.filter { index in
      let (content, found) = parts[index]
      return !lines[index][content.endIndex...].starts(with: Self.key)
        || Self.number(of: found ?? start) != sums[index]
    }
  }

  /// The checksums of lines, four at a time: each step of a sum waits for the one before, and other sums do not.
  private static func sums(
    of contents: [ArraySlice<UInt8>], after befores: [ArraySlice<UInt8>]
  ) -> [UInt64] {
    var digests = befores.map { before in
      var digest = Digest()
      digest.combine(bytes: before)
      return digest
    }
    var index = 0
    while index + 4 <= contents.count {
      var (one, two, three, four) = (
        digests[index], digests[index + 1], digests[index + 2], digests[index + 3]
      )
      let common = min(
        contents[index].count, contents[index + 1].count, contents[index + 2].count,
        contents[index + 3].count)
      contents[index].withUnsafeBytes { first in
        contents[index + 1].withUnsafeBytes { second in
          contents[index + 2].withUnsafeBytes { third in
            contents[index + 3].withUnsafeBytes { fourth in
              for place in 0..<common {
                one.combine(byte: first[place])
                two.combine(byte: second[place])
                three.combine(byte: third[place])
                four.combine(byte: fourth[place])
              }
            }
          }
        }
      }
      for (offset, digest) in [one, two, three, four].enumerated() {
        digests[index + offset] = digest
        digests[index + offset].combine(bytes: contents[index + offset].dropFirst(common))
      }
      index += 4
    }
    for index in index..<contents.count { digests[index].combine(bytes: contents[index]) }
    return digests.map(\.full)
  }

  /// The number of a checksum; `nil` if it is not one in small digits.
  private static func number(of digits: ArraySlice<UInt8>) -> UInt64? {
    var number: UInt64 = 0
    for digit in digits {
      switch digit {
      case 0x30...0x39: number = number << 4 | UInt64(digit - 0x30)
      case 0x61...0x66: number = number << 4 | UInt64(digit - 0x57)
      default: return nil
      }
    }
    return number
  }

  private static func sum(of content: ArraySlice<UInt8>, after last: [UInt8]) -> [UInt8] {
    var digest = Digest()
    digest.combine(bytes: last[...])
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
    let start = line.suffix(64).indices.first {
      line[$0] == key[0] && line[$0...].starts(with: key)
    }
    if let start {
      return (line[..<start], line[start...])
    }
    return (line.last == UInt8(ascii: "}") ? line.dropLast() : line, nil)
  }
}
