import Testing

@testable import Scenarios

/// The sentences by which scenarios are described, each with a file that shows it.
@Suite struct SentenceTests {
  /// A sentence, a file, and the exit code.
  private static let sentences: [(String, String, Int)] = [
    ("a line that starts with `> ` is a command, everything else is prose", "p\n> say a\na\n", 0),
    ("the lines up to a blank line are the reply", "> say a|b\na\nb\n\nb\n", 0),
    ("the lines up to the next command are the reply", "> say a\na\n> say b\nb\n", 0),
    ("blank lines never matter", "\n\n\n> say a\na\n\n\n\n> say b\nb\n\n", 0),
    ("trailing blanks never matter", "> say a  \t\na \t\n", 0),
    ("carriage returns never matter", "> say a\r\na\r\n", 0),
    ("a command with nothing under it expects an empty reply", "> nothing\n", 0),
    ("… and fails with another", "> say a\n", 1),
    ("prose that touches a reply belongs to it", "> say a\na\nprose\n", 1),
    ("settings are commands too", "> count\ncount is 1\n> count\ncount is 2\n", 0),
    (
      "`requires plugin` skips the file where it is missing", "> requires plugin go\n> say a\nb\n",
      0
    ),
    ("… and only there", "> requires plugin toys\n> say a\nb\n", 1),
    ("a reply is compared literally", "> say A.b*\nA.b*\n", 0),
    ("… letter by letter", "> say A.b*\na.b*\n", 1),
    ("`...` alone is any lines, none included", "> say a\na\n...\n> say b|c\n...\n", 0),
    ("`(re)` matches the whole line", "> say ab\na (re)\n", 1),
    ("regular expressions have no back-references", "> say aa\n(a)\\1 (re)\n", 2),
    ("`(glob)` matches the whole line", "> say ab\n?b (glob)\n", 0),
    ("`(?)`: the line may be missing", "> say a\na\nb (?)\n", 0),
    ("`(*)` and `(+)`: the line repeats", "> say a|a|b\na (*)\nb (+)\n", 0),
    ("`(+)` is at least one line", "> say a\na\nb (+)\n", 1),
    ("`! text`: no line contains it", "> say abc\n! b\n...\n", 1),
    ("`(unordered)` … `(end)`: in any order", "> say b|a\n(unordered)\na\nb\n(end)\n", 0),
    (
      "typed placeholders",
      "> say 5 and 1 5 5 and 10s and a\n<int> and <dice> and <duration> and <word>\n", 0
    ),
    (
      "`<s:int>` captures, `<s>` and `<s+50>` use it", "> say 5\n<s:int>\n> say 5 55\n<s> <s+50>\n",
      0
    ),
    ("`(esc)`: `\\t`, `\\e`, `\\xHH`", "> say \ta\na (?)\n\\ta (esc)\n", 0),
    ("`(literal)`: nothing is read in the line", "> say ... <int>\n... <int> (literal)\n", 0),
    ("an unknown `<name>` is plain text", "> say <name>\n<name>\n", 0),
    (
      "an error is met by a line that begins with `error`",
      "> fail io\nerror[io]: it failed\n...\n", 0
    ),
    ("nothing else matches it, `...` included", "> fail io\n...\n", 1),
    ("`error[CODE]` matches the whole error", "> fail io\nerror[io]\n", 0),
    ("… of that code", "> fail io\nerror[syntax]\n", 1),
    ("`(known: reason)`: an expected failure may fail", "> say a\n(known: later)\nb\n", 0),
    ("… and if it passes, that is no failure", "> say a\n(known: later)\na\n", 0),
    ("no command is an error", "prose\n", 2),
    ("a bad pattern is an error", "> say a\n[ (re)\n", 2),
    ("an unknown suffix is an error", "> say a\na (regexp)\n", 2),
    ("an unused capture is an error", "> say 5\n<s:int>\n", 2),
  ]

  @Test(arguments: sentences.indices)
  func `each sentence of the article holds`(index: Int) throws {
    let (sentence, file, code) = Self.sentences[index]
    let text = try report(file)
    #expect(text.hasSuffix("exit \(code)\n"), "\(sentence): \(text)")
  }

  @Test func `under strict an unexpected pass fails`() throws {
    let text = try report("> say a\n(known: later)\na\n") { $0.isStrict = true }
    #expect(text.hasSuffix("exit 1\n"))
  }

  @Test func `invalid UTF-8 is an error`() throws {
    let (_, errors) = ScenarioParser.parse(
      [0x3E, 0x20, 0x61, 0x0A, 0xFF, 0x0A], path: "a.scenario")
    #expect(!errors.isEmpty)
  }

  @Test func `only fenced blocks of documents are read`() throws {
    let folder = try Folder(["a.md": "> say b\nno\n```parlor\n> say a\na\n```\n```\n> say c\n```\n"]
    )
    #expect(folder.run(["a.md"]).exitCode == 0)
  }

  /// Every expectation of these files that differs can be blessed, and then passes unchanged.
  @Test func `blessing is idempotent`() throws {
    for (sentence, file, code) in Self.sentences where code == 1 {
      let folder = try Folder(["a.scenario": file])
      _ = folder.run(["a.scenario"]) { $0.blesses = true }
      let blessed = try folder.read("a.scenario")
      #expect(folder.run(["a.scenario"]) { $0.blesses = true }.exitCode == 0, "\(sentence)")
      #expect(try folder.read("a.scenario") == blessed, "\(sentence)")
    }
  }
}
