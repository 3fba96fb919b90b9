import LibC
import ParlorKit
package import Platform

/// The file of results, one JSON object per line, which several programs may share.
///
/// Complete lines are appended under a lock (flock(2), which ends with the process that holds it);
/// every other change replaces the file. Its mode is 0600.
package struct ResultsFile: Sendable {
  /// Whether an appended result survives a power failure.
  package enum Durability: Sendable {
    /// The file is flushed to the disk before ``append(_:)`` returns.
    case flushed
    /// The operating system decides when to write.
    case relaxed
  }

  package let path: String
  private let durability: Durability
  private let schema: ResultSchema

  private static let mode: UInt32 = 0o600
  /// How many milliseconds to wait for the lock; appending takes less than one.
  private static let timeout = 5_000

  /// Uses the file at a path, which may be missing.
  package init(
    _ path: String, durability: Durability = .flushed, schema: ResultSchema = .current
  ) {
    self.path = path
    self.durability = durability
    self.schema = schema
  }

  /// Whether there is no file yet.
  package var isMissing: Bool { FileSystem.isMissing(path) }

  /// The file of incomplete lines that an interrupted write left.
  package var tornPath: String { "\(path).torn" }

  /// Opens and locks the file.
  private func open(isReading: Bool) throws(FileError) -> LockedFile {
    do throws(FileError) {
      return try openLocked(isReading: isReading)
    } catch {
      var failure = error
      if isReading { failure.action = .read }
      throw failure
    }
  }

  private func openLocked(isReading: Bool) throws(FileError) -> LockedFile {
    if !isReading { try FileSystem.makeFolders(FileSystem.parent(of: path), mode: 0o700) }
    return try LockedFile(
      path, mode: Self.mode, isReading: isReading, timeout: Self.timeout)
  }
}

// MARK: - Reading

extension ResultsFile {
  /// Passes the complete lines of the file to `body`, without their line breaks.
  ///
  /// The lock is held only to find the end of the last line.
  ///
  /// - Parameters:
  ///   - tail: how many bytes at the end of the file to read.
  ///   - body: receives a line and its number, counted from 1 at the first line read.
  /// - Returns: the length in bytes of an incomplete line at the end.
  @discardableResult
  package func forEachLine(
    tail: Int = Int.max, _ body: (_ line: ArraySlice<UInt8>, _ number: Int) -> Void
  ) throws(FileError) -> Int {
    try forEachBlock(tail: tail) { lines, first in
      for (index, line) in lines.enumerated() where !line.isEmpty { body(line, first + index) }
    }
  }

  /// Calls `body` with the lines of each block that is read, and the number of the first of them.
  ///
  /// - Returns: the bytes of an incomplete last line.
  private func forEachBlock(
    tail: Int, _ body: (_ lines: [ArraySlice<UInt8>], _ first: Int) -> Void
  ) throws(FileError) -> Int {
    guard !isMissing else { return 0 }
    let file = try open(isReading: true)
    let end = try file.endOfLastLine()
    let torn = file.size - end
    file.unlock()
    var offset = end > tail ? end - tail : 0
    var number = 1
    var rest: [UInt8] = []
    // The first line of a tail may lack its start.
    var isCut = offset > 0
    while offset < end {
      let block = try file.read(from: offset, count: min(Self.block, end - offset))
      if block.isEmpty { break }
      offset += block.count
      rest += block
      var start = rest.startIndex
      var lines: [ArraySlice<UInt8>] = []
      while let index = Self.endOfLine(in: rest, from: start) {
        if isCut { isCut = false } else { lines.append(rest[start..<index]) }
        start = index + 1
      }
      body(lines, number)
      number += lines.count
      lines = []
      rest.removeSubrange(..<start)
    }
    return torn
  }

  /// The games among these that have results. Only the names are searched, since reading all lines
  /// would take many times as long.
  package func games(among names: Set<String>) throws(FileError) -> Set<String> {
    var missing = names.map { (name: $0, bytes: Array($0.utf8)) }
    try forEachLine { line, _ in
      guard !missing.isEmpty else { return }
      let name = Self.nameOfGame(in: line)
      missing.removeAll { name.elementsEqual($0.bytes) }
    }
    return names.subtracting(missing.map(\.name))
  }

  /// The name after the first key `game` of a line; empty if there is none.
  private static func nameOfGame(in line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let key = "\"game\"".utf8
    let quote = UInt8(ascii: "\"")
    func isBetween(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ":") || byte == 0x20 }
    var rest = line
    while let start = rest.firstIndex(of: quote) {
      rest = rest[start...]
      if rest.starts(with: key) {
        let value = rest.dropFirst(key.count).drop(while: isBetween)
        if value.first == quote { return value.dropFirst().prefix { $0 != quote } }
      }
      rest = rest.dropFirst()
    }
    return []
  }

  private static func endOfLine(in bytes: [UInt8], from start: Int) -> Int? {
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress,
        let found = memchr(base + start, Int32(UInt8(ascii: "\n")), bytes.count - start)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }

  /// The latest results of the games that have more than one line, by the digests of their ids.
  private func latestResults(tail: Int) throws(FileError) -> [UInt64: GameResult] {
    var latest: [UInt64: GameResult] = [:]
    try forEachLine(tail: tail) { line, _ in
      guard !line.starts(with: GameResult.firstRevisionStart),
        let result = try? GameResult(line: line, schema: schema), result.revision > 1
      else { return }
      if result.revision > latest[result.idDigest]?.revision ?? 1 {
        latest[result.idDigest] = result
      }
    }
    return latest
  }

  /// A game's result of the last revision.
  package func latest(of id: String) throws(FileError) -> GameResult? {
    var latest: GameResult?
    try forEachLine { line, _ in
      guard let result = try? GameResult(line: line, schema: schema), result.id == id,
        result.revision >= latest?.revision ?? 0
      else { return }
      latest = result
    }
    return latest
  }

  /// The latest revisions of the results that these names have. A line that cannot be read here, such as one of a
  /// later version, counts as revision 0 of each name that it contains.
  ///
  /// - Throws: an error also if the file is missing or its last line is incomplete: neither says
  ///   that a name has no result.
  package func recorded(among names: Set<String>) throws(FileError) -> [String: Int] {
    var recorded: [String: Int] = [:]
    let torn = try forEachLine { line, _ in
      if let result = try? GameResult(line: line, schema: schema) {
        if names.contains(result.id) {
          recorded[result.id] = max(recorded[result.id] ?? 0, result.revision)
        }
      } else {
        for name in names where line.firstRange(of: name.utf8) != nil {
          recorded[name] = recorded[name] ?? 0
        }
      }
    }
    if isMissing { throw FileError(.read, path, number: ENOENT) }
    if torn > 0 { throw FileError(.read, path, because: "its last line is incomplete") }
    return recorded
  }

  /// Passes the results in force to `body` in order, without superseded and forgotten ones, and
  /// only the first of equal lines. One that supersedes another with the same end stands in its
  /// place.
  ///
  /// - Parameter tail: how many bytes at the end of the file to read.
  /// - Returns: the lines that were skipped.
  @discardableResult
  package func forEach(
    tail: Int = Int.max, _ body: (GameResult) -> Void
  ) throws(FileError) -> SkippedLines {
    var skipped = SkippedLines()
    var scanner = ResultScanner()
    let latest = try latestResults(tail: tail)
    var known: Set<UInt64> = []
    var repeated = 0
    var placed: Set<UInt64> = []
    func hand(_ result: GameResult) {
      let digest = result.idDigest
      if let last = latest[digest] {
        if result.end == last.end, placed.insert(digest).inserted {
          if !last.isForgotten { body(last) }
        }
        guard result.revision == last.revision else { return }
      } else if !result.isForgotten, !known.contains(digest) {
        body(result)
      }
      if !known.insert(digest).inserted { repeated += 1 }
    }
    var chain = ResultChain()
    var broken: [Int] = []
    skipped.tornBytes = try forEachBlock(tail: tail) { lines, first in
      // The line before a tail is unknown.
      if tail == Int.max { broken += chain.broken(among: lines).map { first + $0 } }
      for (index, line) in lines.enumerated() where !line.isEmpty {
        if schema.version == GameResult.schemaVersion, let result = scanner.scan(line) {
          hand(result)
          continue
        }
        do throws(ResultError) {
          hand(try GameResult(line: line, schema: schema))
        } catch {
          skipped.note(error, at: first + index)
        }
      }
    }
    skipped.repeated = repeated
    skipped.broken = broken
    return skipped
  }

  /// The findings of a check of all lines. Results of later versions of the program are not
  /// damaged.
  package struct Check {
    /// The number of results.
    package fileprivate(set) var count = 0
    /// The problems, with the number of the line from 1.
    package fileprivate(set) var findings: [(line: Int, message: String)] = []
  }

  /// Checks the bytes of a file of results.
  package static func check(_ bytes: [UInt8]) -> Check {
    var check = Check()
    var chain = ResultChain()
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.isEmpty {
      if index == lines.count - 1 {
        check.findings.append((index + 1, "it is incomplete"))
        break
      }
      let isBroken = chain.isBroken(by: line)
      do throws(ResultError) {
        _ = try GameResult(line: line)
        check.count += 1
        if isBroken {
          check.findings.append(
            (index + 1, "its checksum is wrong: it or the line before was changed or removed"))
        }
      } catch {
        if case .newer = error, !isBroken { continue }
        check.findings.append((index + 1, error.message))
      }
    }
    return check
  }

  /// The last results, newest first.
  package func last(_ count: Int) throws(FileError) -> (results: [GameResult], SkippedLines) {
    // Try a tail, which is usually long enough, then the whole file: the place of a correction may be before the tail.
    for tail in [max(1 << 16, count.multipliedReportingOverflow(by: 4096).partialValue), Int.max] {
      var results: [GameResult] = []
      let skipped = try forEach(tail: tail) { results.append($0) }
      let isEnough = results.count >= count && results.allSatisfy { $0.revision == 1 }
      if isEnough || tail == Int.max {
        return (results.suffix(count).reversed(), skipped)
      }
    }
    return ([], SkippedLines())
  }

  private static let block = 1 << 20
}

// MARK: - Appending

extension ResultsFile {
  /// Appends all of the results, or none. An incomplete line at the end of the file is moved to
  /// ``tornPath`` first.
  ///
  /// - Returns: how many bytes were moved to ``tornPath``.
  @discardableResult
  package func append(_ results: [GameResult]) throws(FileError) -> Int {
    let isNew = isMissing
    var file = try open(isReading: false)
    let torn = try repair(&file)
    var chain = ResultChain(after: try file.lastLine()[...])
    try file.append(results.flatMap { chain.sealed($0.line[...]) })
    if durability == .flushed {
      try file.flush()
      if isNew { FileSystem.syncFolder(FileSystem.parent(of: path)) }
    }
    return torn
  }

  /// Appends a result, as ``append(_:)-([GameResult])`` does.
  @discardableResult
  package func append(_ result: GameResult) throws(FileError) -> Int { try append([result]) }

  /// Moves an incomplete line at the end to ``tornPath``. A line that lacks only its line break
  /// gets it.
  private func repair(_ file: inout LockedFile) throws(FileError) -> Int {
    let end = try file.endOfLastLine()
    guard end < file.size else { return 0 }
    let rest = try file.read(from: end)
    if (try? GameResult(line: rest[...], schema: schema)) != nil {
      try file.append([UInt8(ascii: "\n")])
      return 0
    }
    var torn = try LockedFile(tornPath, mode: Self.mode, timeout: Self.timeout)
    try torn.append(rest + [UInt8(ascii: "\n")])
    try file.truncate(to: end)
    return rest.count
  }
}

// MARK: - Merging

extension ResultsFile {
  /// Merges the results of other lines into the file. Results that the file already has, in this or
  /// a later revision, are ignored.
  ///
  /// - Parameter replaces: whether a later revision of a result replaces or removes that of the file.
  ///
  /// The lines are then sorted by the ends of the games. Invalid lines of the file are kept; those
  /// of `bytes` are skipped.
  package func merge(
    _ bytes: [UInt8], replaces: Bool = true
  ) throws(FileError) -> MergeReport {
    var report = MergeReport()
    var file = try open(isReading: false)
    _ = try repair(&file)
    var lines: [MergedLine] = []
    var old = ResultChain()
    var known: [ExactText: Int] = [:]
    for line in try file.read().split(separator: UInt8(ascii: "\n")) {
      let result = try? GameResult(line: line, schema: schema)
      if let result {
        let id = ExactText(result.id)
        known[id] = max(known[id] ?? 0, result.revision)
      }
      // An invalid line stays after its predecessor, and a damaged one keeps its wrong checksum.
      lines.append(
        MergedLine(
          bytes: line, end: result?.end ?? lines.last?.end,
          isKept: old.isBroken(by: line) || result == nil))
    }
    let own = known
    let count = lines.count
    /// The latest results of the games of `bytes`.
    var games: [ExactText: GameResult] = [:]
    var number = 0
    var chain = ResultChain()
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) else { continue }
      if chain.isBroken(by: line) { report.skipped.broken.append(number) }
      do throws(ResultError) {
        let result = try GameResult(line: line, schema: schema)
        let id = ExactText(result.id)
        if result.revision > games[id]?.revision ?? 0 { games[id] = result }
        guard result.revision > known[id] ?? 0, replaces || own[id] == nil else { continue }
        known[id] = result.revision
        lines.append(MergedLine(bytes: line, end: result.end, isKept: false))
      } catch {
        report.skipped.note(error, at: number)
      }
    }
    for (id, result) in games {
      if let revision = own[id] {
        if revision < result.revision { report.corrections += 1 } else { report.known += 1 }
      } else if !result.isForgotten {
        report.added += 1
      }
    }
    guard lines.count > count else { return report }
    _ = try file.replace(by: Self.sealed(lines), mode: Self.mode)
    return report
  }

  /// Lines in the order of the ends of their games, with their checksums.
  private static func sealed(_ lines: [MergedLine]) -> [UInt8] {
    let order = lines.indices.sorted { one, other in
      let (first, second) = (lines[one].end, lines[other].end)
      if first == second { return one < other }
      guard let first else { return true }
      guard let second else { return false }
      return first < second
    }
    var bytes: [UInt8] = []
    var chain = ResultChain()
    for line in order.map({ lines[$0] }) {
      if line.isKept {
        _ = chain.isBroken(by: line.bytes)
        bytes += line.bytes + [UInt8(ascii: "\n")]
      } else {
        bytes += chain.sealed(line.bytes)
      }
    }
    return bytes
  }

  /// Renames the file to a free name, so that results start over.
  ///
  /// - Returns: the new name; `nil` if there were no results.
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

/// The result of merging.
package struct MergeReport: Sendable, Equatable {
  /// The number of new results.
  package var added = 0
  /// The number of results that the file had already.
  package var known = 0
  /// The number of results that replace or remove one of the file, whether they were taken or not.
  package var corrections = 0
  /// The invalid lines.
  package var skipped = SkippedLines()
}

private struct MergedLine {
  var bytes: ArraySlice<UInt8>
  var end: Timestamp?
  /// Whether its bytes stay as they are.
  var isKept: Bool
}

/// The lines of a file of results that were skipped.
package struct SkippedLines: Sendable, Equatable {
  /// The number of lines that are damaged or not results.
  package private(set) var damaged = 0
  /// The number of lines of later schema versions.
  package private(set) var newer = 0
  /// The first line that was skipped, and the reason.
  package private(set) var first: (number: Int, error: ResultError)?
  /// The number of lines with the id of an earlier one.
  package fileprivate(set) var repeated = 0
  /// The length in bytes of an incomplete line at the end.
  package var tornBytes = 0
  /// The numbers of the lines with a wrong checksum. They count nevertheless: usually the previous
  /// line was removed.
  package fileprivate(set) var broken: [Int] = []

  mutating func note(_ error: ResultError, at number: Int) {
    if case .newer = error { newer += 1 } else { damaged += 1 }
    if first == nil { first = (number, error) }
  }

  package var count: Int { damaged + newer }

  package static func == (one: SkippedLines, other: SkippedLines) -> Bool {
    one.damaged == other.damaged && one.newer == other.newer && one.tornBytes == other.tornBytes
      && one.repeated == other.repeated && one.broken == other.broken
      && one.first?.number == other.first?.number
      && one.first?.error == other.first?.error
  }

  /// One sentence for each kind of skipped line.
  package func sentences(path: String) -> [String] {
    var sentences: [String] = []
    if let first {
      let more = count > 1 ? ", and \(count - 1) more" : ""
      sentences.append("\(path):\(first.number) was skipped\(more): \(first.error.message).")
    }
    if repeated > 0 {
      let lines = Plural(repeated, "line").text
      let (verb, end) = repeated == 1 ? ("repeats", "was") : ("repeat", "were")
      sentences.append("\(lines) of \(path) \(verb) an earlier result and \(end) skipped.")
    }
    if let first = broken.first {
      let more = broken.count > 1 ? ", and \(broken.count - 1) more" : ""
      sentences.append(
        "\(path):\(first) does not fit its checksum\(more): it or the line before was changed, moved or removed."
      )
    }
    if tornBytes > 0 {
      sentences.append("The last line of \(path) is incomplete and was skipped.")
    }
    return sentences
  }
}
