import LineSyntax
import ParlorKit

// Games whose chance anybody can check: see the article "Fair chance".

extension HostCommand {
  static let fair = HostCommand(
    in: .play, requires: .fairGame, traits: .yieldsToGames, suggest: wordGivers,
    Command(
      "fair", "show the commit of a fair game, or give a word to its draws",
      details: [
        "`new … fair` opens a fair game: Parlor draws a secret, and first shows its SHA-256, the"
          + " commit. All draws follow from the secret and the words of the players. The end of the"
          + " game shows the secret; then `parlor verify FILE` checks the saved game.",
        "Each player may give a word before the first move; the default is the name.",
        "In a fair game a draw cannot be undone. `fair reveal` gives the game up, as `close` does, and"
          + " shows the secret.",
        "`new farkle Ann Bob fair=both fair-side=Ann` opens a game in which Bob plays at his own"
          + " Parlor. Nobody holds the secret: each draw combines a share of both sides. Send the lines"
          + " that Parlor shows to the other side, and type here those that come from there.",
      ],
      examples: ["fair", "fair word Ann rhubarb", "fair take hold 1 5", "fair reveal"],
      Form { interpreter throws(CommandError) in
        let game = try interpreter.session.requireLoggedGame()
        if game.origin.fair == nil { throw .notFair }
        return CommandResult(events: game.fairEvents)
      },
      Form("word", .word("NAME"), .text("TEXT"), help: "give the word of a player") {
        interpreter, name, word throws(CommandError) in
        let game = try interpreter.session.requireLoggedGame()
        try game.give(word: word, of: try game.player(named: name))
        return CommandResult(events: game.fairEvents, showsSituation: true)
      },
      Form("take", .text("LINE"), help: "take a line of the other side") {
        interpreter, text throws(CommandError) in
        let report = try interpreter.session.requireLoggedGame().take(text)
        return CommandResult(events: report.events, showsSituation: true)
      },
      Form("reveal", help: "give the game up and show its secret") {
        interpreter throws(CommandError) in
        let game = try interpreter.session.requireLoggedGame()
        if game.origin.fair == nil { throw .notFair }
        return CommandResult(events: game.reveal())
      }))

  /// The players, after `word`.
  private static let wordGivers: Suggest = { assistant, given, _ in
    guard given == ["word"], let game = assistant.session.currentGame?.logged else { return [] }
    return game.players.map { Suggestion(Word.written($0)) }
  }
}

// MARK: - Checking

/// What is known of a fair game whose file was checked.
package struct VerifiedGame: Sendable {
  /// Its title.
  package var name: String
  package var commit: String
  package var words: String
  package var moves: Int
  /// The draws among them, and at the start.
  package var draws: Int
  /// Whether it was played to its end, rather than given up.
  package var isOver: Bool
  /// Who loses it by the rule of two sides, since he owes a share or the next move; nil if it is
  /// over, or has a keeper.
  package var debtor: String?
  /// Whether two sides gave the shares of its draws.
  package var hasSides: Bool { commit.contains("+") }
  /// The checksum in its last line.
  package var sum: String
}

extension Session {
  /// Checks the file of a fair game: its checksum, its moves, that the secret has the commit, and
  /// that every draw is the one that follows from the secret and the words.
  ///
  /// - Throws: an error that names the line at fault.
  package func verify(_ bytes: [UInt8], path: String) throws(CommandError) -> VerifiedGame {
    let game = try LogReplayer(self).replay(bytes, path: path).game
    guard let fair = game.origin.fair else {
      throw .badSave(path: path, line: 1, reason: "the game is not fair: its draws have no commit")
    }
    if let sides = fair.sides {
      let draws = game.log.drawCount
      let counts = [sides.count(0), sides.count(1)]
      // Only the player on turn gives a share before the other.
      let ahead = game.status.turn.map { draws + ($0 == 0 ? 1 : 0) } ?? draws
      let other = game.status.turn.map { draws + ($0 == 1 ? 1 : 0) } ?? draws
      guard sides.own == nil, draws...ahead ~= counts[0], draws...other ~= counts[1] else {
        throw .badSave(path: path, line: 1, reason: "the shares are not those of the draws")
      }
    }
    // What is written otherwise than Parlor writes it, such as a comment, has no checksum.
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let written = SavedGame.bytes(of: game).split(
      separator: 0x0A, omittingEmptySubsequences: false)
    let same = zip(lines, written).prefix { $0 == $1 }.count
    guard same == lines.count, same == written.count else {
      throw .badSave(
        path: path, line: same + 1,
        reason: game.status.isOver
          ? "the line is not one that Parlor writes"
          : "the line is not one that Parlor writes, or the end of the game is missing")
    }
    return VerifiedGame(
      name: game.name, commit: fair.commit, words: fair.words, moves: game.moveCount,
      draws: game.log.drawCount, isOver: game.status.isOver,
      debtor: game.status.isOver ? nil : game.debtor,
      sum: String(decoding: lines.dropLast().last?.suffix(16) ?? [], as: UTF8.self))
  }
}

// MARK: - Errors and events

extension CommandError {
  static let notFair = CommandError(
    .notNow, "the game is not fair", help: ["`new … fair` opens a game that anybody can check"])

  static let fairDrawn = CommandError(
    .notNow, "a fair game does not take back what it has drawn or revealed")

  static let fairAmended = CommandError(.notNow, "a fair game cannot be amended")

  static let fairRevealed = CommandError(
    .notNow, "the secret of this fair game is known: it takes no more moves")

  static let fairStarted = CommandError(
    .notNow, "the words of a fair game are given before its first move")

  static let badFairWord = CommandError(
    .badArgument, "a word has 1 to 64 characters, and no `+` or `:`", at: .argument(1))

  static let fairSharesOnly = CommandError(
    .notNow, "in a game of two sides the shares take the place of words")

  static let fairTold = CommandError(
    .notNow, "a fair game of two sides takes nothing back: the other side has the move")

  static let sidesWithoutBots = CommandError(
    .notNow, "no bots play in a fair game of two sides",
    help: ["a program plays a side by typing its lines"])

  static let noSides = CommandError(
    .notNow, "this is not a game of two sides",
    help: ["`new farkle Ann Bob fair=both fair-side=Ann` opens a game of two sides"])

  static let fairCommitMissing = CommandError(
    .notNow, "the commit of the other side comes first: 64 hexadecimal digits")

  static let badCommit = CommandError(
    .badArgument, "the commit of the other side cannot be your own", at: .argument(0))

  static let badShare = CommandError(
    .badArgument, "this is not the next share of the other side", at: .argument(0))

  static func fairSecret(_ verb: String) -> CommandError {
    CommandError(
      .notNow, "`\(verb)` would tell the secret of a fair game that is not over",
      help: ["`fair reveal` gives the game up"])
  }
}

extension HostEvent {
  static func fair(_ origin: GameOrigin, _ fair: FairSecret) -> Self {
    let isShown = origin.isRevealed || origin.isSeedGiven
    return Self(
      "fair",
      [
        "commit": .string(fair.commit), "words": .string(fair.words),
        "secret": isShown ? .string(fair.text) : .null,
      ]
    ) { text in
      text.write("Commit ", fair.commit, "\nWords  ", fair.words)
      if isShown { text.write("\nSecret ", fair.text) }
    }
  }

  /// What the other side has to take next.
  static func toSend(_ line: String) -> Self {
    let line = "fair take \(line)"
    return Self("fair-send", ["line": .string(line)]) { $0.write("Send   ", line) }
  }

  static func owes(_ player: String) -> Self {
    Self("fair-owed", ["player": .string(player)]) {
      $0.write(player, " owes a share or the next move, and loses by the rule of two sides.")
    }
  }

  /// A script gives the same secret each time.
  static func fairSeeded(_ fair: FairSecret) -> Self {
    said(
      fair.sides == nil
        ? "The secret follows from this session's seed: anyone who knows the seed knows all draws."
        : "In a session with a seed the shares of this side are no secret.")
  }

  static func fairRevealed(_ fair: FairSecret) -> Self {
    Self(
      "fair-revealed",
      [
        "commit": .string(fair.commit), "words": .string(fair.words),
        "secret": .string(fair.text),
      ]
    ) { $0.write("Secret ", fair.text) }
  }
}
