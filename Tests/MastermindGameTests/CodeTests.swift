import ParlorKit
import Testing

@testable import MastermindGame

@Suite("Codes")
struct CodeTests {
  @Test(
    "A code keeps its pegs",
    arguments: [
      [1], [20], [1, 5, 2], [20, 19, 18, 17, 16, 15, 14, 13, 12, 11],
      [1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    ])
  func pegs(colors: [Int]) throws {
    let code = try #require(Code(colors))
    #expect(Array(code) == colors)
    #expect(code.count == colors.count)
    #expect(Code(text: code.text) == code)
    #expect(code.highest == colors.max())
    #expect(code.hasRepeats == (Set(colors).count < colors.count))
  }

  @Test("What is no code", arguments: [[], [0], [21], [1, -1], Array(repeating: 1, count: 11)])
  func noCode(colors: [Int]) { #expect(Code(colors) == nil) }

  @Test(
    "What is not the text of a code",
    arguments: [
      "", " ", "0", "21", "x", "1,2", "+1", "-1", "1 2 3 4 5 6 7 8 9 10 11", "1 ２", "?",
    ])
  func noText(text: String) { #expect(Code(text: text) == nil) }

  @Test("Texts of codes may have other blanks and zeros in front")
  func texts() { #expect(Code(text: "  01   5 2 ")?.text == "1 5 2") }

  @Test("A move takes eight bytes, an answer too")
  func sizes() {
    #expect(MemoryLayout<MastermindMove>.stride == 8)
    #expect(MemoryLayout<Answer>.stride == 8)
    #expect(MastermindMove.guess(Code("1 5 2")).code == Code("1 5 2"))
    #expect(MastermindMove.resign.code == nil)
  }
}
