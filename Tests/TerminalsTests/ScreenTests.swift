import Terminals
import Testing

/// What the output of a program draws, as xterm does.
struct ScreenTests {
  private static func screen(_ output: String) -> Screen {
    var screen = Screen(rows: 4, columns: 10)
    // One byte at a time, as output may come.
    for byte in output.utf8 { screen.show([byte]) }
    return screen
  }

  @Test(arguments: [
    ("\u{1B}[1;31mx", "1;31"), ("\u{1B}[38;5;208mx", "38;5;208"), ("\u{1B}[38;5;9mx", "91"),
    ("\u{1B}[48;2;1;2;3;4mx", "4;48;2;1;2;3"), ("\u{1B}[7;97;100mx", "7;97;100"),
    ("\u{1B}[1;31;39;22mx", ""), ("\u{1B}[31m\u{1B}[mx", ""), ("\u{1B}[38;5;999mx", ""),
    ("\u{1B}[38mx", ""),
  ])
  func `a cell has the colours of the palette, true colours and renditions`(
    _ output: String, _ style: String
  ) {
    #expect(Self.screen(output).runs(0) == [Screen.Run("x", style)])
  }

  @Test func `the other screen is empty, and the usual one comes back`() {
    let inside = Self.screen("ab\r\nc\u{1B}[?1049h\u{1B}[2;3Hx")
    #expect(inside.rows == ["", "  x", "", ""])
    let after = Self.screen("ab\r\nc\u{1B}[?1049h\u{1B}[2;3Hx\u{1B}[?1049ld")
    #expect(after.rows == ["ab", "cd", "", ""])
  }

  @Test func `the cursor can be hidden`() {
    #expect(!Self.screen("a\u{1B}[?25l").hasCursor)
    #expect(Self.screen("a\u{1B}[?25l\u{1B}[?25h").hasCursor)
  }

  @Test(arguments: [
    ("\u{1B}]0;title\u{7}a", ["a", "", "", ""]), ("\u{1B}]52;c;eA==\u{1B}\\a", ["a", "", "", ""]),
    ("\u{1B}_mark 1\u{1B}\\a", ["a", "", "", ""]),
    ("\u{1B}[>1ua\u{1B}[?7;8hb", ["ab", "", "", ""]),
    ("a\r\nb\u{1B}[1;1H\u{1B}[Lc", ["c", "a", "b", ""]),
    ("a\r\nb\r\nc\u{1B}[1;1H\u{1B}[2M", ["c", "", "", ""]), ("a\u{1B}[Tb", [" b", "a", "", ""]),
    ("a\r\nb\u{1B}[S", ["b", "", "", ""]), ("abc\u{1B}[2G\u{1B}[X", ["a c", "", "", ""]),
    ("a\u{1B}[3dx", ["a", "", " x", ""]), ("a\u{1B}[Ex\u{1B}[Fy", ["y", "x", "", ""]),
    ("ab\u{1B}7\u{1B}[4;4Hx\u{1B}8c", ["abc", "", "", "   x"]),
    ("a\u{1B}[H\u{1B}Mb", ["b", "a", "", ""]), ("ab\u{1B}[99999C|", ["ab       |", "", "", ""]),
    ("a\u{1B}[H\u{1B}[999@b", ["b", "", "", ""]),
  ])
  func `sequences draw as in an xterm, and strings for the terminal are not shown`(
    _ output: String, _ rows: [String]
  ) {
    #expect(Self.screen(output).rows == rows)
  }
}
