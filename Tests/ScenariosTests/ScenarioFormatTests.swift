import Testing

@testable import Scenarios

/// What `parlor fmt` makes of files.
@Suite struct ScenarioFormatTests {
  private func formatted(_ text: String) throws -> String {
    String(
      decoding: try ScenarioFormat.formatted(Array(text.utf8), path: "a.scenario"), as: UTF8.self)
  }

  @Test(arguments: [
    ("> a\n", "> a\n"), ("> a", "> a\n"),
    ("\u{FEFF}\r\n\n> a  \r\nb\t\r\n\r\n\r\n\r\n", "> a\nb\n"),
    ("p \n\n \n\nq\n> a\n\n\n> b\n", "p\n\nq\n> a\n\n> b\n"),
    ("> a\nb (literal)\n<int> (literal)\n  c (literal)\n", "> a\nb\n<int> (literal)\n  c\n"),
    (
      "> a\nb (re) (literal)\n... (literal)\nx (literal) (literal)\n",
      "> a\nb (re) (literal)\n... (literal)\nx (literal) (literal)\n"
    ),
    (
      "> a\n<s:int>\n<s> (literal)\n<t> (literal)\n<s>\n", "> a\n<s:int>\n<s> (literal)\n<t>\n<s>\n"
    ),
    ("> a\n(known:  late  )\nb\n", "> a\n(known: late  )\nb\n"),
    ("> a\n(known:x)\n", "> a\n(known: x)\n"),
    ("b (literal)\n\n> a\n", "b (literal)\n\n> a\n"),
    ("> a\n(unordered)\nb (literal)\n(end)\n", "> a\n(unordered)\nb\n(end)\n"),
  ])
  func `formatting normalizes the layout`(_ before: String, _ after: String) throws {
    #expect(try formatted(before) == after)
    #expect(try formatted(after) == after)
  }

  @Test func `a file with errors is not formatted`() throws {
    let error = #expect(throws: ScenarioError.self) { try formatted("> a\n( (re)\n") }
    #expect(error?.message == "a.scenario:2: invalid pattern: `(` is not closed")
  }

  /// Whatever is formatted means the same, and is not formatted again.
  @Test func `a formatted file means the same`() throws {
    let pieces = [
      "> say a", "a", "b (literal)", "... (literal)", "...", "", "", " ", "prose", "! z", "<int>",
      "a (?)", "(unordered)\na\n(end)", "(known:x)", "a \r", "\t", "error[io]", "[ab] (re)",
    ]
    var random = SeededGenerator(seed: 6)
    var count = 0
    for _ in 0..<3000 {
      let lines = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }
      let text = lines.joined(separator: "\n")
      let (before, errors) = ScenarioParser.parse(Array(text.utf8), path: "a.scenario")
      guard errors.isEmpty else { continue }
      count += 1
      let result = try formatted(text)
      let (after, _) = ScenarioParser.parse(Array(result.utf8), path: "a.scenario")
      #expect(Self.meaning(of: before) == Self.meaning(of: after), "\(text.debugDescription)")
      #expect(try formatted(result) == result)
    }
    #expect(count > 500)
  }

  /// The commands of a scenario and the meaning of each expected line.
  private static func meaning(of scenario: Scenario) -> [String] {
    scenario.steps.flatMap { step in
      [scenario.command(of: step).replacing(#/[ \t\r]+$/#, with: ""), step.expectedFailure ?? ""]
        + step.expected.map { line in
          if case .line(.plain(let bytes), nil) = line.content {
            return "plain " + String(decoding: bytes, as: UTF8.self)
          }
          if case .expectedFailure = line.content { return "known" }
          return String(decoding: scenario.bytes[line.text], as: UTF8.self)
        }
    }
  }
}
