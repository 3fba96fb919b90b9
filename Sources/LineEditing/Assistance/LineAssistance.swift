/// What is known about the lines that are typed: the editor itself knows nothing of their language.
///
/// The closures are called on the editor's thread, within `readLine`, between two keys: they have
/// a few milliseconds. Positions are byte offsets into the UTF-8 of the line.
package struct LineAssistance {
  /// Earlier lines, the last one first, without repeats; taken from lazily.
  package typealias EarlierLines = ReversedCollection<[[UInt8]]>

  /// What could be typed at the cursor. Asked when Tab is pressed.
  package var complete: (_ line: [UInt8], _ cursor: Int) -> LineCompletion
  /// What the line could go on with. Asked after each change, with the cursor at the end.
  package var hint: (_ line: [UInt8], _ earlier: EarlierLines) -> LineHint?
  /// Which parts of the line have a colour. Asked after each change.
  package var highlight: (_ line: [UInt8]) -> [LineHighlight]

  /// Help of the given kinds; without any, plain editing.
  package init(
    complete: @escaping (_ line: [UInt8], _ cursor: Int) -> LineCompletion = { _, cursor in
      LineCompletion(range: cursor..<cursor, candidates: [])
    },
    hint: @escaping (_ line: [UInt8], _ earlier: EarlierLines) -> LineHint? = { _, _ in nil },
    highlight: @escaping (_ line: [UInt8]) -> [LineHighlight] = { _ in [] }
  ) {
    self.complete = complete
    self.hint = hint
    self.highlight = highlight
  }
}
