import ParlorKit

/// What is legal now, in few words: every move, or the forms of the commands with their counts.
package struct LegalSummary: Sendable {
  /// The most that is listed one by one.
  static let most = 12

  /// Moves or forms.
  let entries: [String]

  /// The summary for a game.
  init(of game: any OpenGame) {
    let legal = game.legalMoves()
    guard legal.moves.count + legal.forms.count > Self.most else {
      entries = legal.moves.map(\.line) + legal.forms
      return
    }
    var verbs: [String] = []
    var counts: [String: Int] = [:]
    for move in legal.moves {
      let verb = String(move.line.prefix { $0 != " " })
      if counts[verb] == nil { verbs.append(verb) }
      counts[verb, default: 0] += 1
    }
    entries =
      verbs.map { verb in
        let count = counts[verb] ?? 0
        let usage = game.kind.definition.commands.first { $0.verb == verb }?.usages.last ?? verb
        return count == 1 ? verb : "\(usage) (\(count.grouped))"
      } + legal.forms
  }
}
