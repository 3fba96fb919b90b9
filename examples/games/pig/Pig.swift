import ParlorKit
import PluginRunner

/// Pig: roll as often as you dare, or hold what you have. A 1 loses the points of the turn.
struct Pig: Game {
  let name = "pig"
  let summary = "Roll as often as you dare: a 1 loses the points of the turn."
  let rules = [
    "Roll a die as often as you like: its points add up. A 1 loses the points of the turn and"
      + " passes the turn; `hold` adds them to your score. The first to reach the target wins."
  ]

  struct Options: GameOptions {
    var target = 100
  }
  let options = [Option("target", \Options.target, in: 10...1000, "the score that wins")]

  let commands: [Command<State>] = [
    Command(
      "roll", "roll the die", examples: ["roll", "roll 4"],
      Form(help: "roll the die") { .roll(nil) },
      Form(.die("D"), help: "the same with the face given") { .roll($0) }),
    Command("hold", "add the points of the turn to your score", examples: ["hold"], Form { .hold }),
  ]

  /// Holds once the turn has so many points, 20 unless a number is given.
  var bots: [Bot<Pig>] {
    let points = OptionDeclaration.integer("points", 2...100, default: 20, "the points to hold at")
    return [
      Bot("hold", "holds at so many points", parameter: points) { view, value, _ in
        guard case .integer(let goal) = value else { return .roll(nil) }
        return view.state.atStake >= goal ? .hold : .roll(nil)
      }
    ]
  }

  func start(_ game: GameConfiguration<Options>) -> State {
    State(names: game.names, target: game.options.target, scores: game.names.map { _ in 0 })
  }

  enum Move: Equatable, CustomStringConvertible {
    case roll(Int?)
    case hold

    var description: String {
      switch self {
      case .roll(let face): face.map { "roll \($0)" } ?? "roll"
      case .hold: "hold"
      }
    }
  }

  struct State: GameState {
    let names: [String]
    let target: Int
    var scores: [Int]
    var turn = 0
    var atStake = 0

    var status: GameStatus { scores[turn] < target ? .playing(turn: turn) : .over(winners: [turn]) }
    var legalMoves: LegalMoves<Move> {
      status.isOver ? [] : atStake > 0 ? [.roll(nil), .hold] : [.roll(nil)]
    }
    var metrics: [Metric] { [Metric("winning score", Double(scores[turn]))] }

    func traits(of move: Move) -> MoveTraits { move == .hold ? .undoStop : [.undoStop, .draws] }

    func resolve(_ move: Move, chance: inout Chance) throws(GameError) -> Resolution<Move> {
      if status.isOver { throw .gameOver }
      if move == .hold, atStake == 0 { throw .notNow("roll the die first") }
      return .play(move == .roll(nil) ? .roll(chance.die()) : move)
    }

    mutating func apply(_ move: Move, at time: GameTime, report: inout Reporter) {
      let player = names[turn]
      switch move {
      case .roll(let face):
        atStake = face == 1 ? 0 : atStake + (face ?? 0)
        report("rolled", ["player": player, "face": face]) { "\(player) rolls \(face ?? 0)." }
        if face == 1 { turn = (turn + 1) % names.count }
      case .hold:
        scores[turn] += atStake
        report("held", ["player": player, "score": scores[turn]]) {
          "\(player) has \(scores[turn])."
        }
        atStake = 0
        if scores[turn] < target { turn = (turn + 1) % names.count }
      }
    }

    func view(for player: Int?, at time: GameTime) -> View { View(state: self) }
  }

  struct View: GameView {
    let state: State
    var fields: Fields {
      Fields(["scores": state.scores, "turn": state.names[state.turn], "atStake": state.atStake])
    }
    var caption: String { state.names.joined(separator: ", ") }
    var prompt: String { state.names[state.turn] }
    func writeTable(to text: inout TextWriter) {
      let rows = zip(state.names, state.scores).map { "\($0) \($1)" }
      text.write(rows.joined(separator: ", "))
    }
    func writeSituation(to text: inout TextWriter) {
      text.write(
        prompt, state.status.isOver ? " wins." : ": roll or hold ",
        state.status.isOver ? "" : String(state.atStake))
    }
  }
}

@main enum Plugin { static func main() { PluginRunner.main(Pig()) } }
