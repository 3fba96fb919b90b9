import ParlorKit
import Testing

@testable import Render

@Suite struct StyledLineTests {
  @Test func `styles become runs`() {
    let text = "a\(Style.good.start)b\(Style.strong.start)c\(Style.end)d\n"
    let lines = StyledLine.lines(of: Array(text.utf8))
    let expected = [
      StyledLine.Run("a"), StyledLine.Run("b", [.good]), StyledLine.Run("c", [.good, .strong]),
      StyledLine.Run("d"),
    ]
    #expect(lines == [StyledLine(expected)])
  }

  @Test(arguments: ["\u{1B}[2J", "\u{202E}", "\u{7}", "\u{9B}", "\u{FFFE}", "\r", "\u{2028}"])
  func `what a terminal or XML must not get is replaced`(_ text: String) {
    let line = StyledLine.lines(of: Array("x\(text)y".utf8)).first
    let shown = line?.text ?? ""
    #expect(
      shown.hasPrefix("x\u{FFFD}") && shown.hasSuffix("y"), "\(shown.unicodeScalars.map(\.value))")
  }

  @Test func `long lines go on in the next row, and wide characters are not cut`() {
    let line = StyledLine([StyledLine.Run("abc", [.good]), StyledLine.Run("漢字d")])
    #expect(line.rows(of: 4).map(\.text) == ["abc", "漢字", "d"])
    #expect(line.rows(of: 8) == [line])
    #expect(line.rows(of: 4).first?.runs == [StyledLine.Run("abc", [.good])])
  }

  @Test func `no bytes are no lines, and empty lines stay`() {
    #expect(StyledLine.lines(of: []) == [])
    #expect(StyledLine.lines(of: Array("a\n\nb\n".utf8)).map(\.text) == ["a", "", "b"])
    #expect(StyledLine.lines(of: Array("\n".utf8)).map(\.text) == [""])
  }
}
