import ParlorKit

/// A game of these tests that has a secret: guess the number that was drawn.
struct Vault: Game, CustomStringConvertible {
  typealias Happening = VaultEvent
  typealias View = VaultView

  struct State: Sendable {
    var secret: Int?
    var tries = 0
    var seed: UInt64
    var hasEnded = false
  }

  enum Move: Sendable, Equatable {
    case hide(Int?)
    case open(Int)
    case leave
  }

  var description: String { "Vault" }

  /// Whether the view tells the secret, which it should not.
  var tells = false

  let definition = GameDefinition(
    name: "vault", title: "Vault", summary: "Guess the number.",
    commands: [
      CommandDeclaration(
        "hide", options: [.integer("secret", 1...1_000_000, default: 1, "the number")],
        summary: "hide a number", examples: ["hide"]),
      CommandDeclaration(
        "try", [Parameter("N", .integer(1...1_000_000))], summary: "guess", examples: ["try 5"]),
    ],
    traits: .hidesDraws)

  func start(_ setup: GameConfiguration) throws(GameError) -> State { State(seed: setup.seed) }
  func opening(of state: State) -> [VaultEvent] { [] }

  func command(
    _ call: Call, in state: State, at time: GameTime
  ) throws(GameError) -> Intent<Move, VaultEvent> {
    if call.verb == "try" { return .move(.open(call.integer(0) ?? 0)) }
    guard case .integer(let number)? = call.options["secret"] else { return .move(.hide(nil)) }
    return .move(.hide(number))
  }

  func resolve(
    _ move: Move, in state: State, chance: inout Chance
  ) throws(GameError) -> Resolution<Move> {
    if state.hasEnded { throw GameError(.notNow, "it is over") }
    switch move {
    case .hide:
      if state.secret != nil { throw GameError(.notNow, "a number is hidden already") }
      guard case .hide(nil) = move else { return .play(move) }
      return .play(.hide(100_000 + Int(chance.below(900_000))))
    case .open:
      if state.secret == nil { throw GameError(.notNow, "hide a number first") }
      return .play(move)
    case .leave: return .play(move)
    }
  }

  func apply(_ move: Move, to state: inout State, at time: GameTime, emit: (VaultEvent) -> Void) {
    switch move {
    case .hide(let number): state.secret = number
    case .open(let number):
      state.tries += 1
      state.hasEnded = number == state.secret || state.tries == 40
      emit(VaultEvent(isRight: number == state.secret))
    case .leave: state.hasEnded = true
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
    if case .hide = move { [.step, .draws] } else { .step }
  }
  func resignation(in state: State) throws(GameError) -> Move {
    if state.hasEnded { throw GameError(.notNow, "it is over") }
    return .leave
  }
  func legalMoves(in state: State) -> LegalMoves<Move> {
    if state.hasEnded { return LegalMoves() }
    return LegalMoves(moves: state.secret == nil ? [.hide(nil)] : [.open(1), .open(2)])
  }
  func status(of state: State) -> GameStatus {
    state.hasEnded ? .over(winners: []) : .playing(turn: 0)
  }
  func view(of state: State, at time: GameTime) -> VaultView {
    VaultView(tries: state.tries, secret: tells || state.hasEnded ? state.secret : nil)
  }
  func digest(_ state: State, into digest: inout Digest) {
    digest.combine(state.secret ?? 0)
    digest.combine(state.tries)
    digest.combine(state.hasEnded)
  }
}

/// What happens at a vault.
struct VaultEvent: Event {
  let isRight: Bool
  var type: String { "tried" }
  var fields: Fields { ["right": .bool(isRight)] }
  func write(to text: inout TextWriter) { text.write(isRight ? "It opens." : "No.") }
}

/// What can be seen of a vault.
struct VaultView: GameView {
  let tries: Int
  let secret: Int?
  var caption: String { "" }
  var prompt: String { "" }
  var fields: Fields { ["tries": .integer(tries), "secret": secret.map(Value.integer) ?? .null] }
  func writeTable(to text: inout TextWriter) { text.write(tries, " tries.") }
  func writeSituation(to text: inout TextWriter) {}
}
