import GameTesting
import ParlorKit
import Testing

@testable import CounterGame

@Suite("Results")
struct ResultsTests {
  private func text(_ match: Match) -> String {
    written { Results(match.state).write(to: &$0) }
  }

  @Test
  func `Before any turn there are the players only, in the order of their names`() throws {
    #expect(try text(Match()) == "No players yet.")
    #expect(try text(Match("Cy ann Bob")) == "1  ann  0\n1  Bob  0\n1  Cy   0")
  }

  @Test
  func `Equal scores share a rank; every turn is in the table, oldest first`() throws {
    var match = try Match("Dee Bob Ann Cy")
    try match.play("add 10;add 25;add 10;add -1000;next;+5;prev;-10")
    #expect(
      text(match) == """
        1  Bob      20
        2  Ann      10
        2  Dee      10
        4  Cy   -1,000
        Turns
        1  Dee     +10      10
        2  Bob     +25      25
        3  Ann     +10      10
        4  Cy   -1,000  -1,000
        5  Bob      +5      30
        6  Bob     -10      20
        """)
  }

  @Test
  func `The table keeps the turns of those removed, and tells players of one name apart`() throws {
    var match = try Match("Ann Bob")
    try match.play("add 3;add 4;player add Ann;player remove 1;next;add 9")
    #expect(
      text(match) == """
        1  Ann (3)  9
        2  Bob      4
        Turns
        1  Ann (1)  +3  3
        2  Bob      +4  4
        3  Ann (3)  +9  9
        """)
    #expect(
      json(try match.events(of: "results")[0])
        == #"{"type":"results","players":[{"rank":1,"number":3,"name":"Ann","score":9},"#
        + #"{"rank":2,"number":2,"name":"Bob","score":4}],"turns":["#
        + #"{"number":1,"name":"Ann","points":3,"score":3},"#
        + #"{"number":2,"name":"Bob","points":4,"score":4},"#
        + #"{"number":3,"name":"Ann","points":9,"score":9}]}"#)
  }

  @Test
  func `The table is whole however long it is, and copies of it stay as they were`() {
    var table = TurnList()
    var copies: [TurnList] = []
    for index in 0..<2000 {
      if index % 100 == 0 { copies.append(table) }
      table.append(.init(player: UInt16(index % 7), points: Int32(index)))
    }
    #expect(table.count == 2000)
    #expect(Array(table.all).map { Int($0.points) } == Array(0..<2000))
    for (index, copy) in copies.enumerated() {
      #expect(Array(copy.all).map { Int($0.points) } == Array(0..<(index * 100)))
    }
    #expect(Set(copies.map(\.digest)).count == copies.count)
    #expect(MemoryLayout<TurnList.Turn>.stride == 8)
  }

  @Test
  func `Wide names keep the columns`() throws {
    let match = try Match("中文 Ann")
    #expect(text(match) == "1  Ann   0\n1  中文  0")
  }
}
