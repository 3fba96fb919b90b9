import ParlorEngine
import Testing

@testable import Scenarios

@Suite struct SyntaxTests {
  @Test(arguments: [
    "", "a", "Total (net)", "(re)", "a(re)", "a (2)", "<x>", "< int>", "<int:int>", "<s:foo>", "!",
    "!a", ">a", "....", "error[no]: x", "errors", "(ending)", "error[]x", "a  b", "(a) b", "<s+>",
    "<1>", "a (81)", "a (etc)", "a (red)", "a (3 timers)", "json a", "json a = 1", "<s+>",
    "<s+int>",
    "(known)x", "(notes: a)", "(endings)",
  ])
  func `plain lines are escaped only if empty`(_ line: String) {
    let escaped = String(decoding: TranscriptSyntax.escaped(Array(line.utf8)[...]), as: UTF8.self)
    #expect(escaped == (line.isEmpty ? " (literal)" : line))
  }

  @Test(arguments: [
    "...", "! a", "a (re)", "a (glob)", "a (?)", "a (*)", "a (+)", "a (esc)", "a (literal)",
    "a (RE)",
    "a (regexp)", "a (?*)", "(unordered)", "(end)", "(known: a)", "error[io]", "error[what]",
    "a (regex)", "a (equal)", "a (glob+)", "a (re*)", "a (equal?)", "a (glo)x (globb)", "a (rex)",
    "a (litteral)", "a (golb)", "a (3 times)", "a (0 times)", "a (3 time)", "a (3 tims)",
    "a (3 Times)", "(unorderd)", "(End)",
    "(know: a)", "(known)", "json a.b == 1", "<float>",
    "<int>", "x <s:dice> y", "a ", "a\t", "a\r", " ", " (re)",
  ])
  func `lines that look like patterns are escaped`(_ line: String) {
    let escaped = String(decoding: TranscriptSyntax.escaped(Array(line.utf8)[...]), as: UTF8.self)
    #expect(escaped == line + " (literal)")
  }

  @Test func `commands have no literal form`() {
    let escaped = TranscriptSyntax.escaped(Array("> a\\ <int> (re)".utf8)[...])
    #expect(String(decoding: escaped, as: UTF8.self) == "\\x3E a\\\\ \\x3Cint> \\x28re) (esc)")
  }

  @Test func `captured names are placeholders`() {
    let line = Array("<s> and <t+1>".utf8)[...]
    #expect(TranscriptSyntax.isPlain(line))
    #expect(!TranscriptSyntax.isPlain(line, captures: ["s"]))
    #expect(!TranscriptSyntax.isPlain(line, captures: ["t"]))
    let sum = Array("<s+t-1>".utf8)[...]
    #expect(TranscriptSyntax.isPlain(sum, captures: ["s"]))
    #expect(!TranscriptSyntax.isPlain(sum, captures: ["s", "t"]))
  }

  /// Any line, escaped, expects exactly itself.
  @Test func `any escaped line expects itself`() throws {
    let pieces = [
      "a", "b", " ", "  ", "\t", "\r", "é", "🎲", "...", "!", "! ", "> ", ">", "(", ")", "<", ":",
      "+50",
      "int", "s", "<int>", "<s:int>", "<s>", "<word>", " (re)", " (glob)", " (?)", " (*)", " (+)",
      " (esc)", " (literal)", " (RE)", " (**)",
      " (glob+)", " (equal)", " (3 times)", " (globb)", "json a == ", "1", "(unorderd)", "+s",
      "(unordered)", "(end)", "(known: x)", "error",
      "error[", "io", "]", "\\", "\\x41", "```", "~~~", "```file x",
      "``` For eahc", "file y", "for each",
    ]
    var random = SeededGenerator(seed: 3)
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...5, using: &random)
      let line = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let bytes = Array(line.utf8)[...]
      let escaped = TranscriptSyntax.escaped(bytes)
      let file = Array("> x\n".utf8) + escaped + [0x0A]
      let (scenario, errors) = ScenarioParser.parse(file, path: "a")
      let expected = scenario.steps.first?.expected ?? []
      guard errors.isEmpty, expected.count == 1,
        case .line(.plain(let plain), nil)? = expected.first?.content
      else {
        Issue.record("\(line.debugDescription) is not plain once it is escaped: \(errors)")
        continue
      }
      #expect(plain == bytes, "\(line.debugDescription)")
      if TranscriptSyntax.isPlain(bytes) { #expect(escaped[...] == bytes) }
      #expect(TranscriptSyntax.isPlain(bytes) == Self.expectsItself(line))
    }
  }

  /// Whether an unescaped line expects exactly itself.
  private static func expectsItself(_ line: String) -> Bool {
    let (scenario, errors) = ScenarioParser.parse(Array("> x\n\(line)\n".utf8), path: "a")
    guard errors.isEmpty, scenario.steps.count == 1, scenario.steps[0].expected.count == 1,
      case .line(.plain(let plain), nil) = scenario.steps[0].expected[0].content
    else { return false }
    return plain.elementsEqual(line.utf8)
  }
}
