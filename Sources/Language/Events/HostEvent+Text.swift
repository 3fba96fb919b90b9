package import ParlorKit
import Platform

extension HostEvent {
  package func write(to text: inout TextWriter) {
    switch self {
    case .said(let words): text.write(words)
    case .ignored(let reason): text.write("Nothing changes: ", reason, ".")
    case .keptOpen(let game):
      text.write("Game ", game.number, " (", game.name, ") stays open: `use ", game.number)
      text.write("` returns to it.")
    case .using(let game): text.write("Game ", game.number, ", ", game.name, ".")
    case .closed(let game): text.write("Closed game ", game.number, " (", game.name, ").")
    case .games(let games, let current): write(games, current: current, to: &text)
    case .ruleNames(let names, let notes):
      let hasGames = names.contains { $0.game != names[0].game }
      Columns(names.map { (hasGames ? [$0.game] : []) + [$0.name, $0.summary] }).write(to: &text)
      for note in notes {
        text.breakLine()
        text.write(Styled(.faint, note))
      }
    case .rulesSaved(let game, let name, let options, let isLasting):
      text.write("Rules ", name, " of ", game, isLasting ? " saved: " : " saved for this session: ")
      text.write(options.isEmpty ? "the default" : options.joined(separator: " "), ".")
    case .rulesDeleted(let game, let name):
      text.write("Rules ", name, " of ", game, " deleted.")
    case .rules(let game, let name, let base, let lines):
      text.write(Styled(.strong, "\(game) rules\(name.map { ": \($0)" } ?? "")"), "\n")
      Columns(lines.map { [$0.option, $0.differs ? "\($0.value) *" : $0.value, $0.summary] })
        .write(to: &text)
      if lines.contains(where: \.differs) { text.write("\n* departs from ", base ?? "the default") }
    case .table(let view): view.writeTable(to: &text)
    case .legal(let moves, let count, let forms):
      if moves.isEmpty && forms.isEmpty { text.write("No move is legal.") }
      let more = moves.count < count ? ["and \(count - moves.count) more"] : []
      text.write(moves + more + forms, separator: "\n")
    case .state(let value): text.write(value.json)
    case .log(let lines): text.write(lines, separator: "\n")
    case .undone(let lines): text.write("Undone: ", Self.summary(of: lines), ".")
    case .redone(let lines): text.write("Redone: ", Self.summary(of: lines), ".")
    case .wentTo(let move, let moves):
      text.write("After move ", move, " of ", moves, ".")
    case .replayed(let move, let moves, let line):
      text.write(Styled(.faint, "Move \(move) of \(moves): \(line)"))
    case .seats(let lines):
      text.write(
        lines.map { "\($0.player): \($0.bot.map { "the bot \($0)" } ?? "human")" }, separator: "\n")
    case .botFailed(let bot, let reason):
      text.write("The bot ", bot, " leaves its seat, as its move is refused: ", reason, ".")
    case .botsPaused(let moves):
      text.write("The bots pause after ", moves, " moves; any move lets them go on.")
    case .saved(let path, let game):
      text.write("Saved ", game.name, ", ", game.count, ", in ", path, ".")
    case .loaded(let path, let game):
      text.write("Loaded ", game.name, ", ", game.count, ", from ", path, ".")
    case .sourced: break
    case .recording(nil): text.write("The session is not being recorded.")
    case .recording(let path?): text.write("Recording into ", path, ".")
    case .recorded(let path, let commands):
      text.write("Recorded ", Plural(commands, "command"), " in ")
      text.write(path, ".")
    case .settings(let lines):
      Columns(
        lines.map { ["\($0.name) = \($0.value)", $0.choices.joined(separator: "|"), $0.summary] }
      ).write(to: &text)
    case .seed(let seed): text.write("The next game has seed ", seed, ".")
    case .time(let time, let isReal): text.write(time, isReal ? "" : ", virtual")
    case .help(let page): page.write(to: &text)
    case .resumed(let games):
      let most = 10
      var lines = games.prefix(most).map {
        "Game \($0.number), \($0.name), goes on after \($0.count)."
      }
      if games.count > most {
        lines.append("And \((games.count - most).grouped) more go on: `games` lists them.")
      }
      text.write(lines, separator: "\n")
    case .notKept(let reason):
      text.write("The games are kept in memory only: ", reason, ".")
    case .keptAgain: text.write("The games are kept on the disk again.")
    case .resultsNotKept(let reason):
      text.write("Results cannot be recorded and wait: ", reason, ".")
    case .resultsKeptAgain: text.write("The results that waited are recorded.")
    case .setAside(let path, let reason):
      text.write("A journal is damaged and was set aside as ", path, ": ", reason, ".")
    case .tornAside(let path):
      text.write("The last line of a journal was never finished; it was set aside as ", path, ".")
    case .leftAlone(let reason): text.write("A journal was left where it is: ", reason, ".")
    case .salvaged(let game):
      text.write("Game ", game.number, ", ", game.name, ", goes on from before the damage.")
    case .notCounted(let reason, let isOver):
      text.write(isOver ? "This game does not count" : "From here on this game does not count")
      text.write(": ", reason, ".")
    }
  }

  private func write(_ games: [GameLine], current: Int?, to text: inout TextWriter) {
    guard !games.isEmpty else { return text.write("No game is open.") }
    Columns(
      games.map { game in
        let mark = game.number == current ? "* " : "  "
        return ["\(mark)\(game.number)", game.name, game.count + (game.isOver ? ", over" : "")]
      }
    ).write(to: &text)
  }

  /// Moves in a few words: the lines if there are at most three, else their number.
  private static func summary(of lines: [String]) -> String {
    lines.count <= 3 ? lines.joined(separator: ", ") : "\(lines.count.grouped) moves"
  }
}
