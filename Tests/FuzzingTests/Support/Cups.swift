import ParlorKit

/// A small game of hidden numbers: each player has one under a cup, sees the own one, and bets or
/// passes. It tells the other's number where a mistake is planted.
struct Cups: Game, CustomStringConvertible {
  /// Where what is hidden can be told.
  enum Mistake: String, CaseIterable {
    case log, draw, legal, detail, refusal, question, opening
  }

  let mistake: Mistake?
  var description: String { mistake?.rawValue ?? "no mistake" }

  init(_ mistake: Mistake? = nil) { self.mistake = mistake }

  let name = "cups"
  let summary = "Bet on the number under your cup."
  let seats = [Parameter("NAME", .name, count: 2...2)]
  let traits: GameTraits = .hidesDraws
  let commands = [
    Command<CupsState>(
      "hide", "draw the numbers", examples: ["hide"],
      Form { .hide(nil) }, Form(.integer("A", 1...9), .integer("B", 1...9)) { .hide([$0, $1]) }),
    Command("bet", "bet on yours", examples: ["bet 3"], Form(.integer("N", 1...9)) { .bet($0) }),
    Command("open", "open the cups", examples: ["open"], Form { .open }),
    Command(
      "ask", "ask how it stands", isQuestion: true, examples: ["ask"],
      Form(intent: {
        .answer { state, _, report in
          let tells = state.mistake == .question
          let (numbers, bets) = (state.numbers, state.bets)
          report("asked") { tells ? "\(numbers)." : "\(bets) bets." }
        }
      })),
  ]

  func start(_ configuration: GameConfiguration<NoOptions>) throws(GameError) -> CupsState {
    CupsState(mistake: mistake, seed: configuration.seed)
  }

  /// Values a bet by the own number, as the view has it.
  var adviser: Adviser<Cups>? {
    Adviser { view, _, _ throws(GameError) in
      let own = Double(view.fields["own"]?.integer ?? 0)
      return Advice(
        .points, meaning: "how good the number is",
        moves: own == 0
          ? [ValuedMove(.hide(nil), 0)]
          : [ValuedMove(.bet(1), 30 * own), ValuedMove(.bet(2), 10 * own)])
    }
  }
}

/// Two cups with what is under them.
struct CupsState: GameState {
  enum Move: Sendable, Equatable {
    case hide([Int]?)
    case bet(Int)
    case open
  }

  let mistake: Cups.Mistake?
  let seed: UInt64
  private(set) var numbers: [Int] = []
  private(set) var bets = 0
  private(set) var isOver = false

  init(mistake: Cups.Mistake?, seed: UInt64) { (self.mistake, self.seed) = (mistake, seed) }

  /// The number of the player whose turn it is not.
  private var hidden: Int { numbers.isEmpty ? 0 : numbers[1 - bets % 2] }

  var status: GameStatus { isOver ? .over(winners: [0]) : .playing(turn: bets % 2) }

  var legalMoves: LegalMoves<Move> {
    if isOver { return [] }
    if numbers.isEmpty { return [.hide(nil)] }
    let most = mistake == .legal ? hidden : 2
    return LegalMoves(moves: (1...max(2, most)).map { .bet($0) } + (bets > 8 ? [.open] : []))
  }

  func resolve(_ move: Move, chance: inout Chance) throws(GameError) -> Resolution<Move> {
    if isOver { throw .gameOver }
    switch move {
    case .hide(let given):
      guard numbers.isEmpty else { throw .notNow("the numbers are hidden") }
      return .play(
        .hide(given ?? [1 + Int(chance.below(9)), 1 + Int(chance.below(9))]))
    case .bet(let sum):
      if numbers.isEmpty { throw .notNow("nothing is hidden") }
      guard sum < 3 || mistake == .legal else {
        throw .illegal(mistake == .refusal ? "not against \(hidden)" : "at most 2")
      }
    case .open: if bets < 9 { throw .notNow("bet first") }
    }
    return .play(move)
  }

  func reportOpening(to report: inout Reporter) {
    report("opened") { mistake == .opening ? "The seed is \(seed)." : "Two cups." }
  }

  mutating func apply(_ move: Move, at time: GameTime, report: inout Reporter) {
    switch move {
    case .hide(let numbers):
      self.numbers = numbers ?? []
      let told = mistake == .draw ? hidden : 0
      report("hidden") { told > 0 ? "Both hide \(told)." : "Both hide a number." }
    case .bet(let sum):
      bets += 1
      report("bet") { "A bet of \(sum)." }
    case .open:
      isOver = true
      let numbers = numbers
      report("opened") { "\(numbers)" }
    }
  }

  func write(_ move: Move, to line: inout TextWriter) {
    switch move {
    case .hide(let numbers):
      line.write("hide", (numbers ?? []).map { " \($0)" }.joined())
    case .bet(let sum): line.write("bet ", sum)
    case .open: line.write("open")
    }
  }

  func writeMasked(_ move: Move, to line: inout TextWriter) {
    if case .hide(.some) = move, mistake != .log {
      line.write("hide ? ?")
    } else {
      write(move, to: &line)
    }
  }

  func describe(_ move: Move) -> String { mistake == .detail ? "against \(hidden)" : "" }

  func traits(of move: Move) -> MoveTraits {
    switch move {
    case .hide: [.undoStop, .draws]
    case .bet: .undoStop
    case .open: [.undoStop, .reveals]
    }
  }

  func view(for player: Int?, at time: GameTime) -> PlainView {
    let own = player.flatMap { numbers.isEmpty ? nil : numbers[$0] }
    return PlainView(
      ["bets": bets, "own": own], caption: "", prompt: "",
      table: own.map { "Your number is \($0)." } ?? "\(bets) bets.")
  }
}
