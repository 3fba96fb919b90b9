import ParlorKit
import PluginRunner

/// Nim: take one to three sticks in turn. The player who takes the last one wins.
struct Nim: Game {
  let name = "nim"
  let summary = "Take one to three sticks in turn; the last stick wins."
  let seats = [Parameter("NAME", .name, count: 2...2)]

  struct Options: GameOptions {
    var sticks = 21
  }
  let options = [Option("sticks", \Options.sticks, in: 5...99, "how many sticks the game has")]

  let commands: [Command<State>] = [
    Command("take", "take sticks", examples: ["take 2"], Form(.integer("N", 1...3)) { $0 })
  ]

  func start(_ game: GameConfiguration<Options>) -> State {
    State(names: game.names, sticks: game.options.sticks)
  }

  /// A move is the number of sticks that are taken.
  struct State: GameState {
    let names: [String]
    var sticks: Int
    var turn = 0

    var status: GameStatus { sticks > 0 ? .playing(turn: turn) : .over(winners: [turn]) }

    var legalMoves: LegalMoves<Int> { LegalMoves(moves: Array(1...3).filter { $0 <= sticks }) }

    func resolve(_ count: Int, chance: inout Chance) throws(GameError) -> Resolution<Int> {
      if sticks == 0 { throw .gameOver }
      if count > sticks { throw .illegal("only \(sticks) left", at: .argument(0)) }
      return .play(count)
    }

    mutating func apply(_ count: Int, at time: GameTime, report: inout Reporter) {
      sticks -= count
      report("took", ["player": names[turn], "count": count, "left": sticks]) {
        "\(names[turn]) takes \(count) and leaves \(sticks)."
      }
      if sticks > 0 { turn = 1 - turn }
    }

    func write(_ count: Int, to line: inout TextWriter) { line.write("take ", count) }

    func view(for player: Int?, at time: GameTime) -> PlainView {
      PlainView(
        ["sticks": sticks, "turn": names[turn]], caption: names.joined(separator: ", "),
        prompt: names[turn], table: String(repeating: "|", count: sticks),
        situation: sticks > 0 ? "\(names[turn]) takes 1 to 3." : "\(names[turn]) wins.")
    }
  }
}

@main enum Plugin { static func main() { PluginRunner.main(Nim()) } }
