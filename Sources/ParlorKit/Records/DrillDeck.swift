/// The positions that a player practises, as `drill` keeps them in the profile.
package struct DrillDeck: Sendable, Equatable {
  /// The positions in the order in which they were added.
  package var cards: [DrillCard] = []
  /// The names of the results whose games were searched for errors, the last at the end.
  package private(set) var searched: [String] = []

  /// The most positions, and the most games that were searched.
  private static let limit = 1_000

  package init(cards: [DrillCard] = [], searched: [String] = []) {
    self.cards = cards
    self.searched = searched
  }

  /// Adds a position that the deck lacks. In a full deck it takes the place of one that is known best.
  package mutating func add(_ card: DrillCard) {
    guard !cards.contains(where: { $0.isSame(as: card) }) else { return }
    if cards.count >= Self.limit,
      let known = cards.indices.max(by: { cards[$0].box < cards[$1].box })
    {
      cards.remove(at: known)
    }
    cards.append(card)
  }

  /// Notes that a game was searched for errors.
  package mutating func noteSearched(_ id: String) {
    guard !searched.contains(id) else { return }
    searched = searched.suffix(Self.limit - 1) + [id]
  }

  /// Notes an answer. A new position is added if the answer was wrong.
  package mutating func note(_ card: DrillCard, isRight: Bool, on day: Int) {
    if let place = cards.firstIndex(where: { $0.isSame(as: card) }) {
      cards[place].note(isRight: isRight, on: day)
    } else if !isRight {
      var card = card
      card.note(isRight: false, on: day)
      add(card)
    }
  }

  /// The position of a game to ask on a day: of those that are due one in the lowest box, the first of
  /// these; `nil` if none is due.
  ///
  /// - Parameter asked: positions that were asked just now.
  package func due(_ game: String, on day: Int, except asked: [DrillCard]) -> DrillCard? {
    cards.filter { card in
      card.game == game && card.due <= day && !asked.contains { $0.isSame(as: card) }
    }.min { $0.box < $1.box }
  }
}

/// A position to practise, and how well it is known, by the system of Leitner: a right answer moves it
/// to the next box, which is asked later, and a wrong one back to the first.
///
/// Source: Sebastian Leitner, So lernt man lernen, Freiburg 1972; the intervals double from box to
/// box.
package struct DrillCard: Sendable, Equatable {
  /// The name of the game.
  package var game: String
  /// The log that leads to the position, as a saved game.
  package var log: String
  /// Its box, 1 to 5.
  package var box: Int
  /// The day on which it is asked again, in days since 1970-01-01 (UTC).
  package var due: Int

  /// The boxes.
  package static let boxes = 1...5

  package init(game: String, log: String, box: Int = 1, due: Int) {
    self.game = game
    self.log = log
    self.box = box
    self.due = due
  }

  package func isSame(as other: DrillCard) -> Bool { game == other.game && log == other.log }

  /// Notes an answer: after a right one it is asked again in 1, 2, 4, 8 or 16 days.
  package mutating func note(isRight: Bool, on day: Int) {
    due = isRight ? day + 1 << (box - 1) : day
    box = isRight ? min(box + 1, Self.boxes.upperBound) : Self.boxes.lowerBound
  }
}
