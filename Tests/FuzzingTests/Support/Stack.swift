import ParlorKit
import Synchronization

/// A small game with a planted bug: players put numbered cards on a stack, up to a maximum sum.
struct Stack: Game {
  /// The bugs that can be planted.
  enum Mistake: String, CaseIterable {
    /// The reply ends in a blank.
    case blank
    /// The reply has an empty line.
    case emptyLine
    /// A reply looks like an error.
    case alarm
    /// The log records another card.
    case forgetfulLog
    /// A rejected card changes the view.
    case countedRefusal
    /// A card that is too high is listed as legal.
    case falseHope
  }

  typealias Happening = StackEvent
  typealias View = StackView

  enum Move: Sendable, Equatable {
    case put(Int)
  }

  let mistake: Mistake?
  private let refusals = Refusals()

  /// Counts rejected cards, which a correct game does not.
  private final class Refusals: Sendable {
    let count = Atomic(0)
  }

  init(_ mistake: Mistake?) { self.mistake = mistake }

  let definition = GameDefinition(
    name: "stack", title: "Stack", summary: "Put cards on a stack.",
    commands: [
      CommandDeclaration(
        "put", [Parameter("N", .integer(1...9))], summary: "put a card", examples: ["put 3"])
    ], traits: .endless)

  private static let maxSum = 30

  func start(_ setup: GameConfiguration) throws(GameError) -> Int { 0 }
  func opening(of state: Int) -> [StackEvent] { [] }

  func command(
    _ call: Call, in state: Int, at time: GameTime
  ) throws(GameError) -> Intent<Move, StackEvent> {
    .move(.put(call.integer(0) ?? 1))
  }

  func resolve(
    _ move: Move, in state: Int, chance: inout Chance
  ) throws(GameError) -> Resolution<Move> {
    guard case .put(let card) = move, state + card <= Self.maxSum else {
      refusals.count.wrappingAdd(1, ordering: .relaxed)
      throw GameError(.illegalMove, "the stack would fall")
    }
    return .play(move)
  }

  func apply(_ move: Move, to state: inout Int, at time: GameTime, emit: (StackEvent) -> Void) {
    guard case .put(let card) = move else { return }
    state += card
    emit(StackEvent(sum: state, mistake: state > 12 ? mistake : nil))
  }

  func write(_ move: Move, to line: inout TextWriter) {
    guard case .put(let card) = move else { return }
    line.write("put ", mistake == .forgetfulLog && card == 7 ? 8 : card)
  }

  func resignation(in state: Int) throws(GameError) -> Move {
    throw GameError(.notNow, "this game has no players who could resign")
  }

  func legalMoves(in state: Int) -> LegalMoves<Move> {
    let room = min(9, Self.maxSum - state + (mistake == .falseHope ? 1 : 0))
    return LegalMoves(moves: room < 1 ? [] : (1...room).map { .put($0) })
  }

  func status(of state: Int) -> GameStatus { .playing(turn: 0) }

  func view(of state: Int, at time: GameTime) -> StackView {
    let extra = mistake == .countedRefusal ? refusals.count.load(ordering: .relaxed) : 0
    return StackView(sum: state, extra: extra)
  }

  func digest(_ state: Int, into digest: inout Digest) { digest.combine(state) }
}

/// A card was put.
struct StackEvent: Event {
  let sum: Int
  let mistake: Stack.Mistake?
  var type: String { "put" }
  var fields: Fields { ["sum": .integer(sum)] }

  func write(to text: inout TextWriter) {
    switch mistake {
    case .blank: text.write("The sum is ", sum, ". \n")
    case .emptyLine: text.write("The sum\n\nis ", sum, ".\n")
    case .alarm: text.write("error[internal]: the sum is ", sum, ".\n")
    default: text.write("The sum is ", sum, ".\n")
    }
  }
}

/// The sum.
struct StackView: GameView {
  let sum: Int
  let extra: Int
  var fields: Fields { ["sum": .integer(sum), "extra": .integer(extra)] }
  var caption: String { "" }
  var prompt: String { "" }
  func writeTable(to text: inout TextWriter) { text.write("The sum is ", sum, ".\n") }
  func writeSituation(to text: inout TextWriter) {}
}
