import LibC
package import Platform

/// A file of entered lines, shared by all programs that run at once: UTF-8, one line an entry.
///
/// It only grows, by whole lines under a lock, until it is over its limits; then the older lines
/// and the repeats go, in a new file that takes the place of the old one. Its mode is 0600.
package final class HistoryFile {
  /// How large a file may grow.
  package struct Limits: Sendable {
    /// The most entries.
    package var entries: Int
    /// The most bytes.
    package var bytes: Int

    package init(entries: Int = 10_000, bytes: Int = 1 << 20) {
      self.entries = entries
      self.bytes = bytes
    }
  }

  /// Where it is.
  package let path: String
  package let limits: Limits

  /// Up to where a file has been read.
  private struct Place {
    var file: LockedFile.Identity
    var offset = 0
    /// The last bytes before: a new file may have the identity of one that was removed.
    var tail: [UInt8] = []
    var lines = 0

    mutating func pass(_ bytes: some Collection<UInt8>, lines count: Int) {
      offset += bytes.count
      tail = (tail + bytes.suffix(64)).suffix(64)
      lines += count
    }
  }

  private var place: Place?
  /// Lines that could not be written yet.
  private var unwritten: [[UInt8]] = []
  private var news: [[UInt8]] = []

  private static let mode: UInt32 = 0o600
  /// Nobody waits longer than this for a key to be echoed.
  private static let patience = 500

  /// The file at `path`, which is neither read nor made before the first line is asked for.
  package init(_ path: String, limits: Limits = Limits()) {
    self.path = path
    self.limits = limits
  }

  /// Appends a line, and returns those that others have appended since the last call; at first
  /// these are all that there are.
  ///
  /// A line that cannot be written is kept for the next call; `takeNews` has the others' lines
  /// nevertheless.
  package func exchange(_ line: [UInt8]? = nil) throws(FileError) -> [[UInt8]] {
    if let line, line.count < limits.bytes, TextCheck.firstFault(in: line[...]) == nil {
      unwritten = unwritten.suffix(999) + [line]
    }
    if unwritten.isEmpty {
      guard FileSystem.kind(of: path) != .missing else { return [] }
    } else if let end = path.lastIndex(of: "/") {
      try FileSystem.makeFolders(String(path[..<end]), mode: 0o700)
    }
    var file = try LockedFile(
      path, mode: Self.mode, isReading: true, patience: Self.patience)
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

  /// The lines of others that were read and not returned, since something failed afterwards.
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

  /// Reads what is new. The beginning of a line that was never finished is cut off.
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
    news += lines.filter { TextCheck.firstFault(in: $0) == nil }.map(Array.init)
  }

  /// Leaves the newest lines, without repeats, and room for as many again as a quarter of them.
  private func compact(_ file: borrowing LockedFile) throws(FileError) {
    let lines = try file.read().split(separator: UInt8(ascii: "\n"))
    var known: Set<ArraySlice<UInt8>> = []
    var kept: [ArraySlice<UInt8>] = []
    var size = 0
    for line in lines.reversed() {
      guard kept.count < limits.entries * 3 / 4, size + line.count < limits.bytes * 3 / 4 else {
        break
      }
      guard TextCheck.firstFault(in: line) == nil, known.insert(line).inserted else { continue }
      kept.append(line)
      size += line.count + 1
    }
    let bytes = Array(kept.reversed().map { $0 + [UInt8(ascii: "\n")] }.joined())
    let replacement = try file.replace(by: bytes, mode: Self.mode)
    place = Place(file: replacement)
    place?.pass(bytes, lines: kept.count)
  }
}
