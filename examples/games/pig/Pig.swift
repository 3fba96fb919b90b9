import ParlorKit
import PluginRunner

/// Pig: roll as often as you dare, or hold what you have. A 1 loses the points of the turn.
struct Pig: Game {
  let name = "pig"
  let summary = "Roll as often as you dare: a 1 loses the points of the turn."
  let rules = [
    "`roll` adds to the points of the turn, but a 1 loses them; `hold` adds them to your score."
  ]

  struct Options: GameOptions {
    var target = 100
  }
  let options = [Option("target", \Options.target, in: 10...1000, "the score that wins")]

  let commands: [Command<State>] = [
    Command(
      "roll", "roll the die", examples: ["roll", "roll 4"],
      Form(help: "roll the die") { .roll(nil) },
      Form(.die("D"), help: "enter a die that you rolled") { .roll($0) }),
    Command("hold", "keep the points of the turn", examples: ["hold"], Form { .hold }),
  ]

  let bots = [
    Bot<Pig>(
      "hold", "holds at so many points",
      parameter: .integer("points", 2...100, default: 20, "the points of a turn to hold at")
    ) { state, value, _ in
      guard case .integer(let goal) = value else { return .roll(nil) }
      return state.atStake >= goal ? .hold : .roll(nil)
    }
  ]

  func start(_ game: GameConfiguration<Options>) -> State {
    State(names: game.names, target: game.options.target, scores: game.names.map { _ in 0 })
  }

  enum Move: Equatable {
    case roll(Int?)
    case hold
  }

  /// Nothing is hidden, so that the state is its own view.
  struct State: GameState, GameView {
    let names: [String]
    let target: Int
    var scores: [Int]
    var turn = 0
    var atStake = 0

    var status: GameStatus { scores[turn] < target ? .playing(turn: turn) : .over(winners: [turn]) }

    var legalMoves: LegalMoves<Move> {
      status.isOver ? [] : atStake > 0 ? [.roll(nil), .hold] : [.roll(nil)]
    }

    func resolve(_ move: Move, chance: inout Chance) throws(GameError) -> Resolution<Move> {
      if status.isOver { throw .gameOver }
      if move == .hold, atStake == 0 { throw .notNow("roll the die first") }
      return .play(move == .roll(nil) ? .roll(chance.die()) : move)
    }

    mutating func apply(_ move: Move, at time: GameTime, report: inout Reporter) {
      let player = names[turn]
      if case .roll(let face?) = move {
        atStake = face == 1 ? 0 : atStake + face
        report("rolled", ["player": player, "face": face]) { "\(player) rolls \(face)." }
        if face > 1 { return }
      } else {
        scores[turn] += atStake
        report("held", ["player": player, "score": scores[turn]]) { "\(player) holds." }
        atStake = 0
        if status.isOver { return }
      }
      turn = (turn + 1) % names.count
    }

    func traits(of move: Move) -> MoveTraits { move == .hold ? .undoStop : [.undoStop, .draws] }

    func write(_ move: Move, to line: inout TextWriter) {
      guard case .roll(let face) = move else { return line.write("hold") }
      line.write(face.map { "roll \($0)" } ?? "roll")
    }

    func view(for player: Int?, at time: GameTime) -> State { self }
    var fields: Fields { Fields(["scores": scores, "turn": names[turn], "atStake": atStake]) }
    var caption: String { names.joined(separator: ", ") }
    var prompt: String { "\(names[turn]) \(atStake)" }

    func writeTable(to text: inout TextWriter) {
      text.write(zip(names, scores).map { "\($0) \($1)" }, separator: ", ")
    }
    func writeSituation(to text: inout TextWriter) {
      text.write(names[turn], status.isOver ? " wins." : ": roll, or hold \(atStake).")
    }
  }
}

@main enum Plugin { static func main() { PluginRunner.main(Pig(), as: "swift-pig") } }
