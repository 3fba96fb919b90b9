import ParlorKit
import Testing

/// Tables of words, as wide as a terminal shows them.
struct ColumnsTests {
  private func written(_ rows: [[String]], indent: Int = 0) -> String {
    var text = TextWriter()
    Columns(rows, indent: indent).write(to: &text)
    return text.string
  }

  @Test func `columns are as wide as their widest word`() {
    #expect(
      written([["a", "bb", "c"], ["aaa", "b", "ccc"], ["aa"]]) == "a    bb  c\naaa  b   ccc\naa")
    #expect(written([["a", "b"], ["cc", "d"]], indent: 2) == "  a   b\n  cc  d")
  }

  @Test func `no line ends in blanks`() {
    #expect(written([["a", "", ""], ["bbb", "", "c"], ["", "x"]]) == "a\nbbb     c\n     x")
    #expect(written([]) == "")
  }

  @Test func `the last column wraps`() {
    func lines(_ rows: [[String]], width: Int, indent: Int = 0) -> String {
      var text = TextWriter(width: width)
      Columns(rows, indent: indent, wraps: true).write(to: &text)
      return text.string
    }
    let rows = [["a", "one two three four five six"], ["bbb", "seven"], ["c"]]
    #expect(
      lines(rows, width: 29) == "a    one two three four five\n     six\nbbb  seven\nc")
    // Too little room is left beside the first column.
    #expect(
      lines(rows, width: 20, indent: 2)
        == "  a\n      one two three\n      four five six\n  bbb\n      seven\n  c")
    #expect(
      lines([["one two"], ["incomprehensibilities"]], width: 6)
        == "one\ntwo\nincomprehensibilities")
  }

  @Test func `wide and combining characters count as they are shown`() {
    #expect(
      written([["李", "1"], ["abc", "2"], ["e\u{301}", "3"]]) == "李   1\nabc  2\ne\u{301}    3")
  }

  @Test(
    arguments: [
      ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("李", 2), ("한", 2), ("🎲", 2), ("\u{200B}", 0),
      ("ｱ", 1), ("Ａ", 2), ("…", 1), ("×", 1),
    ] as [(String, Int)])
  func `a text has its width in cells`(text: String, width: Int) {
    #expect(DisplayWidth.of(text) == width)
  }
}
