import LibC
import LineSyntax
package import Platform

/// A history file, shared by all running programs: UTF-8, one entry per line.
///
/// Programs append whole lines under a lock. When the file exceeds its limits, a new file without
/// repeats and older lines replaces it. The mode is 0600.
package final class HistoryFile {
  /// The size at which the file is compacted.
  package struct Limits: Sendable {
    package var entries: Int
    package var bytes: Int

    package init(entries: Int = 10_000, bytes: Int = 1 << 20) {
      self.entries = entries
      self.bytes = bytes
    }
  }

  package let path: String
  package let limits: Limits

  /// The position up to which the file has been read.
  private struct Place {
    var file: LockedFile.Identity
    var offset = 0
    /// The last bytes before the offset, to recognise a new file with the identity of a removed
    /// one.
    var tail: [UInt8] = []
    var lines = 0

    mutating func pass(_ bytes: some Collection<UInt8>, lines count: Int) {
      offset += bytes.count
      tail = (tail + bytes.suffix(64)).suffix(64)
      lines += count
    }
  }

  private var place: Place?
  /// Entered lines that could not be written yet.
  private var unwritten: [[UInt8]] = []
  /// Lines of other programs that have not been returned yet.
  private var news: [[UInt8]] = []

  private static let mode: UInt32 = 0o600
  /// How long to wait for the lock, in milliseconds: the echo of a key waits just as long.
  private static let timeout = 500

  /// The file at `path`. It is not read or created before the first `exchange`.
  package init(_ path: String, limits: Limits = Limits()) {
    self.path = path
    self.limits = limits
  }

  /// Appends a line, and returns the lines that other programs have appended since the last call.
  /// The first call returns all lines of the file.
  ///
  /// If it fails, the next call tries to write the line again, and `takeNews` returns the lines of
  /// other programs that were read.
  package func exchange(_ line: [UInt8]? = nil) throws(FileError) -> [[UInt8]] {
    if let line, line.count < limits.bytes, TextCheck.firstInvalidIndex(in: line[...]) == nil {
      unwritten = unwritten.suffix(999) + [line]
    }
    if unwritten.isEmpty {
      guard FileSystem.kind(of: path) != .missing else { return [] }
    } else {
      try FileSystem.makeFolders(FileSystem.parent(of: path), mode: 0o700)
    }
    var file = try LockedFile(
      path, mode: Self.mode, isReading: true, timeout: Self.timeout)
    try catchUp(with: &file)
    if !unwritten.isEmpty {
      try write(to: &file)
    }
    if let place, !file.isReadOnly,
      place.offset > limits.bytes || place.lines > limits.entries
    {
      try compact(file)
    }
    return takeNews()
  }

  /// Returns the lines of other programs that were read by an `exchange` that failed.
  package func takeNews() -> [[UInt8]] {
    defer { news = [] }
    return news
  }

  private func write(to file: inout LockedFile) throws(FileError) {
    guard !file.isReadOnly else { throw FileError(.write, path, number: EACCES) }
    let bytes = Array(unwritten.map { $0 + [UInt8(ascii: "\n")] }.joined())
    try file.append(bytes)
    place?.pass(bytes, lines: unwritten.count)
    unwritten = []
  }

  /// Reads the new lines. An incomplete line at the end of the file is removed.
  private func catchUp(with file: inout LockedFile) throws(FileError) {
    var place = place ?? Place(file: file.identity)
    var bytes: [UInt8] = []
    if place.file == file.identity, place.offset <= file.size {
      bytes = try file.read(from: place.offset - place.tail.count)
    }
    if place.file == file.identity, bytes.starts(with: place.tail) {
      bytes.removeFirst(place.tail.count)
    } else {
      place = Place(file: file.identity)
      bytes = try file.read()
    }
    let end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    if end < bytes.count, !file.isReadOnly {
      try file.truncate(to: place.offset + end)
    }
    let lines = bytes[..<end].split(separator: UInt8(ascii: "\n"))
    place.pass(bytes[..<end], lines: lines.count)
    self.place = place
    news += lines.filter { TextCheck.firstInvalidIndex(in: $0) == nil }.map(Array.init)
  }

  /// Replaces the file by one with the newest lines, without repeats, at three quarters of the
  /// limits.
  private func compact(_ file: borrowing LockedFile) throws(FileError) {
    let lines = try file.read().split(separator: UInt8(ascii: "\n"))
    var known: Set<ArraySlice<UInt8>> = []
    var kept: [ArraySlice<UInt8>] = []
    var size = 0
    for line in lines.reversed() {
      guard kept.count < limits.entries * 3 / 4, size + line.count < limits.bytes * 3 / 4 else {
        break
      }
      guard TextCheck.firstInvalidIndex(in: line) == nil, known.insert(line).inserted else {
        continue
      }
      kept.append(line)
      size += line.count + 1
    }
    let bytes = Array(kept.reversed().map { $0 + [UInt8(ascii: "\n")] }.joined())
    let replacement = try file.replace(by: bytes, mode: Self.mode)
    place = Place(file: replacement)
    place?.pass(bytes, lines: kept.count)
  }
}
