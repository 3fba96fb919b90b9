package import ParlorKit
package import Platform

/// An open game that is played somewhere else: what is done there is done, so that there is no log
/// to undo, to save or to replay.
package final class LiveGame: OpenGame {
  package let number: Int
  package let origin: GameOrigin
  package let opening: [any Event]
  package private(set) var moveCount = 0
  package var seats: [String: Seat] = [:]
  package var epoch: UInt32 = 0
  package var journal: GameJournal?
  let table: any LiveTable
  private let clock: SessionClock

  /// A game that was just opened.
  ///
  /// - Parameter opening: what happened then.
  package init(
    _ table: any LiveTable, number: Int, origin: GameOrigin, clock: SessionClock,
    opening: [any Event]
  ) {
    self.table = table
    self.number = number
    self.origin = origin
    self.clock = clock
    self.opening = opening
  }

  package var kind: GameKind { origin.kind }
  package var isLive: Bool { true }
  package var status: GameStatus { table.status }
  package var view: any GameView { table.view }
  package func writeSituation(to text: inout TextWriter) { table.view.writeSituation(to: &text) }
  package func renewed(seed: Int) -> GameOrigin { origin.renewed(seed: seed) }

  package func run(_ call: Call) throws(GameError) -> MoveReport {
    let events = try table.run(call)
    moveCount += 1
    return MoveReport(events: events, isMove: true)
  }

  package func legalMoves() -> LegalLines { table.legal }

  package var players: [String] { [] }
  package var botNames: [Suggestion] { [] }
  package func makeSeat(bot name: String, value: String?) throws(GameError) -> Seat {
    throw GameError(.notNow, "no bot can sit down at a game that is played elsewhere")
  }
  package func playBots(isInterrupted: () -> Bool) -> [any Event] { [] }

  package func resign() throws(GameError) -> MoveReport {
    throw GameError(.notNow, "`resign` does not reach a game that is played elsewhere")
  }

  // There is no log.

  package var digest: UInt32 { 0 }
  package var openingDigest: UInt32 { 0 }
  package var loggedCount: Int { 0 }
  package var nextSpan: Int64?? { nil }
  package func stepForward() -> (line: String, events: [any Event])? { nil }
  package func noteWhereabouts() {}
  package func record() throws(GameError) -> GameRecord {
    throw GameError(.notNow, "what is played elsewhere is recorded there")
  }
  package func undo(_ steps: Int, policy: UndoPolicy) throws(CommandError) -> [String] {
    throw .noLog
  }
  package func redo(_ steps: Int) throws(CommandError) -> [String] { throw .noLog }
  package func go(to target: Int, policy: UndoPolicy) throws(CommandError) { throw .noLog }
  package func forEachVisibleLine(_ body: (String) -> Void) { body(origin.line(masked: true)) }
  package func forEachLine(untilNow: Bool, _ body: (String, UInt32) -> Void) {
    body(origin.line(masked: false), 0)
  }

  // Its time is that of the place where it is played.

  package var restTime: Int64 { 0 }
  package var sessionTime: Int64 { clock.milliseconds }
  package func takeUp() throws(GameError) {}
  package func replay(_ body: () throws(CommandError) -> Void) throws(CommandError) { try body() }
  package func advanceClock(milliseconds: Int64) {}
}

extension OpenGame {
  /// Most games are played here.
  package var isLive: Bool { false }
}
