import GameCatalog
import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// A refused line changes nothing: no state, no log, no count of draws, no clock, no setting.
struct RefusedLineTests {
  /// Lines that are refused in the session of these tests, with the code.
  static let lines: [(String, ErrorCode)] = [
    // The line itself.
    (#"""#, .syntax), ("draw \"", .syntax), (#"draw "1"#, .syntax), (#"a"b"#, .syntax),
    (#"draw "\n""#, .syntax), ("draw\u{0}", .syntax), ("\u{1B}[A", .syntax),
    ("draw\rdraw", .syntax),
    ("draw \u{FFFD}", .syntax), ("2147483648 draw", .syntax),
    (String(repeating: "draw ", count: 820), .limit), (String(repeating: " ", count: 4097), .limit),
    ("# " + String(repeating: "x", count: 4096), .limit),
    // The command.
    ("dra", .unknownCommand), ("DRAWN", .unknownCommand), ("7", .unknownCommand),
    ("7 7 draw", .unknownCommand), ("+7 draw", .unknownCommand), ("draw;draw", .unknownCommand),
    ("draw=1", .unknownCommand), ("seed=7", .unknownCommand), (#""""#, .unknownCommand),
    ("averyveryverylongverb", .unknownCommand), ("up", .unknownCommand),
    ("> draw", .unknownCommand),
    ("roll", .unknownCommand), ("stats", .unknownCommand),
    // Its words.
    ("draw 7", .badArgument), ("draw 0", .badArgument), ("draw 1 1", .badArgument),
    ("draw -1", .badArgument), ("draw x", .badArgument), (#"draw "1""#, .badArgument),
    ("draw 99999999999999999999", .badArgument), ("add", .badArgument), ("add 4", .badArgument),
    ("total 1", .badArgument), ("note", .badArgument), ("note a b", .badArgument),
    ("undo 0", .badArgument), ("undo x", .badArgument), ("undo 1 1", .badArgument),
    ("redo -1", .badArgument), ("log 1", .badArgument), ("legal 0", .badArgument),
    ("state a b", .badArgument), ("state nothing", .badArgument), ("show me", .badArgument),
    ("seed -1", .badArgument), ("seed 9007199254740992", .badArgument), ("seed x", .badArgument),
    ("clock 10", .badArgument), ("clock -1s", .badArgument), ("clock 1s 1s", .badArgument),
    ("clock 1000000h", .badArgument), ("set nothing on", .badArgument),
    ("set legal maybe", .badArgument), ("use", .badArgument),
    ("use 0", .badArgument), ("use 9", .badArgument), ("close 9", .badArgument),
    ("close x", .badArgument), ("help zzz", .badArgument), ("rules nothing", .badArgument),
    ("resign now", .badArgument), ("quit now", .badArgument), ("echo > x", .badArgument),
    ("echo error[x]", .badArgument),
    ("games 1", .badArgument), ("record off on", .badArgument),
    // Options.
    ("draw seed=1", .badOption), ("draw x=", .badOption), ("undo n=1", .badOption),
    ("new seed=1", .badOption), ("new pile Ann limit=4", .badOption),
    ("new pile Ann limit=x", .badOption), ("new pile Ann limit=13", .badOption),
    ("new pile Ann limit=6 limit=6", .badOption), ("new pile Ann rules=high", .badOption),
    ("new pile Ann seed=-1", .badOption), ("new pile Ann motto=\"much too long\"", .badOption),
    // New games.
    ("new chess", .badArgument), ("new \"pile\" Ann", .badArgument), ("new pile", .badArgument),
    ("new pile A B C D", .badArgument), ("new pile 7", .badArgument), ("new tally x", .badArgument),
    ("new pile \"\"", .badArgument), ("new farkle Ann Ann", .badArgument),
    // The moment.
    ("add 3", .illegalMove), ("undo 9", .notNow), ("undo 1000000000", .notNow),
    ("redo 2", .notNow), ("undo 2", .notNow), ("record off", .notNow),
    // Files.
    ("load nothing", .io), ("load bad", .io), ("load .", .io), ("source nothing", .io),
    ("save .", .io), ("save no/where", .io), ("record bad", .io), ("load bad x", .badArgument),
  ]

  private let session: Session

  init() throws {
    let folder = try TemporaryFolder()
    try folder.add("bad", "# parlor-log 1\nnew pile Ann # =00000000\n")
    session = Session(games: [Pile(), Tally()] + GameCatalog.farkle, seed: 5, folder: folder)
    session.run("clock 7s", "set undo forbid", "new tally", "up", "up", "undo")
    session.run("new pile Ann Bob limit=12 seed=3", "draw 5", "add 2", "draw", "add 1", "undo")
  }

  @Test(arguments: lines)
  func `a refused line changes nothing`(line: String, code: ErrorCode) {
    let before = session.snapshot()
    #expect(session.code(of: line) == code)
    #expect(session.snapshot() == before)
    #expect(session.say("redo") == "Redone: add 1.\nAnn to move.")
  }

  @Test func `all refused lines together change nothing`() {
    let before = session.snapshot()
    for (line, _) in Self.lines { session.say(line) }
    #expect(session.snapshot() == before)
    // Nor has any of them taken a draw, or a number of a game.
    session.run("close", "new pile Ann limit=100 seed=3", "draw", "draw")
    let untouched = Session()
    untouched.run("new tally", "up", "new pile", "new tally")
    untouched.run("new pile Ann limit=100 seed=3", "draw", "draw")
    let draws = session.say("log").split(separator: "\n").filter { $0.hasPrefix("draw") }
    #expect(draws == untouched.say("log").split(separator: "\n").filter { $0.hasPrefix("draw") })
    #expect(session.interpreter.currentGame?.number == 3)
  }

  /// A refusal with any bytes in it is one error, and the line after it runs.
  @Test func `bytes that are not text are refused`() {
    for bytes in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5], [0x80], [0x64, 0xE2, 0x82]] {
      #expect(
        session.run(bytes.map { UInt8($0) }).code == .syntax)
    }
    #expect(session.say("total") == "10 of 12.")
  }
}
