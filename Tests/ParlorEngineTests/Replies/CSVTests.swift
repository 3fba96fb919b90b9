import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// Replies as tables of comma-separated values.
struct CSVTests {
  private let session = Session()

  init() { session.run("new pile Ann Bob limit=9 seed=2", "add 2", "set format csv") }

  /// Commands, and the tables that they give.
  @Test(
    arguments: [
      // An event is a row; what it has no value for is an empty cell.
      ("echo a,b \"c\"", "type,text\nsaid,\"a,b c\""),
      ("7 total", "type,total,limit\ntotal,2,9"),
      // Objects become columns, plain lists cells.
      ("show", "type,table.total,table.turn,table.time\ntable,2,Bob,0"),
      ("legal 2", "type,moves,count,forms\nlegal,draw;add 1,4,note WORD"),
      // A list of objects is a table, whose rows repeat what stands around it.
      (
        "games",
        "type,current,number,title,caption,moves,over\n"
          + "games.games,1,1,Pile,\"Ann, Bob\",1,false"
      ),
      ("set state off", ""),
    ])
  func `data is written as tables`(line: String, text: String) {
    #expect(session.say(line) == text)
  }

  @Test func `errors are text`() {
    #expect(session.say("add 9").hasPrefix("error[bad-argument]: "))
  }

  /// Writes events with some data as one reply.
  private func csv(_ events: [(type: String, fields: Fields)]) -> String {
    let events = events.map { GameEvent(type: $0.type, fields: $0.fields, text: []) }
    return Reply(
      command: "test", CommandResult(events: events), in: nil, data: ReplyData(format: .csv)
    ).output
  }

  @Test func `each list of an event is a table`() {
    let rounds: Value = [
      ["round": 1, "turns": [["player": "Ann"], ["player": "Bob", "round": 7]]],
      ["round": 2, "turns": []],
    ]
    #expect(
      csv([("sheet", ["target": .null, "rounds": rounds, "errors": [["code": "a\"b"]]])]) == """
        type,target,round,player,turns.round
        sheet.rounds.turns,,1,Ann,
        sheet.rounds.turns,,1,Bob,7
        type,target,round,turns
        sheet.rounds,,2,
        type,target,code
        sheet.errors,,"a""b"

        """)
  }

  @Test func `events of one type share a table`() {
    #expect(
      csv([("rolled", ["dice": [1, 5]]), ("turn", [:]), ("rolled", ["hot": true, "dice": [2]])])
        == """
        type,dice,hot
        rolled,1;5,
        rolled,2,true
        type
        turn

        """)
  }

  @Test func `no cell is a formula, breaks a line or reaches the terminal`() {
    #expect(
      csv([("said", ["a": "=1+2", "b": "-", "c": "x\ny\u{1B}", "d": ["@b", "c"], "type": "t"])])
        == """
        type,a,b,c,d,said.type
        said,'=1+2,'-,x\\ny\\u001b,'@b;c,t

        """)
    #expect(
      csv([("deep", ["rows": [["a", "b"], []], "share": .number(0.5)])])
        == "type,rows,share\ndeep,\"[[\"\"a\"\",\"\"b\"\"],[]]\",0.5\n")
  }
}
