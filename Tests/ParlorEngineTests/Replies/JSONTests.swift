import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// Replies as JSON, one object a line, their keys in a fixed order.
struct JSONTests {
  private let session = Session()

  init() { session.run("set format json", "new pile Ann Bob limit=9 seed=2", "add 2") }

  private static let state =
    #""game":{"number":1,"name":"pile"},"state":{"total":2,"turn":"Bob","time":0}}"#
  private static let game =
    #"{"number":1,"title":"Pile","caption":"Ann, Bob","moves":1,"over":false}"#

  /// Commands that change nothing, their events, and the state after them.
  @Test(
    arguments: [
      ("show", "show", #"{"type":"table","table":{"total":2,"turn":"Bob","time":0}}"#),
      ("7 total", "total", #"{"type":"total","total":2,"limit":9}"#),
      ("wait", "wait", #"{"type":"ignored","reason":"waiting is no move"}"#),
      (
        "legal 2", "legal",
        #"{"type":"legal","moves":["draw","add 1"],"count":4,"forms":["note WORD"]}"#
      ),
      ("state turn", "state", #"{"type":"state","value":"Bob"}"#),
      ("state", "state", #"{"type":"state","value":{"total":2,"turn":"Bob","time":0}}"#),
      (
        "log", "log",
        #"{"type":"log","lines":["new pile Ann Bob rules=plain limit=9 seed=2","add 2"]}"#
      ),
      ("games", "games", #"{"type":"games","games":[\#(game)],"current":1}"#),
      ("use 1", "use", #"{"type":"using",\#(game.dropFirst().dropLast()),"turn":"Bob"}"#),
      ("switch 1", "use", #"{"type":"using",\#(game.dropFirst().dropLast()),"turn":"Bob"}"#),
      (
        "rules list", "rules",
        #"{"type":"rule-names","names":[{"game":"pile","name":"plain","summary":"a pile of 20"},"#
          + #"{"game":"pile","name":"low","summary":"a pile of 5"}],"notes":[]}"#
      ),
      (
        "rules", "rules",
        #"{"type":"rules","game":"Pile","name":"plain","options":["#
          + #"{"option":"limit","value":"9","summary":"how much the pile holds","differs":true,"#
          + #""withoutEffect":null},"#
          + #"{"option":"motto","value":"","summary":"words for the table","differs":false,"#
          + #""withoutEffect":null}],"chart":[]}"#
      ),
      ("seed", "seed", #"{"type":"seed","seed":0}"#),
      ("seed 0", "seed", ""),
      ("clock", "clock", #"{"type":"time","time":"2000-01-01T00:00:00Z","real":false}"#),
      (#"echo "a\"\\é""#, "echo", #"{"type":"said","text":"a\"\\é"}"#),
      (
        "set undo", "set",
        #"{"type":"settings","settings":[{"name":"undo","value":"same","choices":["same","fresh","#
          + #""forbid","ask"],"summary":"after undo: same dice, fresh, error, or ask"}]}"#
      ),
      (
        "? wait", "help",
        #"{"type":"help","title":"wait: do nothing","sections":[{"heading":"Usage","rows":[["wait"]]},"#
          + #"{"heading":"","rows":[]},{"heading":"Options","rows":[]},{"heading":"Also","rows":[]},"#
          + #"{"heading":"Examples","rows":[["wait"]]}]}"#
      ),
      ("exit", "quit", ""),
    ] as [(String, String, String)])
  func `each line is answered by its events and the state`(
    line: String, command: String, events: String
  ) {
    let id = line.hasPrefix("7 ") ? #""id":7,"# : ""
    #expect(
      session.say(line)
        == #"{\#(id)"ok":true,"command":"\#(command)","events":[\#(events)],\#(Self.state)"#)
  }

  @Test func `replies in JSON tell moves and what comes of them`() {
    #expect(
      session.run("0 pull 4", "undo", "redo", "new", "resign", "close") == [
        #"{"id":0,"ok":true,"command":"draw","events":[{"type":"added","player":"Bob","count":4,"#
          + #""total":6}],"game":{"number":1,"name":"pile"},"state":{"total":6,"turn":"Ann","time":0}}"#,
        #"{"ok":true,"command":"undo","events":[{"type":"undone","lines":["draw 4"],"#
          + #""moves":[{"number":2,"line":"draw 4","player":"Bob","round":null}],"turn":"Bob"}],"#
          + Self.state,
        #"{"ok":true,"command":"redo","events":[{"type":"redone","lines":["draw 4"],"#
          + #""moves":[{"number":2,"line":"draw 4","player":"Bob","round":null}],"turn":"Ann"}],"#
          + #""game":{"number":1,"name":"pile"},"state":{"total":6,"turn":"Ann","time":0}}"#,
        #"{"ok":true,"command":"new","events":[{"type":"kept-open","number":1,"title":"Pile","#
          + #""caption":"Ann, Bob","moves":2,"over":false},{"type":"opened","players":["Ann","Bob"],"#
          + #""limit":9}],"game":{"number":2,"name":"pile"},"state":{"total":0,"turn":"Ann","time":0}}"#,
        #"{"ok":true,"command":"resign","events":[{"type":"left","player":"Ann"}],"#
          + #""game":{"number":2,"name":"pile"},"state":{"total":0,"turn":"Ann","time":0}}"#,
        #"{"ok":true,"command":"close","events":[{"type":"closed","number":2,"title":"Pile","#
          + #""caption":"Ann, Bob","moves":1,"over":true,"canBeOpened":false},"#
          + #"{"type":"using",\#(Self.moved)],"#
          + #""game":{"number":1,"name":"pile"},"state":{"total":6,"turn":"Ann","time":0}}"#,
      ])
  }

  private static let moved =
    #""number":1,"title":"Pile","caption":"Ann, Bob","moves":2,"over":false,"turn":"Ann"}"#

  @Test(
    arguments: [
      (
        "bogus",
        #"{"ok":false,"error":{"code":"unknown-command","message":"","#
          + #""column":1,"legal":[]},"game":{"number":1,"name":"pile"}}"#
      ),
      (
        "  8 add é",
        #"{"id":8,"ok":false,"error":{"code":"bad-argument","message":"","#
          + #""column":9,"legal":[]},"game":{"number":1,"name":"pile"}}"#
      ),
      (
        "undo 5",
        #"{"ok":false,"error":{"code":"not-now","message":"","legal":[]},"game":{"number":1,"name":"pile"}}"#
      ),
      (
        "é \u{1}",
        #"{"ok":false,"error":{"code":"syntax","message":"","#
          + #""column":4,"legal":[]},"game":{"number":1,"name":"pile"}}"#
      ),
    ] as [(String, String)])
  func `refusals are written as JSON`(line: String, reply: String) {
    #expect(session.say(line).withoutWords == reply)
  }

  @Test func `refusals say what is legal`() {
    session.say("draw 6")
    #expect(
      session.say("add 3")
        == #"{"ok":false,"error":{"code":"illegal-move","message":"3 is too much","column":5,"#
        + #""legal":["draw","add 1","note WORD"]},"game":{"number":1,"name":"pile"}}"#)
    session.say("set legal off")
    #expect(
      session.say("add 3").hasSuffix(#""column":5,"legal":[]},"game":{"number":1,"name":"pile"}}"#))
  }

  /// A client must be able to tell which of its lines was refused.
  @Test(arguments: [
    "7 note \"x", "7 a\"b", #"7 note "\n""#, "7 add x", "7 bogus", "7 add 9", " 7 add \u{1}",
    "7 add " + String(repeating: "1", count: 5000),
  ])
  func `an ID is echoed with every refusal`(line: String) {
    #expect(session.say(line).hasPrefix(#"{"id":7,"ok":false,"#))
  }

  @Test func `an ID is echoed when the line is not text`() {
    let bytes = Array("7 add ".utf8) + [0xFF]
    var text = TextWriter()
    session.interpreter.execute(bytes[...]) { $0.write(to: &text) }
    #expect(text.string.hasPrefix(#"{"id":7,"ok":false,"error":{"code":"syntax""#))
  }

  @Test func `the state can be left out or given by its changes`() {
    let game = #""game":{"number":1,"name":"pile"}"#
    let added = #""events":[{"type":"added","player":"PLAYER","count":1,"total":TOTAL}],"# + game
    func reply(_ player: String, _ total: Int, _ rest: String) -> String {
      #"{"ok":true,"command":"add","#
        + added.replacing("PLAYER", with: player).replacing("TOTAL", with: "\(total)") + rest + "}"
    }
    session.say("set state off")
    #expect(session.say("add 1") == reply("Bob", 3, ""))
    // The first reply tells the whole state, and so does one about another game.
    #expect(
      session.say("set state changes")
        == #"{"ok":true,"command":"set","events":[],"# + game
        + #","state":{"total":3,"turn":"Ann","time":0}}"#)
    #expect(session.say("add 1") == reply("Ann", 4, #","changes":{"total":4,"turn":"Bob"}"#))
    #expect(session.say("total").hasSuffix(game + #","changes":{}}"#))
    #expect(session.say("add 4").hasSuffix(game + "}"))
    #expect(session.say("add 1") == reply("Bob", 5, #","changes":{"total":5,"turn":"Ann"}"#))
    #expect(session.say("new").hasSuffix(#","state":{"total":0,"turn":"Ann","time":0}}"#))
    #expect(session.say("use 1").hasSuffix(#","state":{"total":5,"turn":"Ann","time":0}}"#))
    session.say("set state full")
    #expect(session.say("add 1").hasSuffix(#","state":{"total":6,"turn":"Bob","time":0}}"#))
  }

  @Test func `legal moves and the text are added on request`() {
    session.run("set legal always", "set state off")
    let game = #""game":{"number":1,"name":"pile"}"#
    #expect(
      session.say("add 3")
        == #"{"ok":true,"command":"add","events":[{"type":"added","player":"Bob","count":3,"#
        + #""total":5}],"# + game
        + #","legal":{"moves":["draw","add 1","add 2","add 3"],"forms":["note WORD"],"turn":0}}"#)
    session.run("set legal on", "set text on")
    #expect(session.say("total").hasSuffix(game + #","text":"5 of 9.\n"}"#))
    #expect(
      session.say("bogus").hasSuffix(
        game + #","text":"error[unknown-command]: unknown command `bogus`\n  `help` lists the"#
          + #" commands\n"}"#))
  }

  @Test func `blank and comment lines give no reply`() {
    #expect(session.run("", "  \t", "# x", "\r") == ["", "", "", ""])
  }

  @Test func `the format holds from the line that sets it`() {
    #expect(
      session.run("set format text", "total", "set format json", "total") == [
        "", "2 of 9.", #"{"ok":true,"command":"set","events":[],"# + Self.state,
        #"{"ok":true,"command":"total","events":[{"type":"total","total":2,"limit":9}],"#
          + Self.state,
      ])
  }
}
