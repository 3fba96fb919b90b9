package import Platform

/// The file of named house rules: a line each, `GAME NAME OPTION=VALUE…`. Blank lines and comments
/// that begin with `#` are kept as they are, and so are lines that cannot be read.
package struct HouseRulesFile: Sendable {
  /// Where it is.
  package let path: String
  private static let mode: UInt32 = 0o600

  /// The file at a path, which need not be there.
  package init(_ path: String) { self.path = path }

  /// Keeps rules, in place of those of the same game and name.
  package func save(_ entry: Entry) throws(FileError) {
    try change { lines in
      if let index = lines.lastIndex(where: { Self.isLine($0, of: entry) }) {
        lines[index] = entry.line[...]
      } else {
        lines.append(entry.line[...])
      }
    }
  }

  /// Forgets rules.
  package func delete(game: String, name: String) throws(FileError) {
    let gone = Entry(game: game, name: name, options: [])
    try change { lines in lines.removeAll { Self.isLine($0, of: gone) } }
  }

  /// Changes the lines under the lock, and puts a new file in place.
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

    var line: [UInt8] {
      Array(([game, name] + options).joined(separator: " ").utf8)
    }

    /// What no other rules have.
    var place: [ExactText] { [ExactText(game), ExactText(name)] }
  }
}
