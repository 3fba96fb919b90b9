/// The former states of the line, for undo in the line. A run of typed characters is one step.
struct UndoStack {
  private var lines = [EditedLine.empty]
  /// Whether the last change was a typed character, to which more may be added.
  private var isTyping = false

  /// The maximum number of states.
  private static let limit = 200

  /// Records the current line.
  mutating func note(_ line: EditedLine) {
    guard let last = lines.last, last.characters != line.characters else { return }
    let isTyped = Self.isTyped(line, after: last)
    if isTyped, isTyping, lines.count > 1 { lines.removeLast() }
    isTyping = isTyped
    lines.append(line)
    if lines.count > Self.limit { lines.removeFirst() }
  }

  /// The line before the last change; `nil` if there is none.
  mutating func undo() -> EditedLine? {
    guard lines.count > 1 else { return nil }
    lines.removeLast()
    isTyping = false
    return lines.last
  }

  /// The oldest line. It is the only one that remains.
  mutating func undoAll() -> EditedLine {
    lines.removeLast(lines.count - 1)
    isTyping = false
    return lines[0]
  }

  /// Whether `line` has one more character at its cursor that is not a space.
  private static func isTyped(_ line: EditedLine, after last: EditedLine) -> Bool {
    guard line.characters.count == last.characters.count + 1, line.cursor > 0,
      line.characters[line.cursor - 1] != " "
    else { return false }
    var before = line.characters
    before.remove(at: line.cursor - 1)
    return before == last.characters
  }
}
