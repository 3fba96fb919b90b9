import CEditline
import Platform

/// How characters come from the terminal to libedit.
extension LineEditor {
  /// How long the rest of an escape sequence may take, in milliseconds, where Escape is a key too.
  private static let sequenceTime: Int32 = 50

  /// Gives libedit the next character: 1, or -1 once there is a cause to end the line.
  ///
  /// The first answer after Ctrl-C is Ctrl-C, so that `leaveLine` runs, or what else is going on
  /// ends; then, wherever libedit may be asking from, there is nothing more until `readLine`
  /// returns.
  func read(into character: UnsafeMutablePointer<wchar_t>?) -> Int32 {
    guard cause == nil else { return -1 }
    if let scalar = nextKey() {
      character?.pointee = wchar_t(truncatingIfNeeded: scalar.value)
      return 1
    }
    guard cause != .hangUp else { return -1 }
    character?.pointee = 0x03
    return 1
  }

  /// The next pasted or typed character, or nil if the line must end: `cause` says why.
  func nextCharacter() -> Unicode.Scalar? {
    pasted.next() ?? typed()
  }

  /// The same, but in vi mode one character for a whole escape sequence.
  private func nextKey() -> Unicode.Scalar? {
    guard let scalar = nextCharacter() else { return nil }
    guard scalar == "\u{1B}", cedit_is_vi(handle.pointer) != 0 else { return scalar }
    var rest = ""
    while EscapeKeys.hasSequence(beginningWith: rest), hasMore() {
      guard let scalar = typed() else { return nil }
      rest.unicodeScalars.append(scalar)
      if let key = EscapeKeys.character(for: rest) { return key }
    }
    givenBack = Array(rest.unicodeScalars) + givenBack
    return scalar
  }

  /// Whether there is more at once: after Escape, the rest of a sequence.
  func hasMore() -> Bool {
    !givenBack.isEmpty || heldByte != nil || input.isReady(within: Self.sequenceTime)
  }

  /// Takes these characters if just these come at once, and else none.
  func takes(_ sequence: some StringProtocol) -> Bool {
    var taken: [Unicode.Scalar] = []
    for expected in sequence.unicodeScalars {
      guard hasMore(), let scalar = typed() else { break }
      taken.append(scalar)
      if scalar != expected { break }
    }
    if taken.elementsEqual(sequence.unicodeScalars) { return true }
    // Ctrl-C throws away what came before it.
    if cause == nil {
      givenBack = taken + givenBack
    }
    return false
  }

  /// The next typed character, or nil if the line must end: `cause` says why.
  private func typed() -> Unicode.Scalar? {
    if !givenBack.isEmpty { return givenBack.removeFirst() }
    while cause == nil {
      guard let byte = nextByte() else { continue }
      switch decoder.next(byte) {
      case .more: break
      case .character(let scalar): return EscapeKeys.stands(scalar) ? "\u{FFFD}" : scalar
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
    if !input.isReady(within: 0) {
      draw()
    }
    // Now nobody waits for the prompt.
    if isHistoryDue {
      isHistoryDue = false
      updateHistory()
    }
    switch input.wait(until: nextTick) {
    case .hangUp: cause = .hangUp
    case .signals(let arrived):
      answer(arrived)
      redraw(after: arrived)
    case .notices: showNotices()
    case .timeout: runTick()
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
    let line = buffer.line
    buffer.move(by: line.characters.count - line.cursor)
  }

  /// The function of the sequence before pasted text: takes all of it, for `read` to hand out.
  ///
  /// - Parameter keys: typed before it; so one gets from the command mode of vi to its insert mode.
  func readPaste(after keys: String = "") {
    if let text = pastedText() {
      pasted.add(keys.unicodeScalars + text)
    }
  }

  /// Pasted text up to its end; nil if the line must end.
  func pastedText() -> [Unicode.Scalar]? {
    let end = Array(PasteQueue.end.unicodeScalars)
    var text: [Unicode.Scalar] = []
    while let scalar = typed() {
      text.append(scalar)
      guard scalar == end.last, text.suffix(end.count).elementsEqual(end) else { continue }
      return text.dropLast(end.count)
    }
    return nil
  }
}
