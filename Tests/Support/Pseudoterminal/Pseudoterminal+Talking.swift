import CPseudoterminal
import LibC

extension Pseudoterminal {
  /// Types `text`; `\r` is Enter, `\u{3}` Ctrl-C.
  ///
  /// Ctrl-C throws away what was typed before and not yet read, so send it by itself.
  package func send(_ text: String) throws(PseudoterminalError) {
    try send(Array(text.utf8))
  }

  /// Types bytes, and reads what the program writes meanwhile.
  package func send(_ bytes: [UInt8]) throws(PseudoterminalError) {
    let limit = Limit(Self.patience)
    var rest = bytes[...]
    while !rest.isEmpty {
      try awaitMore(for: "to type \(rest.count) bytes more", toWrite: true, until: limit)
      rest = rest.dropFirst(master.write(rest))
    }
  }

  /// Waits until the program has written `needle`, after what was expected before, and returns
  /// everything from there to the end of it.
  @discardableResult
  package func expect(
    _ needle: String, within patience: Duration = Pseudoterminal.patience
  ) throws(PseudoterminalError) -> String {
    let limit = Limit(patience)
    let bytes = Array(needle.utf8)
    var start = expected
    while true {
      if let end = transcript.end(of: bytes, from: start) {
        defer { expected = end }
        return String(decoding: transcript[expected..<end], as: UTF8.self)
      }
      start = max(expected, transcript.count - bytes.count)
      try awaitMore(for: needle.debugDescription, until: limit)
    }
  }

  /// Waits until the screen is as `condition` says; `description` is for the failure.
  package func expectScreen(
    _ description: String, within patience: Duration = Pseudoterminal.patience,
    where condition: (Screen) -> Bool
  ) throws(PseudoterminalError) {
    let limit = Limit(patience)
    while !condition(screen) {
      try awaitMore(for: description, until: limit)
    }
  }

  /// Waits until the cursor's row is `text`, and the cursor in `column` if given.
  package func expectRow(_ text: String, column: Int? = nil) throws(PseudoterminalError) {
    let place = column.map { ", cursor in column \($0)" } ?? ""
    try expectScreen("the row \(text.debugDescription)\(place)") { screen in
      screen.currentRow == text && column.map { $0 == screen.column } ?? true
    }
  }

  /// Waits until the pieces of the cursor's row have these colours.
  package func expectRuns(_ runs: [Screen.Run]) throws(PseudoterminalError) {
    try expectScreen("the runs \(runs)") { $0.currentRuns == runs }
  }

  /// Gives the terminal another size, of which the program gets to know by SIGWINCH.
  ///
  /// - Parameter reflows: whether the terminal wraps long rows anew.
  package func resize(rows: UInt16, columns: UInt16, reflows: Bool = false) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    screen.resize(rows: Int(rows), columns: Int(columns), reflows: reflows)
    _ = cpty_resize(master.descriptor, &size)
  }

  /// Sends a signal to the program alone.
  package func signal(_ number: Int32) {
    guard status == nil else { return }
    kill(process, number)
  }

  /// Closes the window; the program can be waited for, but says nothing more.
  package func hangUp() {
    master.close()
  }

  /// Whether the terminal is in the mode that programs find and leave: lines, with echo.
  package var isCooked: Bool {
    var modes = termios()
    guard tcgetattr(master.descriptor, &modes) == 0 else { return false }
    let flags = tcflag_t(ICANON) | tcflag_t(ECHO)
    return modes.c_lflag & flags == flags
  }

  /// Waits until something is possible, and reads what there is.
  ///
  /// That nobody has the terminal open any more may be known before the last words are readable;
  /// so reading decides.
  private func awaitMore(
    for event: String, toWrite: Bool = false, until limit: Limit
  ) throws(PseudoterminalError) {
    let events = master.wait(toWrite: toWrite, until: limit)
    guard !events.isEmpty else { throw failure(.timeout(event)) }
    let bytes = master.read()
    record(bytes)
    if bytes.isEmpty && events.contains(.closed) {
      throw failure(.ended(event))
    }
  }

  func failure(_ kind: PseudoterminalError.Kind) -> PseudoterminalError {
    PseudoterminalError(kind: kind, transcript: text)
  }
}

extension [UInt8] {
  /// The end of the first occurrence of `needle` that begins at `start` or after.
  fileprivate func end(of needle: [UInt8], from start: Int) -> Int? {
    guard !needle.isEmpty else { return start }
    var index = start
    while index + needle.count <= count {
      if self[index] == needle[0], self[index..<index + needle.count].elementsEqual(needle) {
        return index + needle.count
      }
      index += 1
    }
    return nil
  }
}
