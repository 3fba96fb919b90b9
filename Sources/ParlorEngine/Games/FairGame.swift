import LineSyntax
import ParlorKit

// What a fair game allows: moves whose draws follow from its secret, until the secret is shown.
extension TypedGame {
  /// Refuses moves of a fair game whose secret is known, and outcomes that are given. In a log they
  /// must be those of the secret.
  func checkFairness(of call: Call) throws(GameError) {
    if clock.isReplaying { return try checkDraw(of: call) }
    if origin.isRevealed, !status.isOver,
      case .move = try timeline.driver.intent(of: call, at: clock.time)
    {
      throw .revealed
    }
    if !origin.isSeedGiven { return try refuseGivenOutcome(of: call) }
    try checkDraw(of: call)
    if origin.hasSides,
      case .move(let move) = try timeline.driver.intent(of: call, at: clock.time),
      try !givesOutcome(move), try draws(move)
    {
      throw .notNow("no side of this draw is played here")
    }
  }

  /// Checks that an outcome is the one that the secret has for this draw: some first words of the
  /// line are the move that draws it.
  private func checkDraw(of call: Call) throws(GameError) {
    guard case .move(let move) = try timeline.driver.intent(of: call, at: clock.time),
      try givesOutcome(move)
    else { return }
    if let sides = origin.fair?.sides, sides.key(of: UInt64(log.drawCount)) == nil {
      throw .illegal("the share of a side for this draw is missing")
    }
    let line = timeline.driver.line(of: move)
    let words = line.split(separator: " ")
    for count in 1..<words.count {
      let typed = Array(words.prefix(count).joined(separator: " ").utf8)
      guard let call = try? kind.call(of: typed[...]),
        let move = try? timeline.driver.move(call)
      else { continue }
      var chance = timeline.driver.chance(of: move, epoch: 0)
      guard case .play(let drawn)? = try? timeline.driver.resolve(move, chance: &chance),
        chance.hasDrawn
      else { continue }
      if timeline.driver.line(of: drawn) == line { return }
    }
    throw .illegal("the outcome is not the one that the secret has for this draw")
  }

  func give(word: String, of player: String) throws(CommandError) {
    guard let fair = origin.fair, let index = players.firstIndex(of: player) else { throw .notFair }
    if origin.isRevealed { throw .fairRevealed }
    if fair.sides != nil { throw .fairSharesOnly }
    guard log.count == 0 else { throw .fairStarted }
    guard FairWord.isValid(word) else { throw .badFairWord }
    var origin = origin
    origin.fair = FairSecret(
      fair.bytes, words: FairWord.replacing(index, of: fair.words, by: word))
    do throws(GameError) {
      timeline = try Self.opened(rules, &origin)
    } catch {
      throw .refused(error)
    }
    self.origin = origin
    journal?.note("fair word \(Word.written(player)) \(Word.written(word))", digest)
  }

  func reveal() -> [any Event] {
    guard let fair = origin.fair, !origin.isRevealed else { return [] }
    origin.isRevealed = true
    if !status.isOver { journal?.note(.givenUp) }
    let debtor = status.isOver ? nil : debtor
    return [HostEvent.fairRevealed(fair)] + (debtor.map { [HostEvent.owes($0)] } ?? [])
  }

  /// Refuses to take back what moves from a place on have shown, if it stays or others must agree.
  func check(_ policy: UndoPolicy, from place: Int) throws(CommandError) {
    if policy == .forbid { try timeline.check(policy, from: place) }
    if clock.isReplaying { return }
    if origin.fair != nil {
      if origin.isRevealed { throw .fairRevealed }
      if sides != nil { throw .fairTold }
      if !timeline.chanceShown(by: place..<moveCount).isEmpty { throw .fairDrawn }
    }
    if policy == .ask, hasSharedChance(from: place) { throw .needsConsent }
  }
}

extension GameError {
  /// A move of a fair game whose secret is known.
  static var revealed: Self { Self(.notNow, CommandError.fairRevealed.message) }
}
