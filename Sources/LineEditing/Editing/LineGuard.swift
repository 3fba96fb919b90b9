import CEditline

/// Repairs the line of libedit before each key, and makes room for its effect.
///
/// libedit checks little, so without this it would use memory beyond its arrays:
/// - It writes beyond its picture of the screen when the window has fewer rows than the line, and
///   when the window shrinks. So the size that it knows never shrinks. If the renderer draws, the
///   real size does not matter to libedit.
/// - Alt-D, and every forward deletion, reads as many characters after the line as it deletes.
/// - Alt-Ctrl-_ copies a word from the address of the line before it grew.
/// - Alt-W and the `y` of vi can copy beyond the end of the line: deleted text, or zeros, which
///   libedit takes for the end of the line.
final class LineGuard {
  /// The size of the window that libedit knows.
  private var size = (rows: 320, columns: 512)
  /// The minimum capacity of the buffer of the line, in characters.
  private var capacity = 0
  /// The number of characters in the line before the last key.
  private var formerCount = 0
  /// How often libedit repeats the next key: the number typed before it.
  private var repeats = 0
  private var isAfterEscape = false

  private let pointer: OpaquePointer

  /// The maximum width of a character in cells: `\U+10FFFF`, or a tab.
  private static let maxCells = 9
  /// The maximum number of repetitions in libedit.
  private static let maxRepeats = 1_000_000
  private static let leastCapacity = 4_096

  init(_ pointer: OpaquePointer) {
    self.pointer = pointer
  }

  // MARK: - The window

  /// Tells libedit the size of the window.
  func applySize() {
    _ = cedit_set_size(pointer, Int32(clamping: size.rows), Int32(size.columns))
  }

  /// Makes the window as wide as the terminal, at least 20 columns. This is for terminals on which
  /// libedit draws.
  func useColumns(_ columns: Int) {
    size.columns = max(20, columns)
  }

  /// Makes the window wider if the terminal is.
  func widen(to columns: Int) {
    guard columns > size.columns else { return }
    size.columns = columns
    applySize()
  }

  // MARK: - The line

  /// Prepares the line for a key, which may be part of the number before a key: after Escape, and
  /// in vi mode. In vi mode, only characters that cannot be bound are inserted repeatedly.
  func prepare(for key: Unicode.Scalar, isVi: Bool, promptLength: Int) {
    let digit = key.properties.numericType == .decimal ? Int(String(key)) : nil
    var more = 1
    if let digit, isAfterEscape || repeats > 0 || isVi {
      repeats = min(repeats * 10 + digit, Self.maxRepeats)
    } else if key != "\u{1B}" {
      if !isVi || key.value > 0xFF { more = max(repeats, 1) }
      repeats = 0
    }
    isAfterEscape = key == "\u{1B}"
    prepare(inserting: more, promptLength: promptLength)
  }

  /// Repairs the line and makes room for it twice, since a key may insert what was cut from it, and
  /// for `more` characters.
  func prepare(inserting more: Int, promptLength: Int) {
    guard let line = UnsafeMutablePointer(mutating: el_wline(pointer)),
      let start = UnsafeMutablePointer(mutating: line.pointee.buffer)
    else { return }
    let (count, cursor) = tidy(line, at: start)
    enlargeBuffer(to: 2 * count + more + 2, line, count: count, cursor: cursor)
    enlargeWindow(for: 2 * count + more + promptLength, line, count: count)
  }

  /// Puts the cursor into the line, removes zeros from the line, and writes zeros after it.
  ///
  /// - Returns: the number of characters in the line, and before the cursor.
  private func tidy(
    _ line: UnsafeMutablePointer<LineInfoW>, at start: UnsafeMutablePointer<wchar_t>
  ) -> (count: Int, cursor: Int) {
    var count = max(0, line.pointee.lastchar - UnsafePointer(start))
    var cursor = min(max(0, line.pointee.cursor - UnsafePointer(start)), count)
    if wmemchr(start, 0, count) != nil {
      let text = UnsafeMutableBufferPointer(start: start, count: count)
      let kept = text.filter { $0 != 0 }
      cursor = text[..<cursor].count { $0 != 0 }
      formerCount = max(formerCount, count)
      count = kept.count
      _ = text.update(from: kept)
    }
    // Beyond the buffer there is nothing of an earlier line.
    start[count] = 0
    if formerCount > count {
      wmemset(start + count, 0, formerCount - count)
    }
    formerCount = count
    line.pointee.cursor = UnsafePointer(start + cursor)
    line.pointee.lastchar = UnsafePointer(start + count)
    return (count, cursor)
  }

  /// Makes the buffer of the line larger by inserting spaces after the line and taking them back.
  private func enlargeBuffer(
    to needed: Int, _ line: UnsafeMutablePointer<LineInfoW>, count: Int, cursor: Int
  ) {
    guard needed > capacity else { return }
    let new = max(2 * needed, Self.leastCapacity)
    line.pointee.cursor = line.pointee.lastchar
    let spaces = [wchar_t](repeating: 0x20, count: new - count) + [0]
    if el_winsertstr(pointer, spaces) == 0 { capacity = new }
    // The buffer has moved.
    guard let start = UnsafeMutablePointer(mutating: line.pointee.buffer) else { return }
    wmemset(start + count, 0, line.pointee.lastchar - UnsafePointer(start) - count)
    line.pointee.cursor = UnsafePointer(start + cursor)
    line.pointee.lastchar = UnsafePointer(start + count)
  }

  /// Gives the window enough rows for this many characters.
  private func enlargeWindow(
    for characters: Int, _ line: UnsafeMutablePointer<LineInfoW>, count: Int
  ) {
    // Short lines have room even if every character is a line break.
    guard characters > size.rows / 2 else { return }
    let text = UnsafeBufferPointer(start: line.pointee.buffer, count: count)
    let rows = 2 * text.count { $0 == 0x0A } + characters * Self.maxCells / size.columns + 4
    guard rows > size.rows else { return }
    size.rows = 2 * rows
    applySize()
  }
}
