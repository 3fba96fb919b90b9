import ParlorKit

/// The open games of a session, and which of them is current.
package struct OpenGames {
  /// The most games that can be open.
  let limit: Int

  /// The open games in the order of their numbers.
  private(set) var all: [any SessionGame] = []
  /// The game that gets the moves.
  private(set) var current: (any SessionGame)?
  private var lastNumber = 0
  /// The unfinished games that were closed, the last first.
  private(set) var closed: [any LoggedGame] = []
  /// The most of them that can be opened again.
  private static let closedLimit = 20
  /// The games that were closed since the last line that was kept; nil if none was opened, closed or
  /// made current since.
  var removed: [any SessionGame]?

  init(limit: Int) { self.limit = limit }

  /// The number that the next game will have.
  var nextNumber: Int { lastNumber + 1 }

  /// The games that are played elsewhere.
  var remote: [OpenRemoteGame] { all.compactMap { $0 as? OpenRemoteGame } }

  /// Makes a new game the current one, and closes the one before if it is finished or has no move,
  /// not even one that was undone. The game of a day stays open.
  ///
  /// - Returns: the game before, if it stays open.
  mutating func open(_ game: any SessionGame) throws(CommandError) -> (any SessionGame)? {
    let before = current
    let keeps =
      before.map { game in
        ((game.logged?.log.count ?? game.moveCount) > 0 || game.logged?.isAgreed == true
          || game.logged?.table.isDaily == true) && !game.status.isOver
      } ?? false
    guard all.count - (before == nil || keeps ? 0 : 1) < limit else {
      throw .tooManyGames(limit: limit)
    }
    if let before, !keeps { _ = remove(before) }
    add(game)
    return keeps ? before : nil
  }

  /// Adds a game and makes it current: a copy, or one that was open before. The others stay open.
  mutating func resume(_ game: any SessionGame) throws(CommandError) {
    guard all.count < limit else { throw .tooManyGames(limit: limit) }
    add(game)
  }

  private mutating func add(_ game: any SessionGame) {
    all.append(game)
    current = game
    lastNumber = max(lastNumber, game.number)
    removed = removed ?? []
  }

  /// Makes an open game current.
  mutating func use(_ number: Int) throws(CommandError) -> any SessionGame {
    let game = try find(number)
    current = game
    removed = removed ?? []
    return game
  }

  /// Shows a position in place of the current game, or that game again: no game is opened or closed.
  mutating func show(_ game: (any SessionGame)?) { current = game }

  /// The open game of a number.
  func game(_ number: Int) throws(CommandError) -> any SessionGame { try find(number) }

  /// Closes a game. If it was current, the last of the others becomes current. One that is
  /// unfinished can be opened again.
  mutating func close(_ number: Int) throws(CommandError) -> any SessionGame {
    let game = try find(number)
    let next = remove(game)
    if current === game { current = next }
    if let game = game.logged, game.log.count > 0 || game.isAgreed, !game.status.isOver {
      // It rests until it is opened again.
      game.clock.stop()
      closed.insert(game, at: 0)
      if closed.count > Self.closedLimit { closed.removeLast() }
    }
    return game
  }

  /// A game that was closed, by its number from the last one on.
  func closed(_ number: Int) throws(CommandError) -> any LoggedGame {
    guard closed.indices.contains(number - 1) else {
      throw .unknownClosedGame(number, closed: closed.count)
    }
    return closed[number - 1]
  }

  /// Forgets closed games: they are not opened again.
  mutating func dropClosed(where isMeant: (any LoggedGame) -> Bool) {
    closed.removeAll(where: isMeant)
  }

  /// Opens a game again that was closed, by its number from the last one on.
  mutating func reopen(closed number: Int) throws(CommandError) -> any LoggedGame {
    let game = try closed(number)
    try resume(game)
    closed.remove(at: number - 1)
    game.clock.goOn()
    return game
  }

  private func find(_ number: Int) throws(CommandError) -> any SessionGame {
    guard let game = all.first(where: { $0.number == number }) else {
      throw .unknownGameNumber(number)
    }
    return game
  }

  /// Removes a game.
  ///
  /// - Returns: the last of those left.
  private mutating func remove(_ game: any SessionGame) -> (any SessionGame)? {
    all.removeAll { $0 === game }
    removed = (removed ?? []) + [game]
    return all.last
  }
}
