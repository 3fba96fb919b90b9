import ParlorKit
import PluginRunner

/// Nim: take one to three sticks in turn. Who takes the last one wins.
struct Nim: Game {
  let name = "nim"
  let summary = "Take one to three sticks in turn; the last stick wins."
  let seats = [Parameter("NAME", .name, count: 2...2)]

  struct Options: GameOptions {
    var sticks = 21
  }
  let options = [Option("sticks", \Options.sticks, in: 5...99, "how many sticks the game has")]

  let commands: [Command<State>] = [
    Command("take", "take sticks", examples: ["take 2"], Form(.integer("N", 1...3)) { Take($0) })
  ]

  func start(_ game: GameConfiguration<Options>) -> State {
    State(names: game.names, sticks: game.options.sticks)
  }

  struct Take: Equatable, CustomStringConvertible {
    let count: Int
    init(_ count: Int) { self.count = count }
    var description: String { "take \(count)" }
  }

  struct State: GameState {
    let names: [String]
    var sticks: Int
    var turn = 0

    var status: GameStatus { sticks > 0 ? .playing(turn: turn) : .over(winners: [turn]) }

    var legalMoves: LegalMoves<Take> {
      LegalMoves(moves: (1...3).filter { $0 <= sticks }.map(Take.init))
    }

    func resolve(_ move: Take, chance: inout Chance) throws(GameError) -> Resolution<Take> {
      if sticks == 0 { throw .gameOver }
      if move.count > sticks { throw .illegal("only \(sticks) left", at: .argument(0)) }
      return .play(move)
    }

    mutating func apply(_ move: Take, at time: GameTime, report: inout Reporter) {
      sticks -= move.count
      report("took", ["player": names[turn], "count": move.count, "left": sticks]) {
        "\(names[turn]) takes \(move.count), \(sticks) left."
      }
      if sticks > 0 { turn = 1 - turn }
    }

    func view(for player: Int?, at time: GameTime) -> PlainView {
      PlainView(
        ["sticks": sticks, "turn": names[turn]], caption: names.joined(separator: ", "),
        prompt: names[turn], table: String(repeating: "|", count: sticks),
        situation: sticks > 0 ? "\(names[turn]) takes 1 to 3." : "\(names[turn]) wins.")
    }
  }
}

@main enum Plugin { static func main() { PluginRunner.main(Nim()) } }
