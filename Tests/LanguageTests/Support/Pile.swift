import ParlorKit

/// A small game of these tests: players in turn add to a pile, and who fills it wins. It has what
/// a game can have: options, rules, draws, a clock, questions, moves without effect, and moves
/// that are no step of `undo`.
struct Pile: Game {
  typealias Happening = PileEvent
  typealias View = PileView

  struct State: Sendable, Equatable {
    var names: [String]
    var limit: Int
    var total = 0
    var turn = 0
    var hasEnded = false
    var notes = 0
    var time: Int64 = 0
    var seed: UInt64 = 0
  }

  enum Move: Sendable, Equatable {
    case add(Int)
    case draw(Int?)
    case note(String)
    case wait
    case leave
  }

  let definition = GameDefinition(
    name: "pile", title: "Pile", summary: "Add to a pile until it is full.",
    setup: [Parameter("NAME", .name, count: 1...3)],
    options: [
      .integer("limit", 5...100, default: 20, "how much the pile holds"),
      .text("motto", limit: 12, "words for the table"),
    ],
    presets: [
      Preset("plain", "a pile of 20"), Preset("low", "a pile of 5", values: ["limit": .integer(5)]),
    ],
    commands: [
      CommandDeclaration(
        "add", [Parameter("N", .integer(1...3))], summary: "add to the pile", examples: ["add 2"]),
      CommandDeclaration(
        "draw", aliases: ["pull"], forms: [.init(), .init([Parameter("D", .die(sides: 6))])],
        summary: "add what a die shows", examples: ["draw", "draw 4"]),
      CommandDeclaration(
        "note", [Parameter("WORD", .word)], summary: "note a word", examples: ["note hello"]),
      CommandDeclaration("wait", summary: "do nothing", examples: ["wait"]),
      CommandDeclaration("total", isQuestion: true, summary: "show the total", examples: ["total"]),
    ],
    traits: .readsClock)

  func start(_ setup: GameConfiguration) throws(GameError) -> State {
    if setup.options.integer("limit") == 13 {
      throw GameError(.badOption, "13 brings bad luck", at: .option("limit"), help: ["take 12"])
    }
    return State(names: setup.names, limit: setup.options.integer("limit"), seed: setup.seed)
  }

  func command(
    _ call: Call, in state: State, at time: GameTime
  ) throws(GameError) -> Intent<Move, PileEvent> {
    switch call.verb {
    case "add": .move(.add(call.integer(0) ?? 0))
    case "draw": .move(.draw(call.integer(0)))
    case "note": .move(.note(call.word(0) ?? ""))
    case "wait": .move(.wait)
    default: .answer([.total(state.total, of: state.limit)])
    }
  }

  func resolve(
    _ move: Move, in state: State, chance: inout Chance
  ) throws(GameError) -> Resolution<Move> {
    if state.hasEnded { throw GameError(.notNow, "the game is over") }
    switch move {
    case .wait: return .ignore("waiting is no move")
    case .draw(nil): return .play(.draw(chance.die()))
    case .add(let count) where state.total + count > state.limit:
      throw GameError(.illegalMove, "\(count) is too much", at: .argument(0))
    default: return .play(move)
    }
  }

  func apply(_ move: Move, to state: inout State, at time: GameTime, emit: (PileEvent) -> Void) {
    state.time = time.milliseconds
    let player = state.names[state.turn]
    switch move {
    case .add(let count), .draw(let count?):
      state.total = min(state.limit, state.total + count)
      emit(.added(player: player, count, total: state.total))
      state.hasEnded = state.total == state.limit
      if !state.hasEnded { state.turn = (state.turn + 1) % state.names.count }
    case .note(let word):
      state.notes += 1
      emit(.noted(word))
    case .leave:
      state.hasEnded = true
      emit(.left(player: player))
    case .draw(nil), .wait: break
    }
  }
}
