import LineSyntax
import ParlorKit

// Games whose chance anybody can check: see the article "Fair chance".

extension HostCommand {
  static let fair = HostCommand(
    in: .play, requires: .log, traits: .yieldsToGames, suggest: wordGivers,
    Command(
      "fair", "show the commit of a fair game, or give a word to its draws",
      details: [
        "`new … fair` opens a fair game: Parlor draws a secret, and first shows its SHA-256, the"
          + " commit. All draws follow from the secret and the words of the players. The end of the"
          + " game shows the secret; then `parlor verify FILE` checks the saved game.",
        "Each player may give a word before the first move; the default is the name.",
        "In a fair game a draw cannot be undone. `fair reveal` gives the game up, as `close` does, and"
          + " shows the secret.",
        "`new farkle Ann Bob fair=both fair-side=Ann` opens a game in which Bob plays at a Parlor of"
          + " his own, and nobody keeps the chance: each draw takes a share of both. Send the lines"
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

// MARK: - In lines of `new`

extension GameOrigin {
  /// The options of `new` that make a game fair. Those after the first are for logs and tests.
  static let fairOptions = [
    OptionDeclaration.text("fair", limit: 129, "whether anybody can check the draws"),
    OptionDeclaration.text("fair-secret", limit: 129, "the secret, 64 hexadecimal digits"),
    OptionDeclaration.text("fair-words", limit: 8192, "the words of the players, with + between"),
    OptionDeclaration.text("fair-side", limit: 256, "who plays here, in a game of two sides"),
  ]

  /// An option among them that does not do.
  fileprivate static func refused(_ index: Int, _ reason: String) -> CommandError {
    .refused(.badOption(fairOptions[index].name, reason))
  }

  /// The words that make a game fair.
  ///
  /// - Parameter masked: whether the secret is left out, as long as nobody may know it.
  func fairWords(_ fair: FairSecret, masked: Bool) -> [String] {
    var words = ["fair=\(fair.commit)"]
    if let sides = fair.sides, let own = sides.own, !isRevealed {
      // Only the journal has what goes on with the game.
      if !masked {
        words.append("fair-secret=\(sides.shares(isWhole: true))")
        words.append(Word.written(option: "fair-side", players[own]))
      }
    } else if !masked || isSeedGiven || isRevealed {
      words.append("fair-secret=\(fair.text)")
    }
    return words + [Word.written(option: "fair-words", fair.words)]
  }
}

/// What a line of `new` says of a fair game.
struct FairOpening {
  /// The line, in which the word `fair` is an option.
  let line: Line

  /// - Parameter isTyped: whether a person typed the line, rather than a saved game.
  /// - Returns: nil if it says nothing.
  init?(_ line: Line, isTyped: Bool) {
    let words = line.tokens.dropFirst(2)
    if words.contains(where: { token in
      guard let name = token.name.map(line.name) else { return false }
      return GameOrigin.fairOptions.contains { $0.name == name }
    }) {
      self.line = line
      return
    }
    guard isTyped, let line = line.turningOn("fair") else { return nil }
    self.line = line
  }
}

extension Line {
  /// A line of `new` with `NAME=on` in place of the word NAME; nil if it has no such word. In quotes it
  /// is a name.
  fileprivate func turningOn(_ name: String) -> Line? {
    guard
      let word = tokens.dropFirst(2).first(where: {
        $0.name == nil && !$0.isQuoted && isLiteral($0, name)
      })
    else { return nil }
    let bytes =
      bytes[..<word.range.lowerBound] + Array("\(name)=on".utf8)
      + bytes[word.range.upperBound...]
    return try? Line(command: Array(bytes)[...])
  }
}

extension GameKind {
  /// A typed line of `new` with `NAME=on` for each flag that its name alone turns on.
  func turningOnWords(of line: Line) -> Line {
    definition.options.filter(\.isWord).reduce(line) { $0.turningOn($1.name) ?? $0 }
  }
}

extension Session {
  /// A game of its own that a line of `new` sets up, which may be fair.
  ///
  /// - Parameter isLog: whether the line is one of a log, which has the secret and what was drawn.
  func origin(
    of kind: GameKind, _ call: Call, isLog: Bool = false, isRecorded: Bool = false
  ) throws(CommandError) -> GameOrigin {
    var call = call
    func take(_ index: Int) -> String? {
      let option = GameOrigin.fairOptions[index]
      return call.options.removeValue(forKey: option.name).map { option.text(of: $0) }
    }
    let (commit, secret, words, side) = (take(0), take(1), take(2), take(3))
    var origin = kind.origin(of: call, nextSeed: seed())
    guard commit != nil || secret != nil || words != nil || side != nil else { return origin }
    if call.options["seed"] != nil {
      throw .refused(.badOption("seed", "a fair game has a secret in place of a seed"))
    }
    if !library.isBuiltIn(kind) {
      throw GameOrigin.refused(0, "the games of plugins cannot be fair")
    }
    for option in kind.definition.options where option.isSecret && origin.given[option.name] != nil
    {
      guard isLog else {
        throw .refused(.badOption(option.name, "a fair game draws it"))
      }
      // It is drawn again, and compared.
      origin.given[option.name] = nil
    }
    let usual = Self.usualWords(origin.players)
    if isRecorded, secret == nil, openings.nextSeed == nil {
      throw GameOrigin.refused(0, "a recording would tell the secret: `record off` ends it")
    }
    guard side != nil || commit == "both" || secret?.contains("+") == true else {
      origin.fair = try keptSecret(commit, secret, words, usual, of: origin.players.count)
      origin.isSeedGiven = secret != nil
      return origin
    }
    if let words, words != usual {
      throw GameOrigin.refused(2, "the shares of two sides need no words but the names")
    }
    origin.fair = FairSecret(try sides(of: origin, commit, secret, side), words: usual)
    origin.isSeedGiven = side == nil
    return origin
  }

  /// The secret of a keeper: a new one, or that of a log or a test.
  ///
  /// - Parameters:
  ///   - usual: the words of players who give none.
  ///   - count: the number of players.
  private func keptSecret(
    _ commit: String?, _ secret: String?, _ words: String?, _ usual: String, of count: Int
  ) throws(CommandError) -> FairSecret {
    guard let secret else {
      // A word that the keeper knows before the secret is drawn says nothing.
      if words != nil {
        throw GameOrigin.refused(2, "words are given after the commit: `fair word NAME TEXT`")
      }
      if let commit, commit != "on" {
        throw GameOrigin.refused(0, "only `fair-secret=` opens a game with a given commit")
      }
      return FairSecret(drawSecret(), words: usual)
    }
    guard let bytes = FairSecret.bytes(of: secret) else {
      throw GameOrigin.refused(1, "a secret has 64 hexadecimal digits, in small letters")
    }
    if let words {
      let each = words.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
      guard each.count == count, each.allSatisfy(FairWord.isValid) else {
        throw GameOrigin.refused(
          2, "each player has a word of 1 to 64 characters, with `+` between them")
      }
    }
    let fair = FairSecret(bytes, words: words ?? usual)
    if let commit, commit != "on", commit != fair.commit {
      throw GameOrigin.refused(0, "the commit is not the SHA-256 of the secret")
    }
    return fair
  }

  /// The sides of a game that a line sets up: one that begins, with `fair=both`; one of a journal,
  /// with all shares of the side that plays here; or one of a saved game.
  private func sides(
    of origin: GameOrigin, _ commit: String?, _ secret: String?, _ side: String?
  ) throws(CommandError) -> FairSides {
    let traits = origin.kind.definition.traits
    guard origin.names.count == 2, !traits.contains(.hidesDraws), !traits.contains(.drawsAtStart)
    else {
      throw GameOrigin.refused(
        0, "two sides take a game of two players who see every draw, such as Farkle")
    }
    func pair(_ text: String?, _ index: Int) throws(CommandError) -> [[UInt8]?] {
      let parts = (text ?? "").split(separator: "+", omittingEmptySubsequences: false)
        .map(String.init)
      guard parts.count == 2, parts.allSatisfy({ $0 == "-" || FairSecret.bytes(of: $0) != nil })
      else {
        throw GameOrigin.refused(
          index, "each side has 64 hexadecimal digits, in small letters, with `+` between")
      }
      return parts.map(FairSecret.bytes)
    }
    guard let side else {
      if commit == "both" {
        let players = origin.names.map { "`fair-side=\(Word.written($0))`" }
        throw GameOrigin.refused(3, "\(players[0]) or \(players[1]) says who plays here")
      }
      let (commits, last) = (
        try pair(commit, 0).compactMap(\.self), try pair(secret, 1).compactMap(\.self)
      )
      guard commits.count == 2, last.count == 2, let sides = FairSides(commits: commits, last: last)
      else { throw GameOrigin.refused(0, "the shares do not lead to the commits") }
      return sides
    }
    guard let own = origin.names.firstIndex(of: side) else {
      throw GameOrigin.refused(3, "`\(side)` is not one of the players")
    }
    if commit == "both" {
      let end = secret.map { FairSecret.bytes(of: $0) } ?? drawSecret()
      guard let end else {
        throw GameOrigin.refused(1, "a share has 64 hexadecimal digits, in small letters")
      }
      return FairSides(own, end: end)
    }
    let (commits, last) = (try pair(commit, 0), try pair(secret, 1))
    guard let end = last[own] else {
      throw GameOrigin.refused(1, "the end of the chain is missing")
    }
    let sides = FairSides(own, end: end)
    for known in [commits[1 - own], last[1 - own]] {
      if let known, sides.hasCommit(1 - own) ? known != commits[1 - own] : true, !sides.take(known)
      {
        throw GameOrigin.refused(1, "the shares do not lead to the commits")
      }
    }
    guard sides.commits == commit else {
      throw GameOrigin.refused(0, "the shares do not lead to the commits")
    }
    return sides
  }

  /// A secret that nobody can foresee; in a session whose seeds count up, one that follows from the
  /// next seed.
  private func drawSecret() -> [UInt8] {
    if let seed = openings.nextSeed { return SHA256.digest(of: Array("parlor fair \(seed)".utf8)) }
    return (0..<32).map { _ in UInt8.random(in: .min ... .max) }
  }

  /// Gives a game like a fair one a secret of its own.
  func makeFair(_ origin: inout GameOrigin, like other: GameOrigin) {
    guard let fair = other.fair else { return }
    if let own = fair.sides?.own {
      let sides = FairSides(own, end: drawSecret())
      origin.fair = FairSecret(sides, words: Self.usualWords(origin.players))
      return
    }
    origin.fair = FairSecret(drawSecret(), words: Self.usualWords(origin.players))
  }

  /// The words of players who give none: their names.
  private static func usualWords(_ players: [String]) -> String {
    players.map { name in
      String(name.map { FairWord.separators.contains($0) ? "_" : $0 })
    }.joined(separator: "+")
  }
}

/// The word of a player of a fair game.
enum FairWord {
  /// What ends a word in the message of a draw.
  static let separators: Set<Character> = ["+", ":"]

  /// Whether a text is a word: 1 to 64 displayable characters without `+` and `:`.
  static func isValid(_ word: String) -> Bool {
    1...64 ~= word.count && word.utf8.count <= 256 && !word.contains(where: separators.contains)
      && word.unicodeScalars.allSatisfy(\.isDisplayable)
  }

  /// The words of some players with another one in place of one of them.
  static func replacing(_ index: Int, of words: String, by word: String) -> String {
    var all = words.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    if all.indices.contains(index) { all[index] = word }
    return all.joined(separator: "+")
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
      guard sides.own == nil, counts.contains(draws),
        counts.allSatisfy({ draws...draws + 1 ~= $0 })
      else {
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
    .notNow, "nobody plays a side of the game elsewhere",
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
        ? "The secret follows from the seed of this session: who knows that knows all draws."
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
