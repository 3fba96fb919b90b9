import LineSyntax
import ParlorKit

/// A line of `new`, and what it says of a fair game.
struct FairOpening {
  /// The line, in which the word `fair` is an option.
  let line: Line
  /// The options that the line may have besides those of the game.
  let options: [OptionDeclaration]

  /// - Parameter isTyped: whether a person typed the line, rather than a saved game.
  init(_ line: Line, isTyped: Bool) {
    let isNamed = line.tokens.dropFirst(2).contains { token in
      guard let name = token.name.map(line.name) else { return false }
      return GameOrigin.fairOptions.contains { $0.name == name }
    }
    let fair = isTyped && !isNamed ? line.turningOn("fair") : nil
    self.line = fair ?? line
    options = isNamed || fair != nil ? GameOrigin.fairOptions : []
  }
}

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
  /// - Parameters:
  ///   - isLog: whether the line is one of a log, which has the secret and what was drawn.
  ///   - recorder: records the session, but not why it cannot record this.
  func origin(
    of kind: GameKind, _ call: Call, isLog: Bool = false, recorder: Recorder? = nil
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
    var expected: [String: OptionValue] = [:]
    for option in kind.definition.options where option.isSecret && origin.given[option.name] != nil
    {
      guard isLog || secret != nil else {
        throw .refused(.badOption(option.name, "a fair game draws it"))
      }
      // It is drawn again, and compared.
      expected[option.name] = origin.given.removeValue(forKey: option.name)
    }
    let usual = Self.usualWords(origin.players)
    if let recorder, secret == nil, openings.nextSeed == nil {
      recorder.skip()
      throw GameOrigin.refused(0, "a recording would tell the secret: `record off` ends it")
    }
    guard side != nil || commit == "both" || secret?.contains("+") == true else {
      origin.fair = try keptSecret(commit, secret, words, usual, of: origin.players.count)
      origin.isSeedGiven = secret != nil
      if !isLog, !expected.isEmpty {
        let drawn = try start(origin).origin.values
        for (name, value) in expected where drawn[name] != value {
          throw .refused(.badOption(name, "the secret of the fair game has another"))
        }
      }
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
