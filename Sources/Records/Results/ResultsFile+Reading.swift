import LibC
import ParlorKit
package import Platform

extension ResultsFile {
  /// Hands out the lines of the file in order, whole ones only, without their ends.
  ///
  /// The lock is held just long enough to see where the last line ends.
  ///
  /// - Parameters:
  ///   - tail: at most so many bytes at the end are read; all if nothing is said.
  ///   - body: takes a line and its number, counted from 1 where the reading began.
  /// - Returns: the number of bytes of a line at the end that was never finished.
  @discardableResult
  package func forEachLine(
    tail: Int = Int.max, _ body: (_ line: ArraySlice<UInt8>, _ number: Int) -> Void
  ) throws(FileError) -> Int {
    guard !isMissing else { return 0 }
    let file = try open(isReading: true)
    let end = try file.endOfLastLine()
    let torn = file.size - end
    file.unlock()
    var offset = end > tail ? end - tail : 0
    var number = 0
    var rest: [UInt8] = []
    // The first line of a tail may have lost its beginning.
    var isCut = offset > 0
    while offset < end {
      let block = try file.read(from: offset, count: min(Self.block, end - offset))
      if block.isEmpty { break }
      offset += block.count
      rest += block
      var start = rest.startIndex
      while let index = Self.endOfLine(in: rest, from: start) {
        if isCut {
          isCut = false
        } else {
          number += 1
          if start < index { body(rest[start..<index], number) }
        }
        start = index + 1
      }
      rest.removeSubrange(..<start)
    }
    return torn
  }

  private static func endOfLine(in bytes: [UInt8], from start: Int) -> Int? {
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress,
        let found = memchr(base + start, Int32(UInt8(ascii: "\n")), bytes.count - start)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }

  /// Hands out the results in order; of lines with the same id the first.
  ///
  /// - Parameter tail: at most so many bytes at the end are read; all if nothing is said.
  /// - Returns: what was passed over.
  @discardableResult
  package func forEach(
    tail: Int = Int.max, _ body: (GameResult) -> Void
  ) throws(FileError) -> SkippedLines {
    var skipped = SkippedLines()
    var scanner = ResultScanner()
    // Digests of the ids: the ids themselves would take four times the memory. Of a million, two
    // have the same one in thirty million files.
    var known: Set<UInt64> = []
    var repeated = 0
    func hand(_ result: GameResult) {
      var digest = Digest()
      digest.combine(result.id)
      if known.insert(digest.full).inserted { body(result) } else { repeated += 1 }
    }
    skipped.tornBytes = try forEachLine(tail: tail) { line, number in
      if schema.version == GameResult.schemaVersion, let result = scanner.scan(line) {
        return hand(result)
      }
      do throws(ResultError) {
        hand(try GameResult(line: line, schema: schema))
      } catch {
        skipped.note(error, at: number)
      }
    }
    skipped.repeated = repeated
    return skipped
  }

  /// The last results, the newest first.
  package func last(_ count: Int) throws(FileError) -> (results: [GameResult], SkippedLines) {
    // A tail that is long enough for most; the whole file if it is not.
    for tail in [max(1 << 16, count.multipliedReportingOverflow(by: 4096).partialValue), Int.max] {
      var results: [GameResult] = []
      let skipped = try forEach(tail: tail) { results.append($0) }
      if results.count >= count || tail == Int.max {
        return (results.suffix(count).reversed(), skipped)
      }
    }
    return ([], SkippedLines())
  }

  private static let block = 1 << 20
}

/// Lines of a file of results that were passed over.
package struct SkippedLines: Sendable, Equatable {
  /// The lines that are damaged or no results.
  package private(set) var damaged = 0
  /// The lines of later schema versions.
  package private(set) var newer = 0
  /// The first line that was passed over, and why.
  package private(set) var first: (number: Int, fault: ResultError)?
  /// The lines with the id of an earlier one.
  package fileprivate(set) var repeated = 0
  /// The bytes at the end that are no whole line.
  package var tornBytes = 0

  mutating func note(_ fault: ResultError, at number: Int) {
    if case .newer = fault { newer += 1 } else { damaged += 1 }
    if first == nil { first = (number, fault) }
  }

  /// How many lines there are.
  package var count: Int { damaged + newer }

  package static func == (one: SkippedLines, other: SkippedLines) -> Bool {
    one.damaged == other.damaged && one.newer == other.newer && one.tornBytes == other.tornBytes
      && one.repeated == other.repeated && one.first?.number == other.first?.number
      && one.first?.fault == other.first?.fault
  }

  /// What was passed over, in whole sentences; empty for nothing.
  package func sentences(path: String) -> [String] {
    var sentences: [String] = []
    if let first {
      let more = count > 1 ? ", and \(count - 1) more" : ""
      sentences.append("\(path):\(first.number) is passed over\(more): \(first.fault.message).")
    }
    if repeated > 0 {
      let lines = repeated == 1 ? "1 line" : "\(repeated) lines"
      sentences.append("\(lines) of \(path) repeat an earlier result, which counts once.")
    }
    if tornBytes > 0 {
      sentences.append("The last line of \(path) was never finished; it is passed over.")
    }
    return sentences
  }
}
