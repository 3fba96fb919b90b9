import ParlorKit

/// A game with an option and a parameter of every kind, from which the tests derive all that can
/// be derived.
struct Heap: Game {
  struct Options: GameOptions {
    var sticks = 21
    var most = 3
    var bonus = 0
    var isFree = true
    var winner = Winner.last
    var word = ""

    enum Winner: String, CaseIterable, Sendable {
      case last
      case other = "not-last"
    }
  }

  let name = "heap"
  let summary = "Take sticks from a heap."
  let options = [
    Option<Options>("sticks", \.sticks, in: 5...99, "how many sticks there are"),
    Option("most", \.most, oneOf: [2, 3, 5], "how many one may take"),
    Option("bonus", \.bonus, offOr: 10...20, "points of the last stick"),
    Option("free", \.isFree, "any number may be taken"),
    Option("winner", \.winner, "who wins"),
    Option("word", \.word, limit: 8, isSecret: true, "a secret word"),
  ]
  let presets = [
    Preset<Options>("usual", "21 sticks"),
    Preset("short", "9 sticks, the last one loses") {
      $0.sticks = 9
      $0.winner = .other
      $0.most = 3
    },
  ]
  let commands = [
    Command<HeapState>(
      "take", "take sticks", aliases: ["t"], examples: ["take 2"],
      Form("all", help: "take what is left") { .take(99, nil) },
      Form(.integer("N", 1...99), .option("note", limit: 4, isSecret: true, "a note")) {
        .take($0, $1)
      }),
    Command("dice", "throw dice", Form(.dice(1...3)) { .numbers($0) }),
    Command(
      "die", "throw a die",
      Form(.die("D", sides: 8), .optional(.integers("N", 0...9, count: 1...4))) {
        .numbers([$0] + ($1 ?? []))
      }),
    Command(
      "say", "say something",
      Form("to", .name("NAME"), .words("WORD", count: 0...3)) { .say([$0] + $1) },
      Form(.choice("HOW", ["yes", "no"]), .optional(.word("WORD"))) { .say([$0, $1 ?? "-"]) },
      Form("all", .names("NAME", count: 1...8)) { .say($0) }),
    Command("wait", "wait", Form(.duration("TIME")) { .numbers([$0]) }),
    Command(
      "count", "count the sticks", isQuestion: true,
      Form(intent: {
        .answer { state, _, report in
          report("count", ["left": state.left]) { "\(state.left) left." }
        }
      })),
    Command(
      "half", "take half",
      Form(intent: { .inState { state, _ in .move(.take(state.left / 2, nil)) } })),
    Command(
      "again", "begin anew", Form(.word("WORD"), intent: { word in .newGame([.word(word)]) })),
    Command("toss", "toss a coin", Form { .toss(nil) }),
  ]

  func start(_ configuration: GameConfiguration<Options>) throws(GameError) -> HeapState {
    HeapState(names: configuration.names, left: configuration.options.sticks)
  }
}

/// A heap with its sticks, whose digest is that of its stored values.
struct HeapState: GameState {
  enum Move: Sendable, Equatable, CustomStringConvertible {
    case take(Int, String?)
    case numbers([Int])
    case say([String])
    case toss(Bool?)

    var description: String {
      switch self {
      case .take(let count, _): "take \(count)"
      case .numbers(let numbers): "numbers \(numbers)"
      case .say(let words): "say \(words)"
      case .toss(let isHead): "toss \(isHead.map(String.init) ?? "")"
      }
    }
  }

  var names: [String]
  var left: Int
  var turn = 0
  var said: [String] = []

  var status: GameStatus { left == 0 ? .over(winners: [turn]) : .playing(turn: turn) }
  var legalMoves: LegalMoves<Move> { [.take(1, nil)] }

  func resolve(_ move: Move, chance: inout Chance) throws(GameError) -> Resolution<Move> {
    switch move {
    case .take(let count, _) where count > left:
      throw .illegal("only \(left) sticks are left", at: .anyOf([count]))
    case .numbers([]): .ignore("no numbers")
    case .toss(nil): .play(.toss(chance.below(2) == 0))
    default: .play(move)
    }
  }

  mutating func apply(_ move: Move, at time: GameTime, report: inout Reporter) {
    switch move {
    case .take(let count, _):
      left -= count
      report("taken", ["count": count]) { "\(count) taken." }
    case .say(let words): said = words
    case .numbers, .toss: turn = 1 - turn
    }
  }

  func traits(of move: Move) -> MoveTraits {
    if case .toss = move { [.undoStop, .draws] } else { .undoStop }
  }

  func view(for player: Int?, at time: GameTime) -> PlainView {
    PlainView(
      ["left": left], caption: names.joined(separator: ", "), prompt: "\(left)",
      table: "\(left) sticks", situation: "Take some.")
  }
}
