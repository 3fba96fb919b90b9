import ParlorKit

extension Lobby {
  /// How wide the bar of the experience is.
  private static let barWidth = 24

  /// Writes the player's card, the experience, the games, the friends and the tournament.
  func write(daily: DailyProgress?, me: Int, to text: inout TextWriter) {
    writeCard(to: &text)
    writeBar(to: &text)
    if let daily, daily.played > 0 {
      text.write(
        "\nToday: ", daily.played, " of ", daily.most, " games, ", Grouped(daily.score), " points")
    }
    if games.isEmpty { text.write("\nNo games. `create solo|random|friends` begins one.") }
    let idWidth = games.map { String($0.id).count }.max() ?? 0
    let names = games.map { $0.opponents(of: card.name) }
    let nameWidth = names.map { DisplayWidth.of($0) }.max() ?? 0
    for (game, name) in zip(games, names) {
      let id = String(game.id)
      text.write(
        "\n  ", Self.blanks(idWidth - id.count), id, "  ", name,
        Self.blanks(nameWidth - DisplayWidth.of(name)), "  ")
      game.writeSituation(me: me, to: &text)
    }
    if let tournament { text.write("\nTournament ", tournament, " is on: `tournament`") }
    guard !friends.isEmpty else { return }
    text.write("\nFriends here:")
    for friend in friends {
      text.write("\n  ", Styled(.strong, friend.name), "  ", Styled(.faint, friend.status))
    }
  }

  /// `[12] Ann the Prospect  1,240`
  private func writeCard(to text: inout TextWriter) {
    text.write(Styled(.good, "[\(card.level)]"), " ", Styled(.strong, card.name))
    if let title = card.title { text.write(" ", Styled(.faint, title)) }
    text.write("  ", Styled(.treasure, Grouped(card.achievementScore)), " achievement points")
  }

  /// `[######------------------] 11 of 42 to level 3`
  private func writeBar(to text: inout TextWriter) {
    let filled = card.percent * Self.barWidth / 100
    text.write(
      "\n[", Styled(.good, String(repeating: "#", count: filled)),
      Styled(.faint, String(repeating: "-", count: Self.barWidth - filled)), "] ", card.experience,
      " of ", card.needed, " to level ")
    text.write(card.level + 1)
  }

  private static func blanks(_ count: Int) -> String {
    String(repeating: " ", count: max(0, count))
  }
}

extension GameCard {
  /// Writes what the game waits for, in the words and colours of the service's own lobby, and who
  /// won it.
  func writeSituation(me: Int, to text: inout TextWriter) {
    switch situation {
    case .finished:
      text.write(Styled(.done, "Game finished!"))
      if players > 1, let winner {
        text.write(" ", winner == me ? Styled(.good, "Won 🏆") : Styled(.bad, "Lost"))
      }
    case .overtime: text.write(Styled(.awaited, "Overtime Round \(lastRound)!"))
    case .overtimeWaiting: text.write(Styled(.faint, "Overtime - Waiting..."))
    case .waitingOnYou: text.write(Styled(.awaited, "Waiting on you."))
    case .waitingOnOthers: text.write(Styled(.faint, "Waiting on others..."))
    case .challenged: text.write(Styled(.awaited, "You've been challenged!"))
    case .inProgress: text.write(Styled(.awaited, "Game in progress..."))
    }
    if situation == .inProgress { text.write(" round ", round, " of ", lastRound) }
  }
}
