import LineSyntax
import ParlorKit

/// The players in a `new` line for whom the program is to play, as in `new farkle Ann computer`,
/// `new farkle Ann versus best` and `new farkle Ann Bob=hard`.
struct Opponents {
  /// The line with names only.
  let line: Line
  /// The players, with the bots as they are typed.
  let bots: [(player: String, bot: String)]

  /// Words between the names.
  private static let connectives: Set<String> = ["vs", "versus", "against", "and"]

  /// - Returns: `nil` if the line has no such words, or nobody else plays.
  init?(_ line: Line, _ kind: GameKind, _ opening: DeclaredCommand) {
    let setup = kind.definition.setup
    guard !setup.isEmpty, setup.allSatisfy({ $0.kind == .name }), kind.bots.count > 1,
      // Most lines have names and options only.
      line.tokens.dropFirst().contains(where: { token in
        let bytes = line.bytes[token.range]
        let name = bytes.prefix { $0 != UInt8(ascii: "=") }
        if token.isQuoted { return false }
        if name.count < bytes.count {
          return !opening.declaration.options.contains { $0.name.utf8.elementsEqual(name) }
        }
        let word = line.text(token)
        return Self.connectives.contains(word) || kind.bot(word) != nil
      })
    else { return nil }
    var words: [String] = []
    var players: [String] = []
    var bots: [(player: String, bot: String)] = []
    var isGameNamed = false
    var isSaid = false
    var endsOpen = false
    for token in line.tokens.dropFirst() {
      let word = line.text(token)
      let written = String(decoding: line.bytes[token.range], as: UTF8.self)
      // A name in capitals is a word with a `=`, not an option.
      let parts = token.isQuoted ? [] : written.split(separator: "=", maxSplits: 1).map(String.init)
      if parts.count == 2 {
        let (name, value) = (parts[0], parts[1])
        guard !opening.declaration.options.contains(where: { $0.name == name }) else {
          words.append(written)
          continue
        }
        if kind.bot(written) != nil {
          bots.append((name, written))
        } else if kind.bot(value) != nil {
          bots.append((Self.connectives.contains(name) ? value : name, value))
        } else {
          return nil
        }
        players.append(bots[bots.count - 1].player)
      } else if !isGameNamed {
        isGameNamed = true
        words.append(written)
      } else if !token.isQuoted, Self.connectives.contains(word) {
        (isSaid, endsOpen) = (true, true)
        continue
      } else {
        if !token.isQuoted, kind.bot(word) != nil { bots.append((word, word)) }
        players.append(word)
      }
      endsOpen = false
    }
    if endsOpen {
      players.append(GameKind.program[0])
      bots.append((GameKind.program[0], GameKind.program[0]))
    }
    // Somebody plays against the program.
    if players.count == 1, bots.count == 1,
      kind.definition.setup.allSatisfy({ $0.count.contains(2) })
    {
      players.insert(GameKind.person, at: 0)
    }
    guard isSaid || !bots.isEmpty, bots.count < players.count else { return nil }
    let text = ["new"] + words + players.map(Word.written)
    guard let line = try? Line(command: Array(text.joined(separator: " ").utf8)[...]) else {
      return nil
    }
    (self.line, self.bots) = (line, bots)
  }
}

extension Opponents {
  /// A line of a log as it is typed: the names of `new` have quotes where they would mean a bot or
  /// something else.
  static func quotingNames(in line: String, _ kind: GameKind) -> String {
    guard line.hasPrefix("new "), kind.definition.setup.allSatisfy({ $0.kind == .name }),
      let line = try? Line(command: Array(line.utf8)[...])
    else { return line }
    return line.tokens.enumerated().map { index, token in
      let word = line.text(token)
      let isRead =
        connectives.contains(word) || kind.bot(word) != nil || word == "fair"
        || kind.definition.options.contains { $0.isWord && $0.name == word }
      return index > 1 && token.name == nil && !token.isQuoted && isRead
        ? "\"\(word)\"" : String(decoding: line.bytes[token.range], as: UTF8.self)
    }.joined(separator: " ")
  }
}

extension GameKind {
  /// Difficulties, which stand for bots.
  static let levels = ["easy", "medium", "hard"]
  /// What players call the program.
  static let program = ["computer", "bot"]
  /// The name of a player who gives none.
  static let person = "Player"

  /// The program, and the difficulties, as opponents; none if no bot of the game's own plays it.
  var levelSuggestions: [Suggestion] {
    guard bots.count > 1 else { return [] }
    return ([Self.program[0]] + Self.levels).map { word in
      let bot = "the bot \(bot(word) ?? Seat.random)"
      return Suggestion(word, word == Self.program[0] ? "the program plays: \(bot)" : bot)
    }
  }

  /// The bot that a word or `NAME=VALUE` means, as `seat` takes it: one of the game's, or that of a
  /// difficulty. `easy` is `random`, `medium` the game's first bot, `hard` its bot `best`, or else
  /// the last one.
  func bot(_ word: String) -> String? {
    let name = word.utf8.prefix { $0 != UInt8(ascii: "=") }
    if botWords.contains(where: { row in
      row.name.elementsEqual(name) && (name.count == word.utf8.count || row.takesValue)
    }) {
      return word
    }
    var own: [String] { bots.compactMap { $0.first }.filter { $0 != Seat.random } }
    switch word {
    case "easy": return Seat.random
    case "medium", Self.program[0], Self.program[1]: return own.first ?? Seat.random
    case "hard": return own.first { $0 == "best" } ?? own.last ?? Seat.random
    default: return nil
    }
  }
}
