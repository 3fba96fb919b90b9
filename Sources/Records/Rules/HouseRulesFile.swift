package import Platform

/// The file of named house rules: a line each, `GAME NAME OPTION=VALUE…`. Blank lines and comments
/// that begin with `#` are kept as they are.
package struct HouseRulesFile: Sendable {
  /// Rules of a name.
  package struct Entry: Sendable, Equatable {
    /// The name of the game.
    package var game: String
    /// The name of the rules.
    package var name: String
    /// The options, each `OPTION=VALUE`.
    package var options: [String]

    /// Rules of a name.
    package init(game: String, name: String, options: [String]) {
      self.game = game
      self.name = name
      self.options = options
    }

    /// Reads a line.
    ///
    /// - Returns: nothing for blank lines and comments, and where the game or the name is missing.
    init?(line: ArraySlice<UInt8>) {
      let blanks: [UInt8] = [0x20, 0x09, 0x0D]
      let words = line.split { blanks.contains($0) }
        .compactMap { String(validating: $0, as: UTF8.self) }
      guard words.count >= 2, !words[0].hasPrefix("#") else { return nil }
      self.init(game: words[0], name: words[1], options: Array(words[2...]))
    }

    var line: [UInt8] { Array(([game, name] + options).joined(separator: " ").utf8) }
  }

  /// Where it is.
  package let path: String
  private static let mode: UInt32 = 0o600

  /// The file at a path, which need not be there.
  package init(_ path: String) { self.path = path }

  /// The rules in the order of the file; of a name that stands there twice, the last.
  package func read() throws(IOFailure) -> [Entry] {
    guard FileSystem.kind(of: path) != .missing else { return [] }
    var entries: [Entry] = []
    for line in try FileSystem.read(path).split(separator: UInt8(ascii: "\n")) {
      guard let entry = Entry(line: line) else { continue }
      entries.removeAll { $0.isSame(as: entry) }
      entries.append(entry)
    }
    return entries
  }

  /// Keeps rules, in place of those of the same game and name.
  package func save(_ entry: Entry) throws(IOFailure) {
    try change { lines in
      if let index = lines.lastIndex(where: { Entry(line: $0)?.isSame(as: entry) ?? false }) {
        lines[index] = entry.line[...]
      } else {
        lines.append(entry.line[...])
      }
    }
  }

  /// Forgets rules.
  package func delete(game: String, name: String) throws(IOFailure) {
    let gone = Entry(game: game, name: name, options: [])
    try change { lines in lines.removeAll { Entry(line: $0)?.isSame(as: gone) ?? false } }
  }

  /// Changes the lines under the lock, and puts a new file in place.
  private func change(_ body: (inout [ArraySlice<UInt8>]) -> Void) throws(IOFailure) {
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

extension HouseRulesFile.Entry {
  fileprivate func isSame(as other: Self) -> Bool { game == other.game && name == other.name }
}
