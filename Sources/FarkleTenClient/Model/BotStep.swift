import ParlorKit
import RemoteTransport

/// A step of a bot's round.
struct BotStep: Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    case rolled([Int])
    case held([Int], points: Int)
    case farkled
    /// It decides to roll again or to bank.
    case goesOn
    /// The round is over, with its points.
    case completed(points: Int)
  }

  let kind: Kind
  /// The dice of its last roll, according to its state.
  let dice: [Int]?
  /// What it says, if anything.
  let message: String?

  /// Reads the response to `executebotstep`.
  init?(_ value: Value) {
    switch value["step"]?.string {
    case "rolled": kind = .rolled(value["dice"]?.elements.compactMap(\.looseInteger) ?? [])
    case "chose_keepers":
      let kept = value["kept"]
      kind = .held(
        kept?["dice"]?.elements.compactMap(\.looseInteger) ?? [],
        points: kept?["points"]?.looseInteger ?? 0)
    case "farkled": kind = .farkled
    case "roll_again", "banking": kind = .goesOn
    case "completed": kind = .completed(points: value["final_score"]?.looseInteger ?? 0)
    default: return nil
    }
    message = value["message"]?.something?.looseText
    // The state has the dice as JSON text.
    let text = value["state"]?["last_roll"]?.string ?? ""
    let rolled = (try? JSONReader.read(Array(text.utf8)))?.elements.compactMap(\.looseInteger) ?? []
    dice = rolled.isEmpty ? nil : rolled
  }
}

/// The emoji that the service's own page offers.
enum Reaction {
  static let all = [
    "😂", "😊", "🎉", "❤️", "🔥", "💀", "😎", "🏆", "👏", "💪", "🎲", "🤝", "👍", "😢", "😤", "🤣",
    "💯", "⭐", "💩", "😈", "🙄", "🤔", "👀", "🫡", "🥳", "😭", "🫠", "👋", "🎯", "😏", "🙈", "💔",
    "🤯", "😴", "🍀", "🎰",
  ]
}
