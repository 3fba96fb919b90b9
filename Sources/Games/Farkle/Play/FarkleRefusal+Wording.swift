package import ParlorKit

extension FarkleRefusal {
  /// The refusal in words.
  ///
  /// - Parameter call: the command that was refused, in which the fault is located.
  package func refusal(of call: Call? = nil) -> GameError {
    GameError(code, message, at: place(in: call?.integers ?? []), help: help)
  }

  private var code: ErrorCode {
    switch self {
    case .over, .nothingRolled, .nothingHeld, .allHeld, .notPhysical: .notNow
    case .nameTaken, .facesNeeded, .wrongCount: .badArgument
    case .missing, .idle, .hotDice, .tooFew: .illegalMove
    }
  }

  private var message: String {
    switch self {
    case .over: "the game is over"
    case .nameTaken(let name, _): "there is a player named \(name) already"
    case .nothingRolled: "roll the dice first"
    case .nothingHeld: "hold at least one die of the roll first"
    case .allHeld: "all dice are held already"
    case .facesNeeded(let needed): "these are real dice: give the faces of \(dice(needed))"
    case .wrongCount(let needed, let given): "\(dice(needed)) to be rolled, not \(given)"
    case .missing(let dice, let loose): "there is no \(text(dice)) among \(text(loose))"
    case .idle(let dice): "\(text(dice)) \(dice.count == 1 ? "scores" : "score") nothing here"
    case .hotDice: "hot dice must be rolled"
    case .tooFew(let points, let needed, let isOpening):
      "\((needed - points).grouped) points missing: "
        + (isOpening ? "getting on the board takes" : "a bank takes") + " \(needed.grouped)"
    case .notPhysical: "totals are for real dice: open a game with dice=physical"
    }
  }

  private var help: [String] {
    if case .over = self { ["`new` plays again"] } else { [] }
  }

  /// Where in a line with these numbers the fault is.
  private func place(in arguments: [Int]) -> GameError.Place {
    switch self {
    case .nameTaken(_, let index): .argument(index)
    case .wrongCount(let needed, let given) where given > needed: .argument(needed)
    case .missing(let dice, _), .idle(let dice):
      arguments.firstIndex { dice[$0] > 0 }.map { .argument($0) } ?? .line
    default: .line
    }
  }

  private func dice(_ count: Int) -> String { count == 1 ? "1 die" : "\(count) dice" }

  private func text(_ dice: DiceCounts) -> String {
    var text = TextWriter()
    dice.write(to: &text)
    return text.string
  }
}
