package import ParlorKit

/// An open game that is played somewhere else. What is done there cannot be undone, saved or
/// replayed here.
package final class OpenRemoteGame: SessionGame {
  package let number: Int
  package let kind: GameKind
  package let origin: GameOrigin
  package let opening: [any Event]
  package private(set) var moveCount = 0
  let connection: any RemoteConnection

  /// A game that was just opened.
  ///
  /// - Parameter opening: what happened then.
  package init(
    _ connection: any RemoteConnection, number: Int, origin: GameOrigin, opening: [any Event]
  ) {
    self.connection = connection
    self.number = number
    kind = origin.kind
    self.origin = origin
    self.opening = opening
  }

  package var status: GameStatus { connection.status }
  package var view: any GameView { connection.view }
  package func legalMoves() -> LegalLines { connection.legal }

  package var players: [String] { [] }
  package var onlookerView: (any GameView)? { nil }
  package var lines: [String] { [] }
  package func forEachPosition(
    _ body: (_ game: any OpenGame, _ line: String, _ events: [any Event]) -> Bool
  ) {}

  package func run(_ call: Call) throws(GameError) -> MoveReport {
    let events = try connection.run(call)
    moveCount += 1
    return MoveReport(events: events, isMove: true)
  }
}

/// The way to a game that is played elsewhere, and what is known of it here.
package protocol RemoteConnection: AnyObject {
  /// Runs a command.
  func run(_ call: Call) throws(GameError) -> [any Event]
  /// Takes note that the session's clock has moved.
  ///
  /// - Returns: what happened until then.
  func advance() -> [any Event]
  /// What has happened since the last call, without a command.
  ///
  /// - Parameter listening: whether to look for what has come since the last answer. If not,
  ///   whatever else can be asked here stays as it is.
  func news(listening: Bool) -> [any Event]
  /// Whose turn it is, or how the game ended.
  var status: GameStatus { get }
  /// What the player sees.
  var view: any GameView { get }
  /// What can be typed now.
  var legal: LegalLines { get }
}
