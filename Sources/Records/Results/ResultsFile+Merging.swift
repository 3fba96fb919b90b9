package import Platform

extension ResultsFile {
  /// Takes in the results of other lines, by their ids: what is known already is left as it is.
  ///
  /// All lines are then put in the order in which the games ended. Lines of the file that cannot be
  /// read stay, those of the other ones are passed over.
  package func merge(_ bytes: [UInt8]) throws(FileError) -> MergeReport {
    var report = MergeReport()
    var file = try open(isReading: false)
    _ = try mend(&file)
    var lines: [MergedLine] = []
    var known: Set<ExactText> = []
    for line in try file.read().split(separator: UInt8(ascii: "\n")) {
      let result = try? GameResult(line: line, schema: schema)
      if let result { known.insert(ExactText(result.id)) }
      // What cannot be read stays behind the line that it stands behind.
      lines.append(MergedLine(bytes: line, end: result?.end ?? lines.last?.end))
    }
    var number = 0
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) else { continue }
      do throws(ResultError) {
        let result = try GameResult(line: line, schema: schema)
        guard known.insert(ExactText(result.id)).inserted else {
          report.known += 1
          continue
        }
        report.added += 1
        lines.append(MergedLine(bytes: line, end: result.end))
      } catch {
        report.skipped.note(error, at: number)
      }
    }
    guard report.added > 0 else { return report }
    let order = lines.indices.sorted { one, other in
      let (first, second) = (lines[one].end, lines[other].end)
      if first == second { return one < other }
      guard let first else { return true }
      guard let second else { return false }
      return first < second
    }
    var merged: [UInt8] = []
    for index in order {
      merged += lines[index].bytes
      merged.append(UInt8(ascii: "\n"))
    }
    _ = try file.replace(by: merged, mode: Self.mode)
    return report
  }

  /// Begins anew; the file so far is kept under another name, one that nothing has: what was kept
  /// before stays.
  ///
  /// - Returns: the name; nothing if there was nothing to keep.
  package func reset() throws(FileError) -> String? {
    guard !isMissing else { return nil }
    let file = try open(isReading: false)
    guard file.size > 0 else { return nil }
    var kept = "\(path).old"
    var number = 1
    while FileSystem.kind(of: kept) != .missing || FileSystem.isSymbolicLink(kept) {
      number += 1
      kept = "\(path).old-\(number)"
    }
    try file.move(to: kept)
    return kept
  }
}

/// What came of taking in results.
package struct MergeReport: Sendable, Equatable {
  /// The results that are new.
  package var added = 0
  /// The results that were there already.
  package var known = 0
  /// The lines that were passed over.
  package var skipped = SkippedLines()
}

private struct MergedLine {
  var bytes: ArraySlice<UInt8>
  var end: Timestamp?
}
