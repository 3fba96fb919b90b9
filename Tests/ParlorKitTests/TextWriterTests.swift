import ParlorKit
import TestKit
import Testing

/// Text as bytes: numbers, parts, styles.
struct TextWriterTests {
  @Test(arguments: [
    0, 1, 9, 10, 99, 100, 999, 1000, 1001, 9999, 10_000, 999_999, 1_000_000, 1_000_999,
    123_456_789, Int.max, Int.max - 1, -1, -9, -10, -999, -1000, -10_005, Int.min, Int.min + 1,
  ])
  func `integers are written plain and grouped`(number: Int) {
    var text = TextWriter()
    text.write(number)
    #expect(text.string == String(number))
    var grouped = TextWriter()
    grouped.write(grouped: number)
    #expect(grouped.string == Self.grouped(number))
    #expect(number.grouped == Self.grouped(number))
  }

  /// The digits, with a comma after every third from the end.
  private static func grouped(_ number: Int) -> String {
    let digits = Array(String(number.magnitude))
    var result = ""
    for (index, digit) in digits.enumerated() {
      if index > 0 && (digits.count - index) % 3 == 0 { result.append(",") }
      result.append(digit)
    }
    return (number < 0 ? "-" : "") + result
  }

  @Test func `groups stand written out`() {
    #expect(Int.min.grouped == "-9,223,372,036,854,775,808")
    #expect(Int.max.grouped == "9,223,372,036,854,775,807")
    #expect((-1000).grouped == "-1,000")
    #expect(1_000_007.grouped == "1,000,007")
  }

  @Test func `a writer joins parts and lists`() {
    var text = TextWriter()
    #expect(text.isEmpty)
    text.write("Ann ", 200, " ", Grouped(-1234), "é")
    text.write(byte: 0x21)
    text.write([1, 2, 3], separator: ", ")
    text.write([] as [String], separator: ", ")
    text.write(["x"], separator: ", ")
    #expect(text.string == "Ann 200 -1,234é!1, 2, 3x")
    #expect(text.bytes.count == 25)
    #expect(!text.isEmpty)
  }

  @Test func `lines are broken once`() {
    var text = TextWriter()
    text.breakLine()
    #expect(text.isEmpty)
    text.write("a")
    text.breakLine()
    text.breakLine()
    #expect(text.string == "a\n")
  }

  static let codes = [
    "1", "2", "38;5;28", "91", "38;5;136", "38;5;30", "35", "38;5;166", "38;5;33", "1;38;5;136",
  ]

  @Test(arguments: zip(Style.allCases, codes))
  func `only terminals get styles`(style: Style, code: String) {
    var (plain, styled) = (TextWriter(), TextWriter(styled: true))
    for index in 0..<2 {
      let content = Styled(style, index == 0 ? "a" : "b")
      plain.write(content)
      styled.write(content)
    }
    #expect(plain.string == "ab")
    #expect(styled.string == "\u{1B}[\(code)ma\u{1B}[0m\u{1B}[\(code)mb\u{1B}[0m")
  }

  @Test(arguments: Style.allCases)
  func `styles can be read on dark and light backgrounds`(style: Style) throws {
    let parameters = style.start.dropFirst(2).dropLast().split(separator: ";").compactMap {
      Int($0)
    }
    if let mark = parameters.firstIndex(of: 38) {
      try #expect(#require(RGB(fixed: parameters[mark + 2])).leastContrast() >= 3)
      return
    }
    for code in parameters where code >= 30 {
      for (name, colors, backgrounds) in RGB.themes {
        let color = colors[code < 90 ? code - 30 : code - 82]
        #expect(color.leastContrast(on: backgrounds) >= 3, "\(code) in \(name)")
      }
    }
  }

  @Test func `counts agree with their nouns`() {
    #expect([0, 1, 2].map { Plural($0, "die", "dice").text } == ["0 dice", "1 die", "2 dice"])
    #expect("\(Plural(1000, "move"))" == "1,000 moves")
    #expect(7.padded(to: 3) == "007" && 1234.padded(to: 3) == "1234" && 0.padded(to: 0) == "0")
    #expect(UInt8(10).padded(to: 2, radix: 16, uppercase: true) == "0A")
    #expect(
      [["a"], ["a", "b"], ["a", "b", "c"], []].map(\.alternatives) == [
        "a", "a or b", "a, b or c", "nothing",
      ])
  }

  @Test func `times are written as people read them`() {
    let ends = [0, 7, 1_050, 59_999, 60_000, 185_999, 3_725_000, 36_000_000_000, -1]
    #expect(
      ends.map { PlayTime($0).text } == [
        "0 s", "0.007 s", "1.050 s", "59.999 s", "1:00", "3:05", "1:02:05", "10,000:00:00", "0 s",
      ])
    #expect(
      [0, 7_900, 60_000, 3_600_000].map { PlayTime.clock($0).text } == [
        "0:00", "0:07", "1:00", "1:00:00",
      ])
  }

  @Test func `identifiers have lower-case letters, digits and hyphens`() {
    let words = ["a", "a-1", "1a", "-a", "", "A", String(repeating: "a", count: 33)]
    #expect(words.map(Identifier.isName) == [true, true, false, false, false, false, false])
    #expect(words.map(Identifier.isWord) == [true, false, false, false, false, false, true])
  }

}
