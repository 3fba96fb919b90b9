import TestKit
import Testing

/// Keys whose functions in libedit use memory beyond the line, or never end.
@Suite(.blocking) struct UnsafeFunctionTests {
  private static func viProbe() throws -> (Pseudoterminal, TemporaryFile) {
    let settings = try TemporaryFile("bind -v\n")
    return (try probe(environment: ["EDITRC": settings.path]), settings)
  }

  @Test(arguments: [
    // `$` and End on an empty line: libedit moves the cursor before the line.
    ("\u{1B}$ihello", "hello"),
    ("\(Key.end)hello", "hello"),
    ("abc\u{1B}[H\(Key.end)d", "abcd"),
    ("one two three\u{1B}02lc$x", "onx"),
    // `y` takes a zero from after the end of an empty line.
    ("\u{1B}y0pix", "x"),
    // `.` repeats changes, but runs no text as commands.
    ("one two three\u{1B}0dw.ix", "xthree"),
    ("one two\u{17}ab\u{1B}.", "one aabb"),
    ("ab cd\u{1B}0cw...\u{1B}$.ix", "... cxd"),
    // A second Escape takes no key.
    ("ab\u{1B}\u{1B}ix", "axb"),
    // `u` undoes one change after the other, `U` all.
    ("one two three\u{1B}0dwdwuu", "one two three"),
    ("two\u{1B}Uix", "x"),
    // `v` would run an editor, and `:` commands of libedit.
    ("ab\u{1B}vix", "axb"),
    ("ab\u{1B}:ix", "axb"),
    // A key with a sequence is inserted as it is.
    ("a\u{16}\u{1B}[D", "a\u{1B}[D"),
  ])
  func `a line of vi mode stays in order`(keys: String, line: String) throws {
    let (terminal, _) = try Self.viProbe()
    try terminal.type(keys + "\r", prints: "got [\(line)] \(line.utf8.count)\r\n")
  }

  @Test func `earlier lines are not repeated`() throws {
    let (terminal, _) = try Self.viProbe()
    try terminal.enter("one two")
    try terminal.type("\u{1B}.ix\r", prints: "got [x] 1\r\n")
    try terminal.expect(prompt)
    // `_` inserts the last word of the previous line, `-` and `G` show lines.
    try terminal.type("y\u{1B}_z\r", prints: "got [y xz] 4\r\n")
    try terminal.expect(prompt)
    try terminal.type("\u{1B}G", row: "probe> one two")
    try terminal.type("+", row: "probe> x")
    try terminal.type("-\r", prints: "got [one two] 7\r\n")
  }

  @Test(arguments: [
    // Alt-W after the line became shorter than its mark.
    ("abcdef\u{17}123456\u{19}\u{15}\u{1B}w\u{19}x", "x"),
    // Alt-X would run commands of libedit, here one that makes its screen too small.
    ("\u{1B}xsettc li 1", "settc li 1"),
  ])
  func `a line stays in order`(keys: String, line: String) throws {
    let terminal = try probe()
    try terminal.type(keys + "\r", prints: "got [\(line)] \(line.utf8.count)\r\n")
  }

  @Test(arguments: [40, 5_000])
  func `a number before a key repeats it`(count: Int) throws {
    let terminal = try probe()
    let word = String(repeating: "y", count: count)
    try terminal.type("\u{1B}\(count)y\r", prints: "got [\(word)] \(count)\r\n")
  }

  @Test(arguments: [600, 1_020, 5_000])
  func `a word that is copied makes the line longer`(count: Int) throws {
    let terminal = try probe()
    let word = String(repeating: "y", count: count)
    try terminal.type("\(word)\u{1B}\u{1F}\r", prints: "got [\(word)\(word)] \(2 * count)\r\n")
  }

  @Test func `a long word can be deleted forwards`() throws {
    let terminal = try probe()
    let word = String(repeating: "y", count: 60_000)
    try terminal.type(
      "\(Key.pasteBegin)\(word)\(Key.pasteEnd)\u{1}\u{1B}dx\r", prints: "got [x] 1\r\n")
  }

  @Test func `settings get safe functions too`() throws {
    let settings = try TemporaryFile(
      """
      bind -v
      bind -a Z ed-move-to-end
      bind -a Q ed-insert
      bind ^T ed-move-to-end
      bind ^X:q ed-command
      """)
    let terminal = try probe(environment: ["EDITRC": settings.path])
    try terminal.send("\u{1B}Zia\u{14}b\u{18}:qc\u{1B}99QZad")
    try terminal.type("\r", prints: "got [abcd] 4\r\n")
  }
}
