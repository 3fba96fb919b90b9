package import LineSyntax
import ParlorKit

/// Returns the completions of a line at the cursor, which is a byte offset into its UTF-8.
///
/// The editor calls it, like `ghostSource` and `highlighter`, on its own thread within `readLine`,
/// between two keys: it has a few milliseconds. Suggestions with control characters are not
/// offered.
package typealias Completer = (_ line: [UInt8], _ cursor: Int) -> Completion

/// Returns the ghost for a line with the cursor at its end. `earlier` has the newest lines of the
/// history that begin with it, newest first and without repeats.
package typealias GhostSource = (_ line: [UInt8], _ earlier: [[UInt8]]) -> Ghost?

/// Returns the coloured parts of a line: byte ranges, and the escape sequence (SGR) that starts the
/// colour. The editor ends it.
package typealias Highlighter = (_ line: [UInt8]) -> [(range: Range<Int>, escape: String)]

/// What the program says about the line that is typed: it is asked once for each state of the line.
final class LineAssistance {
  var ghostSource: GhostSource?
  var highlighter: Highlighter?
  var missingPart: ([UInt8]) -> String? = { _ in nil }
  var prepare: () -> Void = {}

  /// How many earlier lines `ghostSource` is given.
  private static let earlierCount = 20
  /// The longest line that has a ghost.
  private static let longestLine = 2_000

  private enum Answer<Value> {
    case unknown
    case known(Value)
  }

  /// The line that the answers are for.
  private var characters: [Unicode.Scalar]?
  private var styles: Answer<[String]?> = .unknown
  private var ghost: Answer<Ghost?> = .unknown
  /// A line that Enter did not end, and what is missing.
  private var incomplete: (characters: [Unicode.Scalar], missing: String)?

  /// Begins a new line.
  func reset() {
    incomplete = nil
    invalidate()
  }

  /// Discards the answers, which may depend on something that has changed.
  func invalidate() {
    characters = nil
  }

  /// The escape sequences for the characters of `line`; `nil` if none has a colour.
  func styles(of line: EditedLine) -> [String]? {
    guard !line.characters.isEmpty else { return nil }
    prepare(for: line)
    if case .known(let styles) = styles { return styles }
    let highlights = highlighter?(line.bytes) ?? []
    let found = highlights.isEmpty ? nil : Self.styles(of: line, highlights)
    styles = .known(found)
    return found
  }

  /// Whether something is missing in `line` that the ghost has not told yet. From now on it does,
  /// behind the end of the line.
  func finds(missingIn line: EditedLine) -> Bool {
    guard incomplete?.characters != line.characters,
      let missing = missingPart(line.bytes)
    else { return false }
    incomplete = (line.characters, missing)
    return true
  }

  /// The ghost for `line`, with the cursor at its end; `nil` if there is none, or if it has control
  /// characters.
  func ghost(for line: EditedLine, history: History) -> Ghost? {
    if let incomplete, incomplete.characters == line.characters {
      return Ghost(text: incomplete.missing, isInsertable: false)
    }
    prepare(for: line)
    if case .known(let ghost) = ghost { return ghost }
    var found: Ghost?
    if let ghostSource, !line.characters.isEmpty, line.characters.count <= Self.longestLine {
      let bytes = line.bytes
      found = ghostSource(bytes, history.newest(Self.earlierCount, beginningWith: bytes))
    }
    if let text = found?.text, !text.unicodeScalars.allSatisfy(\.isDisplayable) {
      found = nil
    }
    ghost = .known(found)
    return found
  }

  /// What the answers for the line before let expect of `line`, which has more characters at its end; nil if nothing
  /// is known of a line before.
  func expectation(of line: EditedLine) -> Scene? {
    guard let characters, line.isAtEnd, line.characters.count > characters.count,
      line.characters.starts(with: characters)
    else { return nil }
    let added = line.characters[characters.count...]
    var scene = Scene(line: line)
    if case .known(let known?) = styles, let last = known.last {
      scene.styles = known + added.map { _ in last }
    }
    if case .known(let known?) = ghost, known.text.unicodeScalars.starts(with: added) {
      scene.ghost = known
      scene.ghost?.text.unicodeScalars.removeFirst(added.count)
    }
    return scene
  }

  private func prepare(for line: EditedLine) {
    guard characters != line.characters else { return }
    (characters, styles, ghost) = (line.characters, .unknown, .unknown)
  }

  private static func styles(
    of line: EditedLine, _ highlights: [(range: Range<Int>, escape: String)]
  ) -> [String] {
    let length = line.bytes.count
    var ofBytes = Array(repeating: "", count: length)
    for highlight in highlights {
      for byte in highlight.range.clamped(to: 0..<length) {
        ofBytes[byte] = highlight.escape
      }
    }
    var start = 0
    return line.characters.map { scalar in
      defer { start += UTF8.width(scalar) }
      return ofBytes[start]
    }
  }
}
