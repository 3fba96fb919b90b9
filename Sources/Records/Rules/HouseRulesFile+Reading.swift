package import Platform

extension HouseRulesFile {
  /// What stands in the file.
  package func read() throws(FileError) -> Contents {
    var contents = Contents()
    switch FileSystem.kind(of: path) {
    case .missing: return contents
    // A pipe must not be waited for.
    case .other: throw FileError(.read, path, because: "it is not a file")
    case .file, .folder: break
    }
    var number = 0
    for line in try FileSystem.read(path).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      number += 1
      do throws(LineFault) {
        if let entry = try Self.entry(of: line) { contents.lines.append((number, entry)) }
      } catch {
        contents.skipped.append((number, error.reason))
      }
    }
    contents.passOverRepeated()
    return contents
  }

  /// The most bytes of a line: no more can be typed.
  private static let lineLimit = 4_096

  /// Why a line cannot be read.
  private struct LineFault: Error {
    var reason: String
  }

  /// The rules of a line; nothing for blank lines and comments.
  private static func entry(of line: ArraySlice<UInt8>) throws(LineFault) -> Entry? {
    var line = ByteOrderMark.removed(from: line)
    if line.last == 0x0D { line.removeLast() }
    let words = line.split { $0 == 0x20 || $0 == 0x09 }
    guard let first = words.first, first.first != UInt8(ascii: "#") else { return nil }
    guard line.count <= lineLimit else {
      throw LineFault(reason: "it is longer than 4,096 bytes")
    }
    guard TextCheck.firstFault(in: line) == nil else { throw LineFault(reason: "it is no text") }
    guard words.count > 1 else { throw LineFault(reason: "it gives the rules no name") }
    let texts = words.map { String(decoding: $0, as: UTF8.self) }
    return Entry(game: texts[0], name: texts[1], options: Array(texts[2...]))
  }

  /// Whether a line has rules of the same game and name.
  static func isLine(_ line: ArraySlice<UInt8>, of entry: Entry) -> Bool {
    (try? Self.entry(of: line))?.place == entry.place
  }
}

extension HouseRulesFile {
  /// What stands in the file.
  package struct Contents: Sendable {
    /// The rules in the order of the file, each with the number of its line; of a name that a game
    /// has twice, the last.
    package fileprivate(set) var lines: [(number: Int, entry: Entry)] = []
    /// The lines that are passed over, and why.
    package fileprivate(set) var skipped: [(number: Int, reason: String)] = []

    /// The rules in the order of the file.
    package var entries: [Entry] { lines.map(\.entry) }

    fileprivate mutating func passOverRepeated() {
      var last: [[ExactText]: Int] = [:]
      for line in lines { last[line.entry.place] = line.number }
      lines.removeAll { line in
        guard let number = last[line.entry.place], number != line.number else { return false }
        skipped.append((line.number, "line \(number) has the name `\(line.entry.name)` again"))
        return true
      }
    }
  }
}
