import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// `set`, `seed`, `clock`, `echo`, `quit`.
struct SettingsTests {
  private let session = Session()

  @Test func `settings are shown and changed`() {
    #expect(
      session.run("set undo", "set legal", "set format") == [
        "undo = same  same|fresh|forbid|ask  after undo: same dice, fresh, error, or ask",
        "legal = on  on|off|always  list legal moves in errors, or in all JSON",
        "format = text  text|json|csv  how replies are written",
      ])
    // A line that goes on begins with blanks.
    let names = session.say("set").split(separator: "\n").map { $0.prefix { $0 != " " } }
      .filter { !$0.isEmpty }
    #expect(names.map(String.init) == Setting.all.map(\.name))
    #expect(session.say("set legal off") == "")
    #expect(
      session.say("set legal")
        == "legal = off  on|off|always  list legal moves in errors, or in all JSON")
  }

  @Test(
    arguments: [
      ("set colour", .badArgument), ("set legal maybe", .badArgument),
      ("set undo never", .badArgument), ("set undo same now", .badArgument),
      ("set undo=same", .badOption),
    ] as [(String, ErrorCode)])
  func `unknown settings and values are refused`(line: String, code: ErrorCode) {
    #expect(session.code(of: line) == code)
  }

  @Test func `refusals say what is legal unless told not to`() {
    session.run("new pile Ann limit=5", "add 3")
    #expect(session.say("add 3").hasSuffix(": draw, add 1, add 2, note WORD"))
    session.say("set legal off")
    let reply = session.say("add 3")
    #expect(reply.hasPrefix("error[illegal-move]: ") && !reply.contains("add 1"))
  }

  @Test func `seed shows and sets the seed of the next game`() {
    #expect(
      session.run("seed", "seed 7", "seed", "seed 0", "seed") == [
        "The next game has seed 0.", "", "The next game has seed 7.", "",
        "The next game has seed 0.",
      ])
    #expect(
      session.code(of: "seed 9007199254740992") == .badArgument)
    #expect(session.code(of: "seed -1") == .badArgument)
    #expect(Session(seed: 5).say("seed") == "The next game has seed 5.")
  }

  @Test func `the virtual clock moves when told to`() {
    #expect(session.say("clock") == "2000-01-01T00:00:00Z, virtual")
    #expect(session.run("clock +1.5s", "clock 1h", "clock 500ms") == ["", "", ""])
    #expect(session.say("clock") == "2000-01-01T01:00:02Z, virtual")
    #expect(session.code(of: "clock -1s") == .badArgument)
  }

  /// A hundred years of 365 days are the most, however they are reached.
  @Test func `the clock stops in the end`() {
    session.run("clock 876000h", "clock 1s")
    #expect(session.say("clock") == "2099-12-07T00:00:00Z, virtual")
  }

  @Test func `the real clock cannot be moved`() {
    let session = Session(clock: .real)
    #expect(
      session.code(of: "clock +1s") == .notNow)
    #expect(session.say("clock").hasSuffix("Z"))
  }

  @Test(
    arguments: [
      ("echo", ""), ("echo hello", "hello"), ("echo  a   b ", "a b"), (#"echo "a   b""#, "a   b"),
      (#"echo """#, ""), (#"echo " " "  ""#, ""), (#"echo "a ""#, "a"), (#"echo "" a"#, " a"),
      (#"echo "a\"b" k="v w""#, "a\"b k=v w"), ("echo a # b", "a"), (##"echo "# b""##, "# b"),
      ("echo >x", ">x"), ("echo >", ">"), (#"echo " > x""#, " > x"), ("echo ...", "..."),
      ("7 echo 7", "7"), ("echo Zoë 🎲", "Zoë 🎲"),
    ] as [(String, String)])
  func `echo prints its words`(line: String, reply: String) {
    #expect(session.say(line) == reply)
  }

  @Test(arguments: [
    "echo > x", #"echo "> x""#, #"echo "> x" y"#, "echo error[io]: x", #"echo "error[""#,
  ])
  func `echo makes no commands or errors`(line: String) {
    #expect(
      session.code(of: line) == .badArgument)
  }

  @Test(arguments: ["quit", "exit"])
  func `quit and exit end the session`(line: String) {
    let result = session.interpreter.transcribe(Array(line.utf8)[...])
    #expect(result.isOver)
    #expect(result.text == [])
    #expect(!session.interpreter.transcribe(Array("quit now".utf8)[...]).isOver)
  }
}
