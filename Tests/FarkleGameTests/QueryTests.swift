import GameTesting
import ParlorKit
import Testing

@testable import FarkleGame

@Suite("Questions")
struct QueryTests {
  private func answer(_ line: String, in match: inout Match) throws -> (text: String, data: String)
  {
    let before = match.digest
    let events = try match.events(of: line)
    #expect(match.digest == before)
    return (
      written { text in for event in events { event.write(to: &text) } },
      events.map { json($0) }.joined()
    )
  }

  @Test
  func `Dice have the points of the rules`() throws {
    var match = try Match()
    let answer = try answer("score 2 5 1 5", in: &match)
    #expect(
      answer.text == """
        2 5 1 5: up to 200.
          200  1 5 5
          150  1 5
          100  1
          100  5 5
           50  5
        """)
    #expect(
      answer.data
        == #"{"type":"score","dice":[2,5,1,5],"farkle":false,"hot":false,"best":200,"holds":["#
        + #"{"dice":[1,5,5],"score":200},{"dice":[1,5],"score":150},{"dice":[1],"score":100},"#
        + #"{"dice":[5,5],"score":100},{"dice":[5],"score":50}]}"#)
  }

  @Test
  func `Dice that all score can all be held`() throws {
    var match = try Match()
    let answer = try answer("score 6 6 6", in: &match)
    #expect(answer.text == "6 6 6: up to 600. All of them can be held.\n  600  6 6 6")
    #expect(
      answer.data
        == #"{"type":"score","dice":[6,6,6],"farkle":false,"hot":true,"best":600,"holds":["#
        + #"{"dice":[6,6,6],"score":600}]}"#)
  }

  @Test
  func `Dice that score nothing cannot be held`() throws {
    var match = try Match()
    let answer = try answer("score 2 3 3 4", in: &match)
    #expect(answer.text == "2 3 3 4: farkle.")
    #expect(
      answer.data
        == #"{"type":"score","dice":[2,3,3,4],"farkle":true,"hot":false,"best":0,"holds":[]}"#)
  }

  @Test
  func `The rules of the game decide`() throws {
    var match = try Match("Ann", "rules=minimal")
    #expect(try answer("score 2 2 2 2", in: &match).text == "2 2 2 2: up to 200.\n  200  2 2 2")
  }

  @Test
  func `The scoreboard shows scores, distances and who has left`() throws {
    var match = try Match("Ann Bob Cy", "dice=physical")
    try match.play("points 1250;points 400;resign")
    let answer = try answer("score", in: &match)
    #expect(
      answer.text == """
        * Ann  1,250       leads  8,750 to go
          Bob    400  850 behind  9,600 to go
          Cy       0        left
        """)
    #expect(
      answer.data
        == #"{"type":"scoreboard","players":["#
        + #"{"name":"Ann","score":1250,"toTarget":8750,"toLeader":0,"resigned":false},"#
        + #"{"name":"Bob","score":400,"toTarget":9600,"toLeader":850,"resigned":false},"#
        + #"{"name":"Cy","score":0,"toTarget":10000,"toLeader":1250,"resigned":true}]}"#)
    #expect(try self.answer("scores", in: &match).text == answer.text)
  }
}
