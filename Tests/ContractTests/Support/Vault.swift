import ParlorKit

/// A game of these tests that has a secret: guess the number that was drawn.
struct Vault: Game, CustomStringConvertible {
  var description: String { "Vault" }

  /// Whether the view tells the secret, which it should not.
  var tells = false

  let name = "vault"
  let summary = "Guess the number."
  let seats: [Parameter] = []
  let traits: GameTraits = .hidesDraws
  let commands = [
    Command<VaultState>(
      CommandDeclaration(
        "hide", options: [.integer("secret", 1...1_000_000, default: 1, "the number")],
        summary: "hide a number", examples: ["hide"])
    ) { call in
      guard case .integer(let number)? = call.options["secret"] else { return .move(.hide(nil)) }
      return .move(.hide(number))
    },
    Command("try", "guess", examples: ["try 5"], Form(.integer("N", 1...1_000_000)) { .open($0) }),
  ]

  func start(_ configuration: GameConfiguration<NoOptions>) throws(GameError) -> VaultState {
    VaultState(tells: tells)
  }
}

/// A vault with its number; its digest is that of its stored values.
struct VaultState: GameState {
  enum Move: Sendable, Equatable {
    case hide(Int?)
    case open(Int)
    case leave
  }

  let tells: Bool
  var secret: Int?
  var tries = 0
  var hasEnded = false

  var status: GameStatus { hasEnded ? .over(winners: []) : .playing(turn: 0) }

  var legalMoves: LegalMoves<Move> {
    if hasEnded { return [] }
    return secret == nil ? [.hide(nil)] : [.open(1), .open(2)]
  }

  var actions: [Move] { [.hide(nil), .open(1), .open(2)] }

  func resolve(_ move: Move, chance: inout Chance) throws(GameError) -> Resolution<Move> {
    if hasEnded { throw .gameOver }
    switch move {
    case .hide:
      if secret != nil { throw .notNow("a number is hidden already") }
      guard case .hide(nil) = move else { return .play(move) }
      return .play(.hide(100_000 + Int(chance.below(900_000))))
    case .open:
      if secret == nil { throw .notNow("hide a number first") }
      return .play(move)
    case .leave: return .play(move)
    }
  }

  mutating func apply(_ move: Move, at time: GameTime, report: inout Reporter) {
    switch move {
    case .hide(let number): secret = number
    case .open(let number):
      tries += 1
      let isRight = number == secret
      hasEnded = isRight || tries == 40
      report("tried", ["right": isRight]) { isRight ? "It opens." : "No." }
    case .leave: hasEnded = true
    }
  }

  func write(_ move: Move, to line: inout TextWriter) {
    switch move {
    case .hide(nil): line.write("hide")
    case .hide(let number?): line.write("hide secret=", number)
    case .open(let number): line.write("try ", number)
    case .leave: line.write("resign")
    }
  }

  func writeMasked(_ move: Move, to line: inout TextWriter) {
    if case .hide(.some) = move { line.write("hide secret=?") } else { write(move, to: &line) }
  }

  func traits(of move: Move) -> MoveTraits {
    if case .hide = move { [.undoStop, .draws] } else { .undoStop }
  }

  var resignation: Move {
    get throws(GameError) {
      if hasEnded { throw .gameOver }
      return .leave
    }
  }

  func view(for player: Int?, at time: GameTime) -> PlainView {
    PlainView(
      ["tries": tries, "secret": tells || hasEnded ? secret : nil], caption: "", prompt: "",
      table: "\(tries) tries.")
  }
}
