public import ParlorKit

/// An open game of a session, as a host may see it. Only lines that the ``Interpreter`` executes
/// change it.
public protocol OpenGame: AnyObject {
  /// The number by which the session knows it.
  var number: Int { get }
  /// What kind of game it is, such as `farkle`.
  var name: String { get }
  /// The player names by index, `1` in a game that takes no names; empty where the game is played
  /// elsewhere, and in a counter that nobody has joined.
  var players: [String] { get }
  /// The moves in force.
  var moveCount: Int { get }
  /// Whose turn it is, or how the game ended.
  var status: GameStatus { get }
  /// What the player whose turn it is may see now, as a value that does not change later.
  var view: any GameView { get }
  /// What an onlooker may see now; `nil` where the game is played elsewhere.
  var onlookerView: (any GameView)? { get }
  /// The lines of the moves that are legal now, and the forms of those that are too many to list, such
  /// as `guess C C C C`.
  var legal: (lines: [String], forms: [String]) { get }
  /// The log as the players may see it: the `new` line and the moves in force. It is empty where
  /// the game is played elsewhere.
  var lines: [String] { get }
  /// Shows the positions of the log in order, on a copy of the game. There are none where the game
  /// is played elsewhere.
  ///
  /// - Parameter body: is called with the copy, the line that led to its position and what this
  ///   line reported; the first line is empty. It returns whether to go on.
  func forEachPosition(
    _ body: (_ game: any OpenGame, _ line: String, _ events: [any Event]) -> Bool)
}

extension OpenGame {
  /// A file of the game as it stands, from which `load` opens it again; `nil` where the game is played
  /// elsewhere, and while a fair game keeps its secret.
  public var savedBytes: [UInt8]? {
    (self as? any LoggedGame).flatMap { $0.keepsSecret ? nil : SavedGame.bytes(of: $0) }
  }

  /// The name of the player whose turn it is; `nil` if the game is over, and where nobody plays yet or
  /// the players are not known here.
  package var playerOnTurn: String? {
    guard let turn = status.turn else { return nil }
    let players = players
    return players.indices.contains(turn) ? players[turn] : nil
  }

  /// Whose turn it is, or how the game ended, by the players' names.
  public var statusData: Value {
    let winners: [Int] = if case .over(let winners) = status { winners } else { [] }
    return [
      "over": .bool(status.isOver), "turn": .optional(playerOnTurn),
      "winners": .strings(
        winners.map { players.indices.contains($0) ? players[$0] : String($0 + 1) }),
      "moves": .integer(moveCount),
    ]
  }
}
