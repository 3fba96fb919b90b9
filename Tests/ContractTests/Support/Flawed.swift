import GameTesting
import ParlorKit

/// A game of these tests that breaks one part of the contract: take one or two of ten sticks.
struct Flawed: Game {
  /// What it breaks; `nil` for a game that keeps the contract.
  let flaw: ContractCheck?

  let name = "flawed"
  let summary = "Take one or two sticks; the last one wins."
  let seats = [Parameter("NAME", .name, count: 2...2)]

  var commands: [Command<State>] {
    let verb = flaw == .declarations ? "undo" : "take"
    return [
      Command(
        verb, flaw == .help ? "" : "take sticks", examples: ["\(verb) 1"],
        Form(.integer("N", 1...2)) { $0 })
    ]
  }

  func start(_ game: GameConfiguration<NoOptions>) -> State {
    State(flaw: flaw, names: game.names)
  }

  func record(of history: GameHistory<Flawed>) -> GameRecord {
    guard flaw == .records || flaw == .resigning else { return GameRecord(history) }
    let result: PlayerResult = flaw == .records ? .abandoned : .lost
    return GameRecord(players: history.start.names.map { PlayerRecord($0, result) })
  }

  struct State: GameState {
    let flaw: ContractCheck?
    let names: [String]
    var sticks = 10
    var turn = 0
    var left: Int?
    var noise = 0

    var status: GameStatus {
      if let left { return .over(winners: [1 - left]) }
      return sticks > 0 ? .playing(turn: turn) : .over(winners: [turn])
    }

    /// Zero sticks are a resignation.
    var resignation: Int {
      get throws(GameError) {
        if status.isOver { throw .gameOver }
        return 0
      }
    }

    var legalMoves: LegalMoves<Int> {
      status.isOver ? [] : LegalMoves(moves: Array(1...2).filter { $0 <= sticks })
    }

    func resolve(_ count: Int, chance: inout Chance) throws(GameError) -> Resolution<Int> {
      if status.isOver, flaw != .ends { throw .gameOver }
      if count > sticks, flaw != .ends { throw .illegal("only \(sticks) left") }
      return .play(count)
    }

    mutating func apply(_ count: Int, at time: GameTime, report: inout Reporter) {
      if flaw == .purity { noise = Int.random(in: 0...1_000_000_000) }
      if count == 0 {
        left = turn
      } else {
        if flaw != .endings { sticks -= count }
        if sticks > 0 { turn = 1 - turn }
      }
      report("took", ["count": count]) { flaw == .sessions ? "Taken. " : "Taken." }
    }

    func combine(into digest: inout Digest) {
      if flaw == .digests { return }
      digest.combine(sticks)
      digest.combine(turn)
      digest.combine(left ?? 2)
      digest.combine(noise)
    }

    func write(_ count: Int, to line: inout TextWriter) {
      if count == 0 { return line.write("resign") }
      line.write(
        flaw == .declarations ? "undo " : "take ", flaw == .lines ? min(count, 1) : count)
    }

    func view(for player: Int?, at time: GameTime) -> PlainView {
      PlainView(
        ["sticks": sticks, "turn": names[turn]], caption: "Sticks", prompt: names[turn],
        table: "\(sticks) sticks.")
    }
  }
}
