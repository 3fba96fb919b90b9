import GameCatalog
import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// Errors as facts: code, message, range, help, and what would be legal.
struct ErrorTests {
  private static let long = String(repeating: "x", count: 4097)

  /// Every error that a line can be, with all its parts.
  static let diagnostics: [(String, Diagnostic)] = [
    (long, Diagnostic(code: .limit, message: "the line is longer than 4,096 bytes")),
    (
      "add 1\u{7F}",
      Diagnostic(
        code: .syntax, message: "a line must be UTF-8 text without control characters", range: 5..<5
      )
    ),
    (
      #"note a"b""#,
      Diagnostic(
        code: .syntax, message: "quotes must enclose a whole word or value", range: 6..<6)
    ),
    (
      #"note "ab"#,
      Diagnostic(
        code: .syntax, message: "missing closing quote", range: 5..<5)
    ),
    (
      #"note "a\b""#,
      Diagnostic(
        code: .syntax, message: #"within quotes, a backslash must precede `"` or `\`"#,
        range: 7..<7)
    ),
    (
      "4294967296 draw",
      Diagnostic(
        code: .syntax, message: "an id must be below 2147483648", range: 0..<10)
    ),
    (
      " darw",
      Diagnostic(
        code: .unknownCommand, message: "unknown command `darw`", range: 1..<5,
        help: ["did you mean `draw`?"])
    ),
    (
      "7 xyzzy 1",
      Diagnostic(
        code: .unknownCommand, message: "unknown command `xyzzy`", range: 2..<7,
        help: ["`help` lists the commands"])
    ),
    (
      "bank",
      Diagnostic(
        code: .unknownCommand, message: "unknown command `bank`", range: 0..<4,
        help: ["it is a command of Farkle"])
    ),
    (
      "add",
      Diagnostic(
        code: .badArgument, message: "`add` needs a number from 1 to 3", range: 3..<3,
        help: ["usage: add N"])
    ),
    (
      "add  # x",
      Diagnostic(
        code: .badArgument, message: "`add` needs a number from 1 to 3", range: 8..<8,
        help: ["usage: add N"])
    ),
    (
      "3 draw 9",
      Diagnostic(
        code: .badArgument, message: "`9` is not the face of a die, 1 to 6", range: 7..<8,
        help: ["usage: draw | draw D"])
    ),
    (
      "draw 1 \"2 3\"",
      Diagnostic(
        code: .badArgument, message: "unexpected argument `2 3`", range: 7..<12,
        help: ["usage: draw | draw D"])
    ),
    (
      "new pile Ann limt=9",
      Diagnostic(
        code: .badOption, message: "there is no option `limt`", range: 13..<17,
        help: ["did you mean `limit`?"])
    ),
    (
      "new pile Ann foo=9",
      Diagnostic(
        code: .badOption, message: "there is no option `foo`", range: 13..<16,
        help: ["options: rules, limit, motto, seed"])
    ),
    (
      "new pile Ann limit=101",
      Diagnostic(
        code: .badOption, message: "`limit` takes 5 to 100", range: 19..<22)
    ),
    (
      "new pile limit=13 Ann",
      Diagnostic(
        code: .badOption, message: "13 brings bad luck", range: 9..<17, help: ["take 12"])
    ),
    (
      "new chess",
      Diagnostic(
        code: .badArgument, message: "there is no game `chess`", range: 4..<9,
        help: ["games: pile, tally, farkle"])
    ),
    (
      "7 add +3",
      Diagnostic(
        code: .illegalMove, message: "3 is too much", range: 6..<8,
        help: ["legal now: draw, add 1, note WORD"], legal: ["draw", "add 1", "note WORD"])
    ),
    ("undo 7", Diagnostic(code: .notNow, message: "only 2 moves can be undone")),
    (
      "save a",
      Diagnostic(
        code: .notNow, message: "`save` is not allowed in this session", lacks: .files)
    ),
  ]

  @Test(arguments: [
    ("new minesweeper expert", "  did you mean `hard`?"),
    ("new minesweeper Beginner", "  did you mean `easy`?"),
    ("list", "  `help` lists the commands"), ("menu", "  `help` lists the commands"),
    ("logik", "  `help` lists the commands"), ("lgik", "  `help` lists the commands"),
    ("5 5", "  did you mean `reveal 5 5`?"),
  ])
  func `a natural word is answered by what it means, or not at all`(line: String, help: String) {
    let session = Session(games: GameCatalog.games)
    session.run("new minesweeper easy seed=3")
    #expect(session.say(line).split(separator: "\n").dropFirst().first.map(String.init) == help)
  }

  @Test func `an answer in numbers is answered by the guess, a farkle by what it is`() {
    let session = Session(games: GameCatalog.games)
    session.run("new mastermind seed=3")
    #expect(session.say("1 1 2 2").contains("did you mean `guess 1 1 2 2`?"))
    #expect(session.say("1122").contains("did you mean `guess 1122`?"))
    session.run("new farkle Ann Bob seed=3")
    session.run("roll 1 2 2 3 4 6")
    #expect(session.say("1").contains("did you mean `hold 1`?"))
    #expect(session.say("best").contains("did you mean `hold best`?"))
    #expect(!session.say("farkle").contains("points"))
    #expect(session.say("points 300").contains("`points` is for real dice"))
  }

  @Test(arguments: diagnostics)
  func `a diagnostic has its code, words, range and help`(line: String, diagnostic: Diagnostic) {
    let session = Session(games: [Pile(), Tally()] + GameCatalog.farkle)
    session.run("new pile Ann limit=5", "add 3", "draw 1")
    #expect(session.problem(with: line) == diagnostic)
  }

  /// A word at fault is pointed at, whatever kind of fault it is.
  @Test(
    arguments: [
      ("use 9", 4..<5), ("close 9", 6..<7), ("help xyzzy", 5..<10), ("set colour", 4..<10),
      ("set legal maybe", 10..<15), ("state nothing", 6..<13), ("rules nothing", 6..<13),
    ] as [(String, Range<Int>)])
  func `a diagnostic points at the word at fault`(line: String, range: Range<Int>) {
    let session = Session()
    session.say("new pile Ann")
    #expect(session.problem(with: line)?.range == range)
  }

  /// Where the replacement is at fault; else the number of the move, as the game says nothing of a word.
  @Test(
    arguments: [
      ("amend 1 up", "tally", nil), ("amend 1 resign", "tally", 6..<7),
      ("amend x up", "tally", 6..<7),
      ("amend 1 add 9", "pile", 12..<13), ("amend 1 jump", "pile", 8..<12),
      ("amend  1  add 3", "pile", 7..<8),
    ] as [(String, String, Range<Int>?)])
  func `an amendment points at the word at fault`(line: String, game: String, range: Range<Int>?) {
    let session = Session()
    // With 3 in place of 1 the pile is full before the last move.
    session.run("new tally", "up", "new pile Ann limit=5", "add 1", "add 2", "add 2")
    session.say(game == "tally" ? "use 1" : "use 2")
    #expect(session.problem(with: line)?.range == range)
  }

  /// A verb of another game is no misspelling of one of this.
  @Test(arguments: ["roll", "hold"])
  func `verbs of other games are unknown`(verb: String) {
    let session = Session(games: [Pile()] + GameCatalog.farkle)
    session.say("new pile Ann")
    #expect(session.problem(with: verb)?.help == ["it is a command of Farkle"])
  }

  @Test func `without a game commands for games are refused`() {
    let session = Session()
    let opening = "`new pile NAME…` opens one; `help` lists the games"
    for line in ["add 1", "draw", "show", "legal", "state", "log", "undo", "redo", "resign"] {
      #expect(
        session.problem(with: line)
          == Diagnostic(code: .noGame, message: "no game is open", help: [opening]), "\(line)")
    }
    #expect(session.problem(with: "up")?.help == ["`new tally` opens one; `help` lists the games"])
    #expect(session.problem(with: "new")?.code == .noGame)
    #expect(session.problem(with: "close 1")?.code == .noGame)
  }

  @Test func `more than twelve legal moves are counted`() {
    let session = Session(games: GameCatalog.farkle)
    session.run("new farkle Ann", "roll 1 1 1 5 5 5")
    let legal = session.problem(with: "hold 2")?.legal
    #expect(legal == ["hold D… (15)"])
    #expect(session.say("legal 1").hasSuffix("\nand 14 more"))
  }

  @Test func `every code is spelled as promised`() {
    #expect(
      ErrorCode.allCases.map(\.rawValue) == [
        "syntax", "unknown-command", "bad-argument", "illegal-move", "not-now", "no-game",
        "bad-option", "limit", "io", "remote", "plugin", "internal",
      ])
  }
}
