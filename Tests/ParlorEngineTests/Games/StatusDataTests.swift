import GameCatalog
import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// How a game stands, as data.
@Suite struct StatusDataTests {
  /// A game that is played elsewhere and does not tell the names.
  private final class Elsewhere: OpenGame {
    let status: GameStatus
    init(_ status: GameStatus) { self.status = status }

    var number: Int { 1 }
    var name: String { "chess" }
    var players: [String] { [] }
    var moveCount: Int { 3 }
    var view: any GameView { EmptyView() }
    var onlookerView: (any GameView)? { nil }
    var legal: (lines: [String], forms: [String]) { ([], []) }
    var lines: [String] { [] }
    func forEachPosition(_ body: (any OpenGame, String, [any Event]) -> Bool) {}
  }

  private struct EmptyView: GameView {
    var caption: String { "" }
    var prompt: String { "" }
    var fields: Fields { [:] }
    func writeRecap(to text: inout TextWriter) {}
    func writeSituation(to text: inout TextWriter) {}
    func writeTable(to text: inout TextWriter) {}
  }

  @Test func `nobody has the turn in a counter that nobody has joined`() {
    let session = TestSession(GameCatalog.games)
    session.run("new counter")
    #expect(session.interpreter.openGame?.statusData["turn"] == .null)
    session.run("player add Ann", "start")
    #expect(session.interpreter.openGame?.statusData["turn"] == "Ann")
  }

  @Test func `lines that can be typed are not mixed with forms`() {
    let session = TestSession(GameCatalog.games)
    session.run("new mastermind")
    #expect(session.interpreter.openGame?.legal.lines == [])
    #expect(session.interpreter.openGame?.legal.forms == ["guess C C C C"])
    session.run("new farkle Ann")
    #expect(session.interpreter.openGame?.legal.lines == ["roll"])
    #expect(session.interpreter.openGame?.legal.forms == [])
  }

  @Test func `winners without names are told by their numbers, from 1, and a turn by nothing`() {
    #expect(
      Elsewhere(.playing(turn: 1)).statusData
        == ["over": false, "turn": .null, "winners": [], "moves": 3])
    #expect(
      Elsewhere(.over(winners: [0, 2])).statusData
        == ["over": true, "turn": .null, "winners": ["1", "3"], "moves": 3])
  }
}
