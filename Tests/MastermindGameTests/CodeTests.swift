import ParlorKit
import Testing

@testable import MastermindGame

@Suite("Codes")
struct CodeTests {
  @Test(arguments: [
    [1], [20], [1, 5, 2], [20, 19, 18, 17, 16, 15, 14, 13, 12, 11],
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
  ])
  func `A code keeps its pegs`(colors: [Int]) throws {
    let code = try #require(Code(colors))
    #expect(Array(code) == colors)
    #expect(code.count == colors.count)
    #expect(Code(text: code.text) == code)
    #expect(code.highest == colors.max())
    #expect(code.hasRepeats == (Set(colors).count < colors.count))
  }

  @Test(arguments: [[], [0], [21], [1, -1], Array(repeating: 1, count: 11)])
  func `Texts that are not codes are refused`(colors: [Int]) { #expect(Code(colors) == nil) }

  @Test(arguments: [
    "", " ", "0", "21", "x", "1,2", "+1", "-1", "1 2 3 4 5 6 7 8 9 10 11", "1 ２", "?",
  ])
  func `A text that is not a code is refused`(text: String) { #expect(Code(text: text) == nil) }

  @Test
  func `Texts of codes may have other blanks and zeros in front`() {
    #expect(Code(text: "  01   5 2 ")?.text == "1 5 2")
  }

  @Test
  func `A move takes eight bytes, an answer too`() {
    #expect(MemoryLayout<MastermindMove>.stride == 8)
    #expect(MemoryLayout<Answer>.stride == 8)
    #expect(MastermindMove.guess(Code("1 5 2")).code == Code("1 5 2"))
    #expect(MastermindMove.resign.code == nil)
  }
}
