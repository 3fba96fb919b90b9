package import Platform

/// The file of named house rules, one `GAME NAME OPTION=VALUE…` a line. Changes keep blank lines,
/// comments that begin with `#` and invalid lines as they are.
package struct HouseRulesFile: Sendable {
  package let path: String
  private static let mode: UInt32 = 0o600

  /// Uses the file at a path; it may be missing.
  package init(_ path: String) { self.path = path }

  /// Saves rules and replaces those with the same game and name.
  package func save(_ entry: Entry) throws(FileError) {
    try change { lines in
      if let index = lines.lastIndex(where: { Self.isLine($0, of: entry) }) {
        lines[index] = entry.line[...]
      } else {
        lines.append(entry.line[...])
      }
    }
  }

  /// Removes rules.
  package func delete(game: String, name: String) throws(FileError) {
    let gone = Entry(game: game, name: name, options: [])
    try change { lines in lines.removeAll { Self.isLine($0, of: gone) } }
  }

  /// Changes the lines under the lock and replaces the file.
  private func change(_ body: (inout [ArraySlice<UInt8>]) -> Void) throws(FileError) {
    if let end = path.lastIndex(of: "/") {
      try FileSystem.makeFolders(String(path[..<end]), mode: 0o700)
    }
    let file = try LockedFile(path, mode: Self.mode)
    var lines = try file.read().split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty ?? false { lines.removeLast() }
    body(&lines)
    _ = try file.replace(by: Array(lines.map { $0 + [0x0A] }.joined()), mode: Self.mode)
  }
}

extension HouseRulesFile {
  /// House rules with a name.
  package struct Entry: Sendable, Equatable {
    package var game: String
    package var name: String
    /// The options, each as `OPTION=VALUE`.
    package var options: [String]

    package init(game: String, name: String, options: [String]) {
      self.game = game
      self.name = name
      self.options = options
    }

    var line: [UInt8] {
      Array(([game, name] + options).joined(separator: " ").utf8)
    }

    /// The game and the name, which identify the rules.
    var key: [ExactText] { [ExactText(game), ExactText(name)] }
  }
}

extension HouseRulesFile {
  /// Reads the rules; none if the file is missing.
  package func read() throws(FileError) -> Contents {
    var contents = Contents()
    switch FileSystem.kind(of: path) {
    case .missing: return contents
    // Reading a pipe could block.
    case .other: throw FileError(.read, path, because: "it is not a file")
    case .file, .folder: break
    }
    var number = 0
    for line in try FileSystem.read(path).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      number += 1
      do throws(LineError) {
        if let entry = try Self.entry(of: line) { contents.lines.append((number, entry)) }
      } catch {
        contents.skipped.append((number, error.reason))
      }
    }
    contents.skipRepeated()
    return contents
  }

  /// The maximum length of a line in bytes, as for typed lines.
  private static let maxLineLength = 4_096

  /// The reason why a line is invalid.
  private struct LineError: Error {
    var reason: String
  }

  /// The rules of a line; nil for blank lines and comments.
  private static func entry(of line: ArraySlice<UInt8>) throws(LineError) -> Entry? {
    var line = ByteOrderMark.removed(from: line)
    if line.last == 0x0D { line.removeLast() }
    let words = line.split { $0 == 0x20 || $0 == 0x09 }
    guard let first = words.first, first.first != UInt8(ascii: "#") else { return nil }
    guard line.count <= maxLineLength else {
      throw LineError(reason: "it is longer than 4,096 bytes")
    }
    guard TextCheck.firstInvalidIndex(in: line) == nil else {
      throw LineError(reason: "it contains control characters or invalid UTF-8")
    }
    guard words.count > 1 else { throw LineError(reason: "the name of the rules is missing") }
    let texts = words.map { String(decoding: $0, as: UTF8.self) }
    return Entry(game: texts[0], name: texts[1], options: Array(texts[2...]))
  }

  /// Whether a line has rules with the same game and name.
  private static func isLine(_ line: ArraySlice<UInt8>, of entry: Entry) -> Bool {
    (try? Self.entry(of: line))?.key == entry.key
  }
}

extension HouseRulesFile {
  /// The rules of the file and its invalid lines.
  package struct Contents: Sendable {
    /// The rules in the order of the file with their line numbers. If a game has the same name
    /// twice, only the last is kept.
    package fileprivate(set) var lines: [(number: Int, entry: Entry)] = []
    /// The lines that were skipped, with the reasons.
    package fileprivate(set) var skipped: [(number: Int, reason: String)] = []

    /// The rules in the order of the file.
    package var entries: [Entry] { lines.map(\.entry) }

    fileprivate mutating func skipRepeated() {
      var last: [[ExactText]: Int] = [:]
      for line in lines { last[line.entry.key] = line.number }
      lines.removeAll { line in
        guard let number = last[line.entry.key], number != line.number else { return false }
        skipped.append((line.number, "line \(number) defines `\(line.entry.name)` again"))
        return true
      }
    }
  }
}
