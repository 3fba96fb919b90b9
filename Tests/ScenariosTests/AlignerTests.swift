import ParlorEngine
import ParlorKit
import Testing

@testable import Scenarios

@Suite struct AlignerTests {
  /// Random expectations and replies of few letters against a matcher that tries everything.
  @Test func `the aligner agrees with a matcher that tries everything`() throws {
    var random = SeededGenerator(seed: 2)
    var matchCount = 0
    for _ in 0..<6000 {
      let (step, scenario) = try Self.step(using: &random)
      let count = Int.random(in: 0...6, using: &random)
      let lines = (0..<count).map { _ in ["a", "b", "c"].randomElement(using: &random) ?? "a" }
      let slices = lines.map { Array($0.utf8)[...] }
      let items = ExpectedItem.all(of: step, in: scenario, values: CaptureValues())
      let alignment = Aligner.align(items, with: slices, code: nil)
      let expected = Self.fits(items[...], slices[...])
      matchCount += expected ? 1 : 0
      let text = String(decoding: scenario.bytes, as: UTF8.self)
      #expect(alignment.isExact == expected, "\(text)\(lines)")
      #expect(alignment.rows.compactMap(\.line).sorted() == Array(slices.indices), "\(text)")
    }
    #expect((500..<5500).contains(matchCount))
  }

  /// This took a minute for each test once.
  @Test(arguments: ["a\n", "<word>\n", "[a-c] (re)\n"])
  func `many equal lines are aligned quickly`(pattern: String) throws {
    let count = 4000
    let text = "> x\n(unordered)\n\(String(repeating: pattern, count: count))b\n(end)\n"
    let (scenario, _) = ScenarioParser.parse(Array(text.utf8), path: "a")
    let step = try #require(scenario.steps.first)
    let items = ExpectedItem.all(of: step, in: scenario, values: CaptureValues())
    let lines = ["b"] + Array(repeating: "a", count: count)
    func align(_ lines: [String]) -> Alignment {
      Aligner.align(items, with: lines.map { Array($0.utf8)[...] }, code: nil)
    }
    #expect(align(lines).isExact)
    #expect(!align(lines.dropLast() + ["0 0"]).isExact)
    #expect(!align(lines.dropFirst() + ["a"]).isExact)
  }

  private static func step(
    using random: inout SeededGenerator
  ) throws -> (Scenario.Step, Scenario) {
    let single = ["a", "b", "[ab] (re)", "[bc] (re)", "? (glob)", "<word>"]
    let other = ["...", "a (?)", "b (*)", "[ab] (re) (+)", "[bc] (glob) (?)"]
    var text = "> x\n"
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      switch Int.random(in: 0...5, using: &random) {
      case 0...2: text += (single.randomElement(using: &random) ?? "") + "\n"
      case 3...4: text += (other.randomElement(using: &random) ?? "") + "\n"
      default:
        let lines = (0..<Int.random(in: 0...3, using: &random)).map { _ in
          (single.randomElement(using: &random) ?? "") + "\n"
        }
        text += "(unordered)\n\(lines.joined())(end)\n"
      }
    }
    let (scenario, errors) = ScenarioParser.parse(Array(text.utf8), path: "a")
    #expect(errors.isEmpty)
    return (try #require(scenario.steps.first), scenario)
  }

  /// Whether items fit lines, by trying all ways.
  private static func fits(
    _ items: ArraySlice<ExpectedItem>, _ lines: ArraySlice<ArraySlice<UInt8>>
  ) -> Bool {
    guard let item = items.first else { return lines.isEmpty }
    let rest = items.dropFirst()
    func takesOne(_ test: LineTest) -> Bool { lines.first.map { test.accepts($0) } ?? false }
    switch item.kind {
    case .once(let test): return takesOne(test) && fits(rest, lines.dropFirst())
    case .optional(let test):
      return fits(rest, lines) || takesOne(test) && fits(rest, lines.dropFirst())
    case .repeated(let test):
      return fits(rest, lines) || takesOne(test) && fits(items, lines.dropFirst())
    case .anyLines:
      return fits(rest, lines) || !lines.isEmpty && fits(items, lines.dropFirst())
    case .error: return false
    case .block(let tests):
      guard lines.count >= tests.count else { return false }
      return permutes(tests[...], Array(lines.prefix(tests.count)))
        && fits(rest, lines.dropFirst(tests.count))
    }
  }

  private static func permutes(
    _ tests: ArraySlice<LineTest>, _ lines: [ArraySlice<UInt8>]
  ) -> Bool {
    guard let test = tests.first else { return true }
    return lines.indices.contains { index in
      var others = lines
      others.remove(at: index)
      return test.accepts(lines[index]) && permutes(tests.dropFirst(), others)
    }
  }

  /// Many `...` and repetitions on a long reply that does not fit.
  @Test func `alignment takes polynomial time`() throws {
    let expected = String(repeating: "...\na (*)\n[ab] (re) (+)\n", count: 30)
    let reply = Array(repeating: "a", count: 300).joined(separator: "|")
    let report = try report("> say \(reply)\n\(expected)z\n")
    #expect(report.hasSuffix("0 passed, 1 failed (1 difference)\nexit 1\n"))
  }
}

extension Alignment.Row {
  fileprivate var line: Int? {
    switch self {
    case .matched(_, let line), .extra(let line), .changed(_, let line): line
    case .passed, .missing: nil
    }
  }
}
