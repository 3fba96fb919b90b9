package import FarkleGame
package import ParlorKit

/// A game that the player sits at, with the dice that are set aside but not yet sent.
package struct Table: Sendable, Equatable {
  /// What the service told last.
  package private(set) var update: GameUpdate
  /// The round under way.
  package private(set) var turn: Turn
  /// The face of each of the six dice, 0 for those set aside before the last roll; empty before
  /// the first roll.
  private var dice: [Int]
  /// Which of the dice are set aside and not yet sent.
  private var isHeld: [Bool]
  /// Whether the service may know more than it told: an answer got lost.
  package var isDoubtful = false

  /// What dice are worth in this game.
  package static let scoring = ScoringRules.preset("farkle-ten") ?? .standard

  /// A table as the service tells.
  package init(_ update: GameUpdate) {
    self.update = update
    dice = update.dice.contains { $0 > 0 } ? update.dice : []
    isHeld = dice.map { _ in false }
    // Before the first roll of a round the service may still tell the points of the round before.
    turn = Turn(earlier: dice.isEmpty ? 0 : update.players.first?.roundScore ?? 0)
    if let loose = Dice(dice.filter { $0 > 0 }), !loose.isEmpty { turn.roll(loose) }
  }

  /// The player who is logged in.
  package var me: GamePlayer? { update.players.first }

  /// Whether the player has rounds to play.
  package var canPlay: Bool {
    guard let me else { return false }
    return !update.isOver && me.round <= update.lastRound
  }

  /// Whether the lobby tells of something that this table does not show yet.
  package func isBehind(_ lobby: Lobby) -> Bool {
    guard let card = lobby.games.first(where: { $0.id == update.id }), !update.isOver else {
      return false
    }
    return card.situation == .finished || card.lastRound > update.lastRound
  }

  /// What `saveddice` says: 0 for a die that is rolled, the face of one that is set aside now, 10
  /// for one that was set aside before.
  package var savedDice: [Int] {
    guard !dice.isEmpty else { return [0, 0, 0, 0, 0, 0] }
    return zip(dice, isHeld).map { face, held in face == 0 ? 10 : held ? face : 0 }
  }

  /// The dice that the next roll leaves on the table, for dice that are dictated: nothing for those
  /// that stay, a face for the others in order.
  package func dictation(_ faces: [Int]) -> [Int?] {
    guard !turn.isHot, !dice.isEmpty else { return faces.map { $0 } }
    var rest = faces[...]
    return savedDice.map { $0 == 0 ? rest.popFirst() : nil }
  }

  /// Sets dice aside.
  ///
  /// - Throws: what keeps them from being held.
  package mutating func hold(_ held: DiceCounts) throws(GameError) {
    let score = try turn.score(holding: held, Self.scoring)
    turn.hold(held, score: score)
    for face in held.ascending {
      if let index = dice.indices.first(where: { dice[$0] == face && !isHeld[$0] }) {
        isHeld[index] = true
      }
    }
  }
}
