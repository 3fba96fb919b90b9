import CEditline

/// How characters come from the terminal to libedit.
extension LineEditor {
  /// Gives libedit the next character: 1, or -1 once there is a cause to end the line.
  ///
  /// The first answer after Ctrl-C is Ctrl-C, so that `leaveLine` runs, or a search ends; then,
  /// wherever libedit may be asking from, there is nothing more until `readLine` returns.
  func read(into character: UnsafeMutablePointer<wchar_t>?) -> Int32 {
    guard cause == nil else { return -1 }
    if let scalar = pasted.next() ?? typed() {
      character?.pointee = wchar_t(truncatingIfNeeded: scalar.value)
      return 1
    }
    guard cause != .hangUp else { return -1 }
    character?.pointee = 0x03
    return 1
  }

  /// The next typed character, or nil if the line must end: `cause` says why.
  private func typed() -> Unicode.Scalar? {
    while cause == nil {
      guard let byte = nextByte() else { continue }
      switch decoder.next(byte) {
      case .more: break
      case .character(let scalar): return scalar
      case .malformed:
        heldByte = byte
        return "\u{FFFD}"
      }
    }
    return nil
  }

  /// The next byte; nil if there was something else to do.
  ///
  /// One at a time: what the program does not want stays in the terminal for who reads next.
  private func nextByte() -> UInt8? {
    if let byte = heldByte {
      heldByte = nil
      return byte
    }
    switch input.wait() {
    case .hangUp: cause = .hangUp
    case .signals(let arrived):
      answer(arrived)
      redraw(after: arrived)
    case .input:
      switch input.read(atMost: 1) {
      case .bytes(let bytes): return bytes.first
      case .endOfInput: cause = .endOfInput
      case .hangUp: cause = .hangUp
      }
    }
    return nil
  }

  /// The function of Ctrl-C: the cursor goes to the end of the line, so that what is printed next
  /// overwrites nothing; after that `read` ends the line.
  func leaveLine() {
    cause = cause ?? .interrupted
    guard let line = el_wline(handle.pointer) else { return }
    _ = el_cursor(handle.pointer, Int32(line.pointee.lastchar - line.pointee.cursor))
  }

  /// The function of the sequence before pasted text: takes all of it, for `read` to hand out.
  func readPaste() {
    let end = Array(PasteQueue.end.unicodeScalars)
    var text: [Unicode.Scalar] = []
    while let scalar = typed() {
      text.append(scalar)
      guard scalar == end.last, text.suffix(end.count).elementsEqual(end) else { continue }
      text.removeLast(end.count)
      // In vi mode the sequence's Escape has left insert mode.
      pasted.add(cedit_is_vi(handle.pointer) != 0 ? "a".unicodeScalars + text : text)
      return
    }
  }
}
