import ParlorKit

/// A script of keys to type at a prompt. It has a step on each line:
///
///     size 80x22
///     type roll
///     key Enter
///     key Right 3
///     wait 800
///     start
///
/// `type` types a text key by key, `key` presses a key, `wait` waits for some milliseconds, and the
/// film begins at `start`. Empty lines, and lines that begin with `#`, are comments.
package struct KeyScript: Sendable, Equatable {
  /// A key, or a pause.
  package struct Step: Sendable, Equatable {
    /// The line of the script, from 1.
    package var line: Int
    /// The milliseconds before the key.
    package var delay: Int
    /// The bytes that the key sends; none for a pause.
    package var keys: [UInt8] = []
  }

  package private(set) var columns: Int
  package private(set) var rows: Int
  package private(set) var steps: [Step] = []
  /// The number of steps before the film begins.
  package private(set) var start = 0

  /// The widths and heights of a terminal.
  package static let widths = 20...400
  package static let heights = 5...200
  /// The maximum number of keys.
  package static let mostKeys = 5_000
  /// The maximum of all times together, in milliseconds.
  package static let longest = 600_000

  private var keyCount = 0
  private var time = 0

  /// Reads a script.
  ///
  /// - Parameters:
  ///   - columns: the width of the terminal if the script has no `size`.
  ///   - rows: its height.
  package init(_ bytes: [UInt8], columns: Int, rows: Int) throws(KeyScriptError) {
    (self.columns, self.rows) = (columns, rows)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw KeyScriptError("the file is not text in UTF-8", line: 1)
    }
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let words = line.split(separator: " ").map(String.init)
      guard let name = words.first, !name.hasPrefix("#") else { continue }
      do throws(Refusal) {
        try read(name, Array(words.dropFirst()), line, number: index + 1)
      } catch {
        throw KeyScriptError(error.message, line: index + 1)
      }
    }
    if steps.isEmpty { throw KeyScriptError("the file types nothing", line: 1) }
  }

  /// Why a line cannot be read.
  private struct Refusal: Error {
    var message: String

    init(_ message: String) { self.message = message }
  }

  private mutating func read(
    _ name: String, _ words: [String], _ line: Substring, number: Int
  ) throws(Refusal) {
    switch name {
    case "type":
      let text = line.drop { $0 == " " }.dropFirst(name.count + 1)
      guard !words.isEmpty else { throw Refusal("`type` needs a text: `type roll`") }
      guard String(text).drawable == text else {
        throw Refusal("`type` takes visible characters; `key` presses other keys")
      }
      for (place, key) in text.enumerated() {
        try add(Step(line: number, delay: Pace.key(place), keys: Array(key.utf8)))
      }
    case "key":
      guard let key = words.first, words.count <= 2 else {
        throw Refusal("`key` needs the name of a key, such as `key Enter` or `key Right 3`")
      }
      guard let bytes = Self.bytes(of: key) else { throw Refusal(Self.refusal(of: key)) }
      let count = words.count == 2 ? Int(words[1]) ?? 0 : 1
      guard 1...99 ~= count else { throw Refusal("`key` takes a count from 1 to 99") }
      for index in 0..<count {
        try add(
          Step(line: number, delay: index == 0 ? Pace.enter : Pace.again, keys: bytes))
      }
    case "wait":
      guard words.count == 1, let pause = Int(words[0]), 1...60_000 ~= pause else {
        throw Refusal("`wait` takes milliseconds from 1 to 60000")
      }
      try add(Step(line: number, delay: pause))
    case "size":
      let numbers = words.joined(separator: " ").split(separator: "x").map { Int($0) ?? 0 }
      guard numbers.count == 2, Self.widths ~= numbers[0], Self.heights ~= numbers[1] else {
        throw Refusal("`size` takes columns and rows, from 20x5 to 400x200")
      }
      guard steps.isEmpty else { throw Refusal("`size` comes before all keys") }
      (columns, rows) = (numbers[0], numbers[1])
    case "start":
      guard words.isEmpty, start == 0, !steps.isEmpty else {
        throw Refusal("`start` stands once, alone, after the first key")
      }
      (start, time) = (steps.count, 0)
    default:
      throw Refusal("there is no step `\(name.drawable)`: type, key, wait, size or start")
    }
  }

  private mutating func add(_ step: Step) throws(Refusal) {
    time += step.delay
    keyCount += step.keys.isEmpty ? 0 : 1
    guard keyCount <= Self.mostKeys else {
      throw Refusal("a script has at most \(Self.mostKeys.grouped) keys")
    }
    guard time <= Self.longest else { throw Refusal("a film has at most 10 minutes") }
    steps.append(step)
  }

  // MARK: - Keys

  private static let named: KeyValuePairs = [
    "Enter": "\r", "Tab": "\t", "Shift-Tab": "\u{1B}[Z", "Esc": "\u{1B}", "Space": " ",
    "Backspace": "\u{7F}", "Delete": "\u{1B}[3~", "Up": "\u{1B}[A", "Down": "\u{1B}[B",
    "Right": "\u{1B}[C", "Left": "\u{1B}[D", "Home": "\u{1B}[H", "End": "\u{1B}[F",
    "PageUp": "\u{1B}[5~", "PageDown": "\u{1B}[6~",
  ]

  /// What a key sends, as from an xterm; `nil` if there is no such key.
  private static func bytes(of name: String) -> [UInt8]? {
    if let keys = named.first(where: { $0.key == name })?.value { return Array(keys.utf8) }
    if name.count == 1, name.drawable == name { return Array(name.utf8) }
    let last = name.utf8.last ?? 0
    guard last > 0x20, last < 0x7F else { return nil }
    if name.hasPrefix("Alt-"), name.utf8.count == 5 { return [0x1B, last] }
    // Ctrl-Z would stop the program for ever.
    guard name.hasPrefix("Ctrl-"), name.utf8.count == 6,
      "A"..."Y" ~= Character(Unicode.Scalar(last)) || last == UInt8(ascii: "_")
    else { return nil }
    return [last & 0x1F]
  }

  private static func refusal(of key: String) -> String {
    if key == "Ctrl-Z" { return "nobody would continue the program after `Ctrl-Z`" }
    return
      "there is no key `\(key.drawable)`: a character, Ctrl-A to Ctrl-Y, Ctrl-_, Alt- with a character, "
      + named.map(\.key).joined(separator: ", ")
  }
}

/// Why a script of keys cannot be read or typed.
package struct KeyScriptError: Error, Equatable {
  package var message: String
  /// The line of the script, from 1.
  package var line: Int

  init(_ message: String, line: Int) {
    self.message = message
    self.line = line
  }
}
