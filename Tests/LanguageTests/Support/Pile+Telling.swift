import ParlorKit

extension Pile {
  func opening(of state: State) -> [PileEvent] { [.opened(state.names, limit: state.limit)] }

  func write(_ move: Move, to line: inout TextWriter) {
    switch move {
    case .add(let count): line.write("add ", count)
    case .draw(nil): line.write("draw")
    case .draw(let face?): line.write("draw ", face)
    case .note(let word): line.write("note ", word)
    case .wait: line.write("wait")
    case .leave: line.write("resign")
    }
  }

  func traits(of move: Move) -> MoveTraits {
    switch move {
    case .draw: [.step, .draws]
    case .note: []
    default: .step
    }
  }

  func resignation(in state: State) throws(GameError) -> Move {
    if state.hasEnded { throw GameError(.notNow, "the game is over") }
    return .leave
  }

  func legalMoves(in state: State) -> LegalMoves<Move> {
    guard !state.hasEnded else { return LegalMoves() }
    let adds = (1...3).filter { state.total + $0 <= state.limit }
    return LegalMoves(moves: [.draw(nil)] + adds.map { .add($0) }, forms: ["note WORD"])
  }

  func status(of state: State) -> GameStatus {
    state.hasEnded ? .over(winners: [state.turn]) : .playing(turn: state.turn)
  }

  func view(of state: State, at time: GameTime) -> PileView {
    PileView(state: state, time: time.milliseconds)
  }

  func digest(_ state: State, into digest: inout Digest) {
    digest.combine(state.names.joined(separator: ","))
    for number in [state.limit, state.total, state.turn, state.notes, Int(state.time)] {
      digest.combine(number)
    }
    digest.combine(state.hasEnded)
  }
}

/// What happens in a game of Pile.
enum PileEvent: Event {
  case opened([String], limit: Int)
  case added(player: String, Int, total: Int)
  case noted(String)
  case total(Int, of: Int)
  case left(player: String)

  var type: String {
    switch self {
    case .opened: "opened"
    case .added: "added"
    case .noted: "noted"
    case .total: "total"
    case .left: "left"
    }
  }

  var fields: Fields {
    switch self {
    case .opened(let names, let limit): ["players": .strings(names), "limit": .integer(limit)]
    case .added(let player, let count, let total):
      ["player": .string(player), "count": .integer(count), "total": .integer(total)]
    case .noted(let word): ["word": .string(word)]
    case .total(let total, let limit): ["total": .integer(total), "limit": .integer(limit)]
    case .left(let player): ["player": .string(player)]
    }
  }

  func write(to text: inout TextWriter) {
    switch self {
    case .opened(let names, let limit):
      text.write("Pile of ", limit, ": ", names.joined(separator: ", "), ".")
    case .added(let player, let count, _): text.write(player, " adds ", count, ".")
    case .noted(let word): text.write("Noted: ", word, ".")
    case .total(let total, let limit): text.write(total, " of ", limit, ".")
    case .left(let player): text.write(player, " leaves.")
    }
  }
}

/// What the players of Pile see.
struct PileView: GameView {
  let state: Pile.State
  let time: Int64

  var caption: String { state.names.joined(separator: ", ") }
  var prompt: String { state.names[state.turn] }

  var fields: Fields {
    ["total": .integer(state.total), "turn": .string(prompt), "time": .integer(Int(time))]
  }

  func writeTable(to text: inout TextWriter) {
    text.write(state.total, " of ", state.limit, ", time ", Int(time), ".")
  }

  func writeSituation(to text: inout TextWriter) {
    text.write(prompt, state.hasEnded ? " wins." : " to move.")
  }
}
