import Testing

@testable import Scenarios

@Suite struct PatternTests {
  private func matches(_ pattern: String, _ line: String) throws -> Bool {
    try PatternProgram(RegularExpression.parse(pattern.utf8)).matches(line.utf8)
  }

  @Test(arguments: [
    ("", "", true), ("", "a", false), ("abc", "abc", true), ("abc", "abcd", false),
    ("b", "abc", false), ("a.c", "aéc", true), ("a.c", "a🎲c", true), ("a.c", "ac", false),
    ("[a-c]+", "abcabc", true), ("[a-c]+", "abd", false), ("[^a-c]+", "xyz", true),
    ("[^a-c]+", "xbz", false), ("[]a]+", "]a]", true), ("[^]]", "]", false), ("[a-]", "-", true),
    ("[\\d-]+", "1-2", true), ("[^\\D]+", "12", true), ("[^\\D]+", "1a", false),
    ("[\\D]", "1", false), ("[.*]", "x", false), ("[α-ω]+", "λόγος", false),
    ("[α-ωό]+", "λόγος", true),
    ("\\d\\D\\w\\W\\s\\S", "1x_- y", true), ("\\d", "x", false), ("\\w", "-", false),
    ("\\t\\e\\x41\\.\\\\", "\t\u{1B}A.\\", true), ("\\.", "x", false),
    ("a*", "", true), ("a*", "aaa", true), ("a+", "", false), ("a+", "aa", true),
    ("ab?c", "ac", true), ("ab?c", "abc", true), ("ab?c", "abbc", false),
    ("a*?b+?c??", "aab", true), ("a{3}", "aaa", true), ("a{3}", "aaaa", false),
    ("a{2,}", "a", false), ("a{2,}", "aaaaa", true), ("a{1,3}", "aaa", true),
    ("a{1,3}", "aaaa", false), ("a{0}", "", true), ("a{,3}", "a{,3}", true), ("{x}", "{x}", true),
    ("(ab)+", "ababab", true), ("(ab)+", "aba", false), ("(?:a|bc)d", "bcd", true),
    ("a|b|", "", true), ("a|b", "c", false), ("(a|ab)(c|bcd)", "abcd", true),
    ("^abc$", "abc", true), ("a^b", "ab", false), ("(^a|b$)+", "ab", true), ("$", "", true),
    ("(a*)*", "", true), ("(a*)+b", "aab", true), ("(|a)+", "aaa", true), ("()*", "", true),
    ("Total \\(net\\)", "Total (net)", true), ("x(y)z", "xyz", true),
    ("\\d{1,3}(,\\d{3})*", "1,234,567", true), ("\\d{1,3}(,\\d{3})*", "1,23", false),
  ])
  func `an expression matches whole lines`(_ pattern: String, _ line: String, _ isMatch: Bool)
    throws
  {
    #expect(try matches(pattern, line) == isMatch)
  }

  @Test(arguments: ["", "x", ".5", "1.2.3", "1.0123456789"])
  func `what is no number cannot be added to`(_ text: String) {
    #expect(Decimal(text) == nil)
  }

  @Test(arguments: [
    ("*", PatternError.nothingToRepeat), ("a|+", .nothingToRepeat), ("a**", .nothingToRepeat),
    ("a{2}{3}", .nothingToRepeat), ("(a", .openGroup), ("((a)", .openGroup),
    ("a)", .strayParenthesis),
    ("[a", .openSet), ("[", .openSet), ("[]", .openSet), ("[z-a]", .backwardRange),
    ("[a-\\d]", .backwardRange), ("[[:alpha:]]", .namedSet), ("(?i)a", .unknownGroup),
    ("(?=a)", .unknownGroup), ("a\\", .openEscape), ("\\q", .unknownEscape("q")),
    ("\\x4", .unknownEscape("x")), ("(a)\\1", .backReference), ("a{5,2}", .backwardCount),
    ("a{1001}", .tooLarge), ("(((a{1000}){1000}){1000}){1000}", .tooLarge),
    ("((((){1000}){1000}){1000}){1000}", .tooLarge), ("((a?){999}){999}", .tooLarge),
    (String(repeating: "(", count: 5000), .tooDeep),
  ])
  func `an invalid expression is an error`(_ pattern: String, _ error: PatternError) {
    #expect(throws: error) { try matches(pattern, "") }
  }

  @Test(arguments: [
    ("*", "", true), ("*", "anything", true), ("a*b*c", "axxbyyc", true), ("a*b", "abc", false),
    ("a?c", "aéc", true), ("a?c", "ac", false), ("[abc]x", "bx", true), ("[!abc]x", "bx", false),
    ("[a-f]*", "cat", true), ("\\*", "*", true), ("\\*", "x", false), ("a.b", "axb", false),
    ("(a|b)", "(a|b)", true), ("a.c (x)", "a.c (x)", true),
  ])
  func `a glob matches whole lines`(_ pattern: String, _ line: String, _ isMatch: Bool) throws {
    #expect(try PatternProgram(Glob.parse(pattern.utf8)).matches(line.utf8) == isMatch)
  }

  @Test func `an invalid glob is an error`() {
    #expect(throws: PatternError.openSet) { try Glob.parse("a[b".utf8) }
    #expect(throws: PatternError.openEscape) { try Glob.parse("a\\".utf8) }
  }

  /// Patterns on which a backtracking engine never ends.
  @Test(arguments: ["(a*)*b", "(a|a)*b", "(a|aa)+b", "(.*)*(.*)*(.*)*b"])
  func `patterns that defeat backtracking take linear time`(_ pattern: String) throws {
    let line = String(repeating: "a", count: 5000)
    #expect(try !matches(pattern, line))
    #expect(try matches(pattern, line + "b"))
  }

  @Test func `globs with many stars take linear time`() throws {
    let line = String(repeating: "a", count: 4000)
    for glob in [String(repeating: "*", count: 1000), String(repeating: "*a", count: 1000)] {
      let program = try PatternProgram(Glob.parse(glob.utf8))
      #expect(program.matches(line.utf8))
      #expect(program.matches((line + "b").utf8) == glob.hasSuffix("*"))
    }
    #expect(
      try PatternProgram(Glob.parse(String(repeating: "*", count: 9999).utf8)).steps.count < 9)
  }

  /// `a?` n times, then `a` n times (Cox, 2007).
  @Test func `many optional characters take linear time`() throws {
    #expect(try matches("(a?){200}a{200}", String(repeating: "a", count: 200)))
    #expect(try !matches("(a?){200}a{200}", String(repeating: "a", count: 199)))
  }

  /// Random patterns over two letters against a matcher that tries everything.
  @Test func `patterns agree with a matcher that tries everything`() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<2000 {
      let node = PatternNode.random(depth: 3, using: &random)
      let program = try PatternProgram(node)
      for line in ["", "a", "b", "ab", "ba", "aab", "abab", "bbba"] {
        let scalars = Array(line.unicodeScalars.map(\.value))
        let expected = node.ends(in: scalars, from: 0).contains(scalars.count)
        #expect(program.matches(line.utf8) == expected, "\(node) on \(line)")
      }
    }
  }
}

extension PatternNode {
  fileprivate static func random(
    depth: Int, using random: inout some RandomNumberGenerator
  ) -> PatternNode {
    let kind = Int.random(in: 0..<(depth == 0 ? 4 : 8), using: &random)
    func child() -> PatternNode { .random(depth: depth - 1, using: &random) }
    switch kind {
    case 0: return .scalar(0x61)
    case 1: return .scalar(0x62)
    case 2: return .set(.any)
    case 3: return .empty
    case 4: return .sequence([child(), child()])
    case 5: return .choice([child(), child()])
    case 6: return .repeated(child(), atLeast: Int.random(in: 0...2, using: &random), atMost: nil)
    default: return .repeated(child(), atLeast: 1, atMost: Int.random(in: 1...3, using: &random))
    }
  }

  /// Where matches that begin at a position may end, by trying all.
  fileprivate func ends(in line: [UInt32], from start: Int) -> Set<Int> {
    switch self {
    case .empty, .placeholder: return [start]
    case .scalar(let scalar): return start < line.count && line[start] == scalar ? [start + 1] : []
    case .set(let set): return start < line.count && set.contains(line[start]) ? [start + 1] : []
    case .sequence(let nodes):
      return nodes.reduce([start]) { starts, node in
        Set(starts.flatMap { node.ends(in: line, from: $0) })
      }
    case .choice(let nodes): return Set(nodes.flatMap { $0.ends(in: line, from: start) })
    case .repeated(let node, let lower, let upper):
      var reached: Set<Int> = [start]
      var result: Set<Int> = lower == 0 ? [start] : []
      for round in 1...max(lower, upper ?? lower + line.count + 1) {
        reached = Set(reached.flatMap { node.ends(in: line, from: $0) })
        if round >= lower { result.formUnion(reached) }
      }
      return result
    case .captured(let node, _): return node.ends(in: line, from: start)
    case .start: return start == 0 ? [start] : []
    case .end: return start == line.count ? [start] : []
    }
  }
}
