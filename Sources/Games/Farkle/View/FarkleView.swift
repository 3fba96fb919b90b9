public import ParlorKit

/// What the players see, which is everything.
public struct FarkleView: GameView {
  /// The game in progress.
  public let state: FarkleState

  init(_ state: FarkleState) { self.state = state }

  /// The names of the players: `Ann, Bob`.
  public var caption: String { state.match.names.joined(separator: ", ") }

  /// Whose turn it is and what is at stake: `Ann`, `Ann 350`.
  public var prompt: String {
    if state.isOver { return "over" }
    let points = state.turn.points
    return points > 0 ? "\(state.playerName) \(points.grouped)" : state.playerName
  }
}
