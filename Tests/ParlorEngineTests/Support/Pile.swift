import ParlorKit

/// A small game of these tests: players in turn add to a pile, and who fills it wins. It has what
/// a game can have: options, rules, draws, a clock, questions, moves without effect, and moves
/// before which `undo` does not stop.
struct Pile: Game {
  struct Options: GameOptions {
    var limit = 20
    var motto = ""
  }

  let name = "pile"
  let summary = "Add to a pile until it is full."
  let seats = [Parameter("NAME", .name, count: 1...3)]
  let traits: GameTraits = .readsClock
  let options = [
    Option<Options>("limit", \.limit, in: 5...100, "how much the pile holds"),
    Option("motto", \.motto, limit: 12, "words for the table"),
  ]
  let presets = [
    Preset<Options>("plain", "a pile of 20"), Preset("low", "a pile of 5") { $0.limit = 5 },
  ]
  let commands = [
    Command<PileState>(
      "add", "add to the pile", examples: ["add 2"], Form(.integer("N", 1...3)) { .add($0) }),
    Command(
      "draw", "add what a die shows", aliases: ["pull"], examples: ["draw", "draw 4"],
      Form { .draw(nil) }, Form(.die("D")) { .draw($0) }),
    Command("note", "note a word", examples: ["note hello"], Form(.word("WORD")) { .note($0) }),
    Command("wait", "do nothing", examples: ["wait"], Form { .wait }),
    Command(
      "total", "show the total", isQuestion: true, examples: ["total"],
      Form(intent: {
        .answer { state, _, report in
          report("total", ["total": state.total, "limit": state.limit]) {
            "\(state.total) of \(state.limit)."
          }
        }
      })),
  ]

  func start(_ configuration: GameConfiguration<Options>) throws(GameError) -> PileState {
    let limit = configuration.options.limit
    if limit == 13 { throw .badOption("limit", "13 brings bad luck", help: ["take 12"]) }
    return PileState(names: configuration.names, limit: limit)
  }
}

/// A pile in progress.
struct PileState: GameState {
  enum Move: Sendable, Equatable {
    case add(Int)
    case draw(Int?)
    case note(String)
    case wait
    case leave
  }

  let names: [String]
  let limit: Int
  var total = 0
  var turn = 0
  var hasEnded = false
  var notes = 0
  var time: Int64 = 0

  var status: GameStatus { hasEnded ? .over(winners: [turn]) : .playing(turn: turn) }

  var legalMoves: LegalMoves<Move> {
    guard !hasEnded else { return [] }
    let adds = (1...3).filter { total + $0 <= limit }
    return LegalMoves(moves: [.draw(nil)] + adds.map { .add($0) }, forms: ["note WORD"])
  }

  func resolve(_ move: Move, chance: inout Chance) throws(GameError) -> Resolution<Move> {
    if hasEnded { throw .notNow("the game is over") }
    switch move {
    case .wait: return .ignore("waiting is no move")
    case .draw(nil): return .play(.draw(chance.die()))
    case .add(let count) where total + count > limit:
      throw .illegal("\(count) is too much", at: .argument(0))
    default: return .play(move)
    }
  }

  func reportOpening(to report: inout Reporter) {
    report("opened", ["players": names, "limit": limit]) {
      $0.write("Pile of ", limit, ": ", names.joined(separator: ", "), ".")
    }
  }

  mutating func apply(_ move: Move, at time: GameTime, report: inout Reporter) {
    self.time = time.milliseconds
    let player = names[turn]
    switch move {
    case .add(let count), .draw(let count?):
      total = min(limit, total + count)
      report("added", ["player": player, "count": count, "total": total]) {
        $0.write(player, " adds ", count, ".")
      }
      hasEnded = total == limit
      if !hasEnded { turn = (turn + 1) % names.count }
    case .note(let word):
      notes += 1
      report("noted", ["word": word]) { $0.write("Noted: ", word, ".") }
    case .leave:
      hasEnded = true
      report("left", ["player": player]) { $0.write(player, " leaves.") }
    case .draw(nil), .wait: break
    }
  }

  func view(for player: Int?, at time: GameTime) -> PileView {
    PileView(state: self, time: time.milliseconds)
  }

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
    case .draw: [.undoStop, .draws]
    case .note: []
    default: .undoStop
    }
  }

  var resignation: Move {
    get throws(GameError) {
      if hasEnded { throw .notNow("the game is over") }
      return .leave
    }
  }

  func combine(into digest: inout Digest) {
    digest.combine(names.joined(separator: ","))
    for number in [limit, total, turn, notes, Int(time)] { digest.combine(number) }
    digest.combine(hasEnded)
  }
}

/// What the players of Pile see.
struct PileView: GameView {
  let state: PileState
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
