import ParlorKit
import Testing

/// What a reporter keeps of what happens.
struct EventTests {
  private func report(_ detail: Reporter.Detail) -> [GameEvent] {
    var report = Reporter(detail)
    report("rolled", ["player": "Ann", "dice": [1, 5]], bells: 2) {
      $0.write("Ann rolls ", Styled(.strong, "1 5"), ".")
    }
    return report.events
  }

  private func text(_ event: GameEvent, styled: Bool = false) -> String {
    var text = TextWriter(styled: styled)
    event.write(to: &text)
    return text.string
  }

  @Test func `every detail is kept that is wanted`() throws {
    let event = try #require(report([.text, .data]).first)
    #expect(event.type == "rolled" && event.bells == 2)
    #expect(event.fields == ["player": .string("Ann"), "dice": .integers([1, 5])])
    #expect(text(event) == "Ann rolls 1 5.")
    #expect(report(.text).first?.fields.all.isEmpty == true)
    #expect(try text(#require(report(.data).first)).isEmpty)
    #expect(report([]).isEmpty)
  }

  /// A styled event loses its escape codes where the writer has no styles.
  @Test func `styles are left out where there are none`() throws {
    let event = try #require(report([.text, .styled]).first)
    #expect(text(event, styled: true) == "Ann rolls \u{1B}[1m1 5\u{1B}[0m.")
    #expect(text(event) == "Ann rolls 1 5.")
  }

  @Test func `what is not wanted is not made`() {
    var made: [String] = []
    func data() -> Int {
      made.append("data")
      return 1
    }
    for detail in [[], .text, .data] as [Reporter.Detail] {
      made = []
      var report = Reporter(detail)
      report("x", ["n": data()]) { (_: inout TextWriter) in made.append("text") }
      #expect(made == (detail.isEmpty ? [] : detail == .text ? ["text"] : ["data"]))
    }
    var nobody = Reporter.none
    nobody("x") { "text" }
    nobody.add(GameEvent(type: "y", fields: [:], text: []))
    #expect(nobody.events.isEmpty)
  }

  @Test func `events keep their order and one string is a text`() {
    var report = Reporter([.text, .data])
    report("one") { "1" }
    report.add(GameEvent(type: "two", fields: ["a": .null], text: Array("2".utf8)))
    report("three", fields: ["b": .bool(true)]) { _ in }
    #expect(report.events.map(\.type) == ["one", "two", "three"])
    #expect(report.events.map { text($0) } == ["1", "2", ""])
    #expect(report.events.map(\.fields) == [[:], ["a": .null], ["b": .bool(true)]])
  }
}
