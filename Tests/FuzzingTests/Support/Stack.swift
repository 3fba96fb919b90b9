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

  let mistake: Mistake?

  init(_ mistake: Mistake?) { self.mistake = mistake }

  let name = "stack"
  let summary = "Put cards on a stack."
  let seats: [Parameter] = []
  let traits: GameTraits = .endless
  let commands = [
    Command<StackState>(
      "put", "put a card", examples: ["put 3"], Form(.integer("N", 1...9)) { .put($0) })
  ]

  func start(_ configuration: GameConfiguration<NoOptions>) throws(GameError) -> StackState {
    StackState(mistake: mistake)
  }
}

/// A stack in progress.
struct StackState: GameState {
  enum Move: Sendable, Equatable {
    case put(Int)
  }

  let mistake: Stack.Mistake?
  private(set) var sum = 0
  private let refusals = Refusals()

  /// Counts rejected cards, which a correct game does not.
  private final class Refusals: Sendable {
    let count = Atomic(0)
  }

  private static let maxSum = 30

  init(mistake: Stack.Mistake?) { self.mistake = mistake }

  var status: GameStatus { .playing(turn: 0) }

  var legalMoves: LegalMoves<Move> {
    let room = min(9, Self.maxSum - sum + (mistake == .falseHope ? 1 : 0))
    return LegalMoves(moves: room < 1 ? [] : (1...room).map { .put($0) })
  }

  func resolve(_ move: Move, chance: inout Chance) throws(GameError) -> Resolution<Move> {
    guard case .put(let card) = move, sum + card <= Self.maxSum else {
      refusals.count.wrappingAdd(1, ordering: .relaxed)
      throw .illegal("the stack would fall")
    }
    return .play(move)
  }

  mutating func apply(_ move: Move, at time: GameTime, report: inout Reporter) {
    guard case .put(let card) = move else { return }
    sum += card
    report("put", ["sum": sum]) { writeSum(to: &$0) }
  }

  private func writeSum(to text: inout TextWriter) {
    switch sum > 12 ? mistake : nil {
    case .blank: text.write("The sum is ", sum, ". \n")
    case .emptyLine: text.write("The sum\n\nis ", sum, ".\n")
    case .alarm: text.write("error[internal]: the sum is ", sum, ".\n")
    default: text.write("The sum is ", sum, ".\n")
    }
  }

  func write(_ move: Move, to line: inout TextWriter) {
    guard case .put(let card) = move else { return }
    line.write("put ", mistake == .forgetfulLog && card == 7 ? 8 : card)
  }

  func view(for player: Int?, at time: GameTime) -> PlainView {
    let extra = mistake == .countedRefusal ? refusals.count.load(ordering: .relaxed) : 0
    return PlainView(
      ["sum": sum, "extra": extra], caption: "", prompt: "", table: "The sum is \(sum).\n")
  }

  func combine(into digest: inout Digest) { digest.combine(sum) }
}
