import Render
import Testing

/// Scripts of keys, read.
struct KeyScriptTests {
  private static func read(_ text: String) throws(KeyScriptError) -> KeyScript {
    try KeyScript(Array(text.utf8), columns: 80, rows: 24)
  }

  @Test func `a script is keys with their times`() throws {
    let script = try Self.read(
      """
      # Comments and empty lines are no steps.

      size 40x12
      type a  ž
      key Right 2
      wait 800
      start
        key Ctrl-R
      """)
    #expect(script.columns == 40 && script.rows == 12 && script.start == 7)
    let keys = script.steps.map { String(decoding: $0.keys, as: UTF8.self) }
    #expect(keys == ["a", " ", " ", "ž", "\u{1B}[C", "\u{1B}[C", "", "\u{12}"])
    #expect(script.steps.map(\.line) == [4, 4, 4, 4, 5, 5, 6, 8])
    #expect(script.steps[6].delay == 800 && script.steps.allSatisfy { $0.delay > 0 })
  }

  @Test(arguments: [
    ("Enter", "\r"), ("Shift-Tab", "\u{1B}[Z"), ("Esc", "\u{1B}"), ("Space", " "), ("q", "q"),
    ("Alt-b", "\u{1B}b"), ("Ctrl-A", "\u{1}"), ("Ctrl-_", "\u{1F}"), ("PageUp", "\u{1B}[5~"),
  ])
  func `a key sends what it sends from an xterm`(_ name: String, _ bytes: String) throws {
    #expect(try Self.read("key \(name)").steps.map(\.keys) == [Array(bytes.utf8)])
  }

  @Test(arguments: [
    ("", 1, "types nothing"), ("\n# only this", 1, "types nothing"),
    ("type a\npress Enter", 2, "there is no step `press`"), ("type", 1, "`type` needs a text"),
    ("type a\tb", 1, "visible characters"), ("key", 1, "needs the name of a key"),
    ("key Entre", 1, "there is no key `Entre`"), ("key Ctrl-Z", 1, "Ctrl-Z"),
    ("key Ctrl-\\", 1, "there is no key"), ("key Up 0", 1, "from 1 to 99"),
    ("key Up many", 1, "from 1 to 99"), ("key Up 1 2", 1, "needs the name of a key"),
    ("wait", 1, "milliseconds"), ("wait -1", 1, "milliseconds"), ("wait 60001", 1, "milliseconds"),
    ("size 19x24", 1, "from 20x5 to 400x200"), ("size 80", 1, "from 20x5 to 400x200"),
    ("type a\nsize 80x24", 2, "before all keys"), ("start", 1, "after the first key"),
    ("type a\nstart\nstart", 3, "once"),
    ("wait 60000\n" + String(repeating: "wait 60000\n", count: 10), 11, "at most 10 minutes"),
    (
      String(repeating: "type " + String(repeating: "x", count: 100) + "\n", count: 51), 51,
      "at most 5,000 keys"
    ),
  ])
  func `a wrong line is refused, and named`(_ text: String, _ line: Int, _ words: String) {
    let error = #expect(throws: KeyScriptError.self) { try Self.read(text) }
    #expect(
      error?.line == line && error?.message.contains(words) == true, "\(String(describing: error))")
  }

  @Test func `a file that is not text is refused`() {
    #expect(throws: KeyScriptError.self) { try KeyScript([0x6B, 0xFF], columns: 80, rows: 24) }
  }
}
