import ParlorKit

/// The smallest game of these tests: a number that goes up, without options, players or an end.
struct Tally: Game {
  let name = "tally"
  let summary = "Count up."
  let seats: [Parameter] = []
  let traits: GameTraits = .endless
  let commands = [Command<TallyState>("up", "count up", examples: ["up"], Form { .up })]

  func start(_ configuration: GameConfiguration<NoOptions>) throws(GameError) -> TallyState {
    TallyState()
  }
}

/// The number. What happens is reported as data only.
struct TallyState: GameState {
  enum Move: String, Sendable, CustomStringConvertible {
    case up
    var description: String { rawValue }
  }

  var count = 0

  var status: GameStatus { .playing(turn: 0) }
  var legalMoves: LegalMoves<Move> { [.up] }

  func resolve(_ move: Move, chance: inout Chance) throws(GameError) -> Resolution<Move> {
    .play(move)
  }

  mutating func apply(_ move: Move, at time: GameTime, report: inout Reporter) {
    count += 1
    report("counted", ["count": count]) { _ in }
  }

  var resignation: Move { get throws(GameError) { throw .notNow("nobody can leave") } }

  func view(for player: Int?, at time: GameTime) -> PlainView {
    PlainView(["count": count], caption: "", prompt: "", table: "Count \(count).")
  }

  func combine(into digest: inout Digest) { digest.combine(count) }
}
