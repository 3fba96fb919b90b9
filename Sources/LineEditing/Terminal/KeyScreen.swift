import LibC
import Platform

/// The whole screen of a terminal, for a program that draws it and reads keys. The terminal shows
/// what was there before when the screen is closed, and when the program ends.
package final class KeyScreen {
  /// What a screen waits for.
  package enum Event: Equatable {
    /// A character, or the name of another key: `Enter`, `Tab`, `Shift-Tab`, `Esc`, `Backspace`,
    /// `Up`, `Down`, `Left`, `Right`, `Home`, `End`, `PageUp`, `PageDown`, `Ctrl-C`, `Ctrl-D`, `Ctrl-R`.
    case key(String)
    /// A button of the mouse at a place, all from 0; 64 and 65 are the wheel.
    case mouse(button: Int, row: Int, column: Int)
    /// The screen has another size, or was covered meanwhile.
    case redraw
    /// The time is over.
    case tick
    /// Text was pasted.
    case pasted(String)
    /// Text for the user has arrived by the external printer.
    case printed(String)
    /// The session ends.
    case ended(LineInput)
  }

  /// Handles signals, those that have arrived if none are given; returns why the session ends.
  var handle: (SignalSet?) -> LineInput? = { _ in nil }

  private let input: TerminalInput
  private let modes: TerminalModes
  private var output: TerminalOutput
  private let takesMouse: Bool
  private let keys: KeyReader
  private var shown: [[ScreenCell]] = []
  private var shownCursor: (row: Int, column: Int) = (0, 0)
  /// What has happened in place of a key.
  private var event: Event?
  /// When to stop waiting, on `SystemClock.monotonic`.
  private var deadline: Int64?

  private static let mouseEnd = "\u{1B}[?1006l\u{1B}[?1000l"
  /// A terminal that has no other screen is left empty.
  private static let screenEnd = "\u{1B}[H\u{1B}[2J\u{1B}[?25h\u{1B}[?1049l"

  init(
    _ input: TerminalInput, _ modes: TerminalModes, _ output: TerminalOutput, takesMouse: Bool
  ) {
    (self.input, self.modes) = (input, modes)
    (self.output, self.takesMouse) = (output, takesMouse)
    keys = KeyReader(input)
    keys.nextByte = { [unowned self] in nextByte() }
  }

  /// Gives the screen back.
  package func close() {
    modes.turnOff(Self.mouseEnd)
    modes.turnOff(Self.screenEnd)
  }

  /// Ends a command that ran meanwhile: a Ctrl-C was meant for it, and it may have written to the
  /// screen.
  ///
  /// - Returns: why the session ends, if it does.
  package func endCommand() -> LineInput? {
    let cause = handle(nil)
    shown = []
    return cause == .interrupted ? nil : cause
  }

  // MARK: - Drawing

  /// The rows of the screen now.
  package var rows: Int { output.size.rows }
  /// The columns of the screen now.
  package var columns: Int { output.size.columns }

  /// Shows rows, from the top. Rows and columns beyond the screen are left out.
  ///
  /// - Parameter cursor: where the cursor stands.
  package func show(_ rows: [[ScreenCell]], cursor: (row: Int, column: Int)) {
    if modes.turnOn("\u{1B}[?1049h\u{1B}[H\u{1B}[2J", until: Self.screenEnd) { shown = [] }
    if takesMouse { modes.turnOn("\u{1B}[?1000h\u{1B}[?1006h", until: Self.mouseEnd) }
    let size = output.size
    let rows = (0..<size.rows).map { row in
      row < rows.count ? rows[row].cut(to: size.columns) : []
    }
    var text = ""
    for (row, cells) in rows.enumerated() where row >= shown.count || shown[row] != cells {
      text += "\u{1B}[\(row + 1);1H"
      var style = ""
      for cell in cells {
        if cell.style != style { text += (style.isEmpty ? "" : "\u{1B}[m") + cell.style }
        style = cell.style
        text += cell.text
      }
      if !style.isEmpty { text += "\u{1B}[m" }
      // Behind the last column it would clear that one.
      if cells.count < size.columns { text += "\u{1B}[K" }
    }
    let place = "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H"
    if !text.isEmpty {
      output.send("\u{1B}[?25l\(text)\(place)\u{1B}[?25h")
    } else if cursor != shownCursor {
      output.send(place)
    }
    (shown, shownCursor) = (rows, cursor)
  }

  // MARK: - Events

  /// Waits for the next event.
  ///
  /// - Parameter milliseconds: how long at most; without end if `nil`.
  package func next(within milliseconds: Int64?) -> Event {
    deadline = milliseconds.map { SystemClock.monotonic + $0 }
    defer { event = nil }
    while true {
      guard event == nil, let key = keys.next() else { return event ?? .ended(.hangUp) }
      if let event = self.event(for: key) { return event }
    }
  }

  /// Whether a key has arrived that was not taken yet.
  package var hasArrived: Bool { keys.hasArrived }

  /// Takes the letters that have arrived with a key if they make a word with it: a program typed
  /// them, or a terminal that does not mark what it pastes.
  package func takeWord(after key: String, if isWord: (String) -> Bool) -> String? {
    var letters = key
    var last: [Unicode.Scalar] = []
    while last.isEmpty, keys.hasArrived, let next = keys.next() {
      if ("a"..."z").contains(next) { letters.unicodeScalars.append(next) } else { last = [next] }
    }
    let isTaken = letters.count > 2 && isWord(letters)
    keys.pushBack(isTaken ? last : Array(letters.unicodeScalars.dropFirst()) + last)
    return isTaken ? letters : nil
  }

  private func nextByte() -> UInt8? {
    while true {
      switch input.wait(until: deadline) {
      case .hangUp: event = .ended(.hangUp)
      case .print: event = .printed(input.printer.take().lines)
      case .timeout: event = .tick
      case .signals(let arrived):
        switch handle(arrived) {
        case .interrupted: event = .key("Ctrl-C")
        case let cause?: event = .ended(cause)
        case nil:
          shown = []
          event = .redraw
        }
      case .input:
        switch input.read(atMost: 1) {
        case .bytes(let bytes):
          guard let byte = bytes.first else { continue }
          return byte
        case .endOfInput: event = .ended(.endOfInput)
        case .hangUp: event = .ended(.hangUp)
        }
      }
      return nil
    }
  }

  /// The event of a character; `nil` if it has no meaning.
  private func event(for key: Unicode.Scalar) -> Event? {
    switch key {
    case "\r", "\n": .key("Enter")
    case "\t": .key("Tab")
    case "\u{7F}", "\u{8}": .key("Backspace")
    case "\u{4}": .key("Ctrl-D")
    case "\u{12}": .key("Ctrl-R")
    case "\u{C}":
      redraw()
    case "\u{1B}": keys.hasMore ? sequence() : .key("Esc")
    case _ where key.properties.generalCategory == .control: nil
    default: .key(String(key))
    }
  }

  private func redraw() -> Event {
    shown = []
    return .redraw
  }

  private static let names = [
    "A": "Up", "B": "Down", "C": "Right", "D": "Left", "H": "Home", "F": "End", "Z": "Shift-Tab",
    "1~": "Home", "4~": "End", "5~": "PageUp", "6~": "PageDown", "7~": "Home", "8~": "End",
    "3~": "Backspace",
  ]

  /// The event of what follows Escape.
  private func sequence() -> Event? {
    guard let first = keys.next() else { return event }
    guard first == "[" || first == "O" else {
      keys.pushBack([first])
      return .key("Esc")
    }
    var text = ""
    while keys.hasMore, let next = keys.next() {
      text.unicodeScalars.append(next)
      if ("@"..."~").contains(next) { break }
    }
    if text == "200~" {
      return keys.readPaste().map { .pasted(String(String.UnicodeScalarView($0))) } ?? event
    }
    if text.hasPrefix("<") { return mouse(text.dropFirst()) }
    return Self.names[text].map { .key($0) }
  }

  /// The event of a report `button;column;row` and `M`, in the form of SGR; a release ends with
  /// `m`.
  private func mouse(_ report: Substring) -> Event? {
    let numbers = report.dropLast().split(separator: ";").compactMap { Int($0) }
    guard report.hasSuffix("M"), numbers.count == 3, [0, 1, 2, 64, 65].contains(numbers[0]),
      numbers[1] > 0, numbers[2] > 0
    else { return nil }
    return .mouse(button: numbers[0], row: numbers[2] - 1, column: numbers[1] - 1)
  }
}
