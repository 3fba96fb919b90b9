import ParlorKit

/// The games that are open in a session, and which of them is current.
struct OpenGames {
  /// The most games that can be open.
  static let most = 1000

  /// The open games in the order of their numbers.
  private(set) var all: [any OpenGame] = []
  /// The game that moves go to.
  private(set) var current: (any OpenGame)?
  private var lastNumber = 0
  /// How often something was opened, closed or made current.
  private(set) var changes = 0

  /// The number that the next game will have.
  var nextNumber: Int { lastNumber + 1 }

  /// Puts a new game in front. The one before is closed if it is finished or was not moved.
  ///
  /// - Returns: the game before, if it stays open.
  mutating func open(_ game: any OpenGame) throws(CommandError) -> (any OpenGame)? {
    let before = current
    let keeps = before.map { $0.moveCount > 0 && !$0.status.isOver } ?? false
    guard all.count - (before == nil || keeps ? 0 : 1) < Self.most else { throw .tooManyGames }
    if let before, !keeps { _ = remove(before) }
    add(game)
    return keeps ? before : nil
  }

  /// Puts a game in front that was open in an earlier session; those before it stay as they are.
  mutating func resume(_ game: any OpenGame) throws(CommandError) {
    guard all.count < Self.most else { throw .tooManyGames }
    add(game)
  }

  private mutating func add(_ game: any OpenGame) {
    all.append(game)
    current = game
    lastNumber = game.number
    changes += 1
  }

  /// Makes an open game current.
  mutating func use(_ number: Int) throws(CommandError) -> any OpenGame {
    let game = try find(number)
    current = game
    changes += 1
    return game
  }

  /// Closes a game; the one opened before it becomes current if it was.
  mutating func close(_ number: Int) throws(CommandError) -> any OpenGame {
    let game = try find(number)
    let next = remove(game)
    if current === game { current = next }
    return game
  }

  private func find(_ number: Int) throws(CommandError) -> any OpenGame {
    guard let game = all.first(where: { $0.number == number }) else {
      throw .unknownGameNumber(number, open: all.count)
    }
    return game
  }

  /// Removes a game.
  ///
  /// - Returns: the last of those left.
  private mutating func remove(_ game: any OpenGame) -> (any OpenGame)? {
    all.removeAll { $0 === game }
    changes += 1
    return all.last
  }
}
