import ParlorKit

/// The smallest game of these tests: a number that goes up, without options, players or an end.
struct Tally: Game {
  typealias Happening = TallyEvent
  typealias View = TallyView

  enum Move: Sendable, Equatable {
    case up
  }

  let definition = GameDefinition(
    name: "tally", title: "Tally", summary: "Count up.",
    commands: [CommandDeclaration("up", summary: "count up", examples: ["up"])], traits: .endless)

  func start(_ setup: GameConfiguration) throws(GameError) -> Int { 0 }
  func opening(of state: Int) -> [TallyEvent] { [] }
  func command(
    _ call: Call, in state: Int, at time: GameTime
  ) throws(GameError) -> Intent<Move, TallyEvent> {
    .move(.up)
  }
  func resolve(
    _ move: Move, in state: Int, chance: inout Chance
  ) throws(GameError) -> Resolution<Move> { .play(move) }
  func apply(_ move: Move, to state: inout Int, at time: GameTime, emit: (TallyEvent) -> Void) {
    state += 1
    emit(TallyEvent(count: state))
  }
  func write(_ move: Move, to line: inout TextWriter) { line.write("up") }
  func resignation(in state: Int) throws(GameError) -> Move {
    throw GameError(.notNow, "nobody can leave")
  }
  func legalMoves(in state: Int) -> LegalMoves<Move> { LegalMoves(moves: [.up]) }
  func status(of state: Int) -> GameStatus { .playing(turn: 0) }
  func view(of state: Int, at time: GameTime) -> TallyView { TallyView(count: state) }
  func digest(_ state: Int, into digest: inout Digest) { digest.combine(state) }
}

/// What happens in a tally; data formats only.
struct TallyEvent: Event {
  let count: Int
  var type: String { "counted" }
  var fields: Fields { ["count": .integer(count)] }
  func write(to text: inout TextWriter) {}
}

/// The number.
struct TallyView: GameView {
  let count: Int
  var fields: Fields { ["count": .integer(count)] }
  var caption: String { "" }
  var prompt: String { "" }
  func writeTable(to text: inout TextWriter) { text.write("Count ", count, ".") }
  func writeSituation(to text: inout TextWriter) {}
}
