public import ParlorKit

extension Farkle {
  /// How every player fared, and what statistics are made of.
  public func record(of history: GameHistory<Farkle>) -> GameRecord {
    var notes = GameNotes(history.start)
    let end = history.replay { notes.note($0) }
    let names = end.match.names
    return GameRecord(
      players: names.indices.map { index in
        PlayerRecord(
          names[index], end.result(of: index), notes.seats[index].measures(of: end.seats[index]))
      },
      measures: ["rounds": end.round, "turns": end.turns, "overtimes": end.overtimes])
  }

  /// Dice on a real table are given, and count.
  public func countsGivenOutcomes(_ setup: GameConfiguration) -> Bool {
    setup.options.text("dice") == "physical"
  }
}

extension FarkleState {
  /// How the game ended for a player.
  fileprivate func result(of player: Int) -> PlayerResult {
    guard !seats[player].hasLeft else { return .resigned }
    guard let outcome else { return .abandoned }
    if outcome.winners[player] { return .won }
    return outcome.reason == .solo ? .played : .lost
  }
}
