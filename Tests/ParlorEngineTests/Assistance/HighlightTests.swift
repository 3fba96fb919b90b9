import LineSyntax
import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// The parts of a line under way, and what follows it faintly.
struct HighlightTests {
  private let session = Session()

  init() { session.run("new pile Ann limit=50", "add 3") }

  /// Parts by the letter of their role: verb, unknown verb (`x`), refused word, number, option, quoted,
  /// comment.
  @Test(
    arguments: [
      ("", ""), ("add 2", "vvv n"), ("xyz 2", "xxx n"), ("ad", ""), ("ad 2", "xx n"),
      ("7 add", "n vvv"), ("note \"a b\" # c", "vvvv qqqqq ccc"), ("note \"a b", "vvvv qqqq"),
      ("new pile Al limit=7", "vvv         oooooo"), ("new k=\"v\"", "vvv ooqqq"), ("# a", "ccc"),
      ("add -2 +3", "vvv rr nn"), ("add a", "vvv r"), ("add 4", "vvv r"), ("add 1 ", "vvv n"),
      ("use 1", "rrr n"), ("redo", "rrrr"), ("undo", "vvvv"), ("set und", "vvv"),
      ("set foo", "vvv rrr"), ("set foo ", "vvv rrr"), ("set undo fresh", "vvv"),
      ("new pile Al foo=3", "vvv         rrr"), ("new pyle Al", "vvv rrrr"),
      ("new pile Al limit=x ", "vvv         oooooor"), ("add 2; add 2", "vvv n  vvv n"),
      ("add 9; xyz 1", "vvv r  xxx n"),
      // The verb of another game is known once that may be the current one.
      ("up 2", "xx n"), ("add 2; up 2", "vvv n  xx n"), ("new tally; up 2", "vvv           n"),
    ] as [(String, String)])
  func `each part of a line has its role`(line: String, roles: String) {
    var letters = [Character](repeating: " ", count: line.utf8.count)
    for highlight in session.interpreter.assistant.highlights(of: Array(line.utf8)[...]) {
      let letter: Character =
        switch highlight.role {
        case .verb: "v"
        case .unknownVerb: "x"
        case .refused: "r"
        case .number: "n"
        case .option: "o"
        case .quoted: "q"
        case .comment: "c"
        }
      for index in highlight.range { letters[index] = letter }
    }
    #expect(String(letters).trimmingEnd == roles)
  }

  @Test(
    arguments: [
      ("", [], nil), ("  ", [], nil), ("ad", [], nil), ("add ", [], "{N}"),
      ("to", [], "tal"), ("total", [], nil), ("echo ", [], "{[TEXT…]}"), ("xyz", [], nil),
      ("add", ["add 2"], " 2"), ("add", ["add 9", "add 1"], " 1"), ("to", ["total # x"], "tal # x"),
      ("seed", ["seed 7"], " 7"), ("use", ["use 9", "use 1"], nil), ("u", ["use 1"], "ndo"),
      // What a game is opened with goes on through the line.
      ("new pile ", [], "{NAME… [OPTION=VALUE…]}"),
      ("new pile Al ", [], "{[NAME…] [OPTION=VALUE…]}"), ("new pile Al limit=", [], "{5 to 100}"),
      // Nothing that ends a game at its first letters, and nothing that is refused now.
      ("c", [], nil), ("cl", [], "ock"), ("clo", [], "ck"), ("clos", [], "e"),
      ("cl", ["close"], "ock"), ("clo", ["close"], "se"), ("re", ["redo"], nil),
      ("res", [], "ign"), ("st", ["stats reset confirm"], "ate"),
      ("total; ad", [], nil), ("total; ", [], nil),
    ] as [(String, [String], String?)])
  func `the ghost continues the line`(line: String, history: [String], ghost: String?) {
    let found = session.interpreter.assistant.ghost(
      for: Array(line.utf8)[...], history: history.map { Array($0.utf8) })
    #expect(found?.text == ghost)
  }

  @Test func `forms can only be read`() {
    let ghost = session.interpreter.assistant.ghost(for: Array("echo ".utf8)[...], history: [])
    #expect(ghost == Ghost(text: "{[TEXT…]}", isInsertable: false))
  }
}

extension String {
  /// The text without the blanks at its end.
  fileprivate var trimmingEnd: String {
    var text = self[...]
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }
}
