import LineSyntax
import ParlorKit

/// The checksum of the lines of a log, in a line of its own: the last line of a saved game, and the
/// last of each batch of lines in a journal. It detects lines that were changed, removed or
/// reordered, and a file that ends early.
///
/// It is the 64-bit FNV-1a of all lines above that mean something, including earlier checksums:
/// each without the blanks and the carriage return at its end, and with a line feed. Blank lines
/// and ordinary comments do not count.
package struct LogSum: Sendable {
  private var digest = Digest()

  init() {}

  /// A comment at the beginning of a log that ends with a checksum. Earlier logs lack it.
  static let promise = "# checked by the sum in the last line"
  /// How the line of a checksum begins.
  private static let start = "# sum "

  /// The line of the checksum of the lines so far, without its end.
  var line: String { Self.start + digest.full.padded(to: 16, radix: 16) }

  mutating func add(line: ArraySlice<UInt8>) {
    let line = Line.trimmed(line)
    if Self.counts(line) { combine(line) }
  }

  private mutating func combine(_ line: ArraySlice<UInt8>) {
    digest.combine(bytes: line)
    digest.combine(byte: 0x0A)
  }

  /// The number of the first line with a checksum that is not that of the lines above it, in a log of any version;
  /// `nil` if there is none.
  static func firstWrong(in log: [UInt8]) -> Int? {
    var sum = LogSum()
    let lines = log.split(separator: 0x0A, omittingEmptySubsequences: false).map(Line.trimmed)
    for (index, line) in lines.enumerated() {
      if isSum(line), !line.elementsEqual(sum.line.utf8) { return index + 1 }
      // The header of a later version counts too.
      if index == 0, !line.isEmpty { sum.combine(line) } else { sum.add(line: line) }
    }
    return nil
  }

  /// Whether all checksums of a log are right, and one of them is below the line with a number.
  static func vouches(for number: Int, in log: [UInt8]) -> Bool {
    let below = log.split(separator: 0x0A, omittingEmptySubsequences: false).dropFirst(number)
    return below.contains { isSum(Line.trimmed($0)) } && firstWrong(in: log) == nil
  }

  /// Adds whole lines, and the line of their checksum.
  ///
  /// - Returns: the lines with that line below them.
  mutating func sealed(_ lines: [UInt8]) -> [UInt8] {
    for line in lines.split(separator: 0x0A) { add(line: line) }
    let seal = Array("\(line)\n".utf8)
    add(line: seal.dropLast())
    return lines + seal
  }

  /// Whether a line is a checksum, be it right or wrong.
  static func isSum(_ line: ArraySlice<UInt8>) -> Bool { line.starts(with: start.utf8) }

  /// Whether a log should end with a checksum and does not. Logs of earlier versions have none.
  package static func endsEarly(_ log: [UInt8]) -> Bool {
    let lines = log.split(separator: 0x0A).map(Line.trimmed).filter(counts)
    guard let last = lines.last, !isSum(last) else { return false }
    return lines.contains { $0.elementsEqual(promise.utf8) || isSum($0) }
  }

  /// The lines of a log before the line with a number. Moves have digests of their own; below the last checksum,
  /// notes of the time have nothing that vouches for them, and are left out.
  static func withoutUncheckedTimes(_ log: [UInt8], before number: Int) -> [UInt8] {
    let lines = log.split(separator: 0x0A, omittingEmptySubsequences: false).prefix(number - 1)
    let checked = lines.lastIndex { isSum(Line.trimmed($0)) } ?? -1
    return lines.enumerated().filter { $0 <= checked || !isTime($1) }.flatMap { $1 + [0x0A] }
  }

  /// Whether a line notes what time it was.
  private static func isTime(_ line: ArraySlice<UInt8>) -> Bool {
    switch try? LogAnnotation(Line.trimmed(line)) {
    case .moment, .resumed: true
    default: false
    }
  }

  /// Whether a log has a checksum, so that ``firstWrong(in:)`` can tell damage.
  static func isSealed(_ log: [UInt8]) -> Bool {
    log.split(separator: 0x0A).map(Line.trimmed).contains { line in
      isSum(line) && line.count == start.utf8.count + 16
        && line.suffix(16).allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    }
  }

  /// Whether a log should have a checksum and has none.
  static func isUnsealed(_ log: [UInt8]) -> Bool {
    log.split(separator: 0x0A).contains { Line.trimmed($0).elementsEqual(promise.utf8) }
      && !isSealed(log)
  }

  /// Whether a line means something.
  private static func counts(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.first == UInt8(ascii: "#") else { return !line.isEmpty }
    if isSum(line) || [promise, SavedGame.header].contains(where: { line.elementsEqual($0.utf8) }) {
      return true
    }
    do throws(LogAnnotation.BadMark) { return try LogAnnotation(line) != nil } catch { return true }
  }
}
