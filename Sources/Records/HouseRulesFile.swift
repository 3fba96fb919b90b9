import LineSyntax
package import ParlorKit
package import Platform

/// The file of house rules: one `GAME NAME OPTION=VALUE…` per line.
///
/// Blank lines, comments that start with `#`, and lines that cannot be read stay unchanged.
package struct HouseRulesFile: Sendable {
  package let path: String
  private static let mode: UInt32 = 0o600
  /// The maximum length of a line, equal to that of a typed line.
  private static let lineLimit = 4_096

  /// - Parameter path: the path of the file, which need not exist.
  package init(_ path: String) { self.path = path }

  /// Saves rules. They replace those of the same game and name.
  package func save(_ rules: NamedRules) throws(FileError) {
    let words = [rules.game, rules.name] + rules.words
    let line = Array(words.joined(separator: " ").utf8)[...]
    try change { lines in
      if let index = lines.lastIndex(where: { Self.isLine($0, of: rules.game, rules.name) }) {
        lines[index] = line
      } else {
        lines.append(line)
      }
    }
  }

  package func delete(game: String, name: String) throws(FileError) {
    try change { lines in lines.removeAll { Self.isLine($0, of: game, name) } }
  }

  /// Changes the lines under the lock, and replaces the file atomically.
  private func change(_ body: (inout [ArraySlice<UInt8>]) -> Void) throws(FileError) {
    try FileSystem.makeFolders(FileSystem.parent(of: path), mode: 0o700)
    let file = try LockedFile(path, mode: Self.mode)
    var lines = try file.read().split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty ?? false { lines.removeLast() }
    body(&lines)
    _ = try file.replace(by: Array(lines.map { $0 + [0x0A] }.joined()), mode: Self.mode)
  }

  // MARK: - Reading

  /// Reads the rules. If a game has a name twice, the last line counts.
  package func read() throws(FileError) -> SavedRules {
    var saved = SavedRules()
    if FileSystem.kind(of: path) == .missing { return saved }
    var number = 0
    for line in try FileSystem.read(path).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      number += 1
      do throws(LineError) {
        if let rules = try Self.rules(in: line, number) { saved.rules.append(rules) }
      } catch {
        saved.skipped.append(SkippedRules(line: number, reason: error.reason))
      }
    }
    Self.skipRepeated(in: &saved)
    return saved
  }

  /// Why a line cannot be read.
  private struct LineError: Error {
    var reason: String
  }

  /// The rules of a line; `nil` for blank lines and comments.
  private static func rules(
    in line: ArraySlice<UInt8>, _ number: Int
  ) throws(LineError) -> NamedRules? {
    var line = ByteOrderMark.removed(from: line)
    if line.last == 0x0D { line.removeLast() }
    let words = line.split { $0 == 0x20 || $0 == 0x09 }
    guard let first = words.first, first.first != UInt8(ascii: "#") else { return nil }
    guard line.count <= lineLimit else {
      throw LineError(reason: "it is longer than 4,096 bytes")
    }
    guard TextCheck.firstInvalidIndex(in: line) == nil else {
      throw LineError(reason: "it contains control characters or invalid UTF-8")
    }
    guard words.count > 1 else { throw LineError(reason: "the name of the rules is missing") }
    var texts = words.map { String(decoding: $0, as: UTF8.self) }
    // Earlier versions wrote no quotes, and took one for a letter.
    var typed = Line()
    if line.contains(UInt8(ascii: "\"")), (try? typed.read(line)) != nil {
      texts = typed.tokens.map(typed.written)
    }
    return NamedRules(game: texts[0], name: texts[1], options: Array(texts[2...]), line: number)
  }

  private static func isLine(_ line: ArraySlice<UInt8>, of game: String, _ name: String) -> Bool {
    guard let rules = try? rules(in: line, 0) else { return false }
    return key(of: rules) == [ExactText(game), ExactText(name)]
  }

  private static func key(of rules: NamedRules) -> [ExactText] {
    [ExactText(rules.game), ExactText(rules.name)]
  }

  private static func skipRepeated(in saved: inout SavedRules) {
    var last: [[ExactText]: Int] = [:]
    for rules in saved.rules { last[key(of: rules)] = rules.line }
    var repeated: [SkippedRules] = []
    saved.rules.removeAll { rules in
      guard let line = last[key(of: rules)], line != rules.line else { return false }
      repeated.append(
        SkippedRules(line: rules.line, reason: "line \(line) defines `\(rules.name)` again"))
      return true
    }
    saved.skipped += repeated
  }
}
