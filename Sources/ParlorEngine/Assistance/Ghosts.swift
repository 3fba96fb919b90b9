package import LineSyntax
import ParlorKit

/// The dimmed text behind the cursor.
///
/// A line is suggested only if it would be accepted as it stands and changes something. The first
/// move of the last `hint` comes first, then earlier lines that are legal moves, other legal moves,
/// other earlier lines, harmless commands. If there is nothing to suggest, a signature in braces
/// says what can follow.
extension Assistant {
  /// The ghost of a line with the cursor at its end.
  ///
  /// - Parameter history: earlier lines, newest first.
  package func ghost(
    for line: ArraySlice<UInt8>, history: some Sequence<[UInt8]>
  ) -> Ghost? {
    guard line.contains(where: { !Line.isBlank($0) }) else { return nil }
    let command = line[Self.startOfLastCommand(in: line)...]
    if let advised = advisedRest(of: command) { return Self.ghost(advised) }
    let earlier = earlierLine(for: line, history)
    if let earlier, earlier.outcome == .move { return Self.ghost(earlier.rest) }
    guard command.contains(where: { !Line.isBlank($0) }), let unfinished = UnfinishedLine(command)
    else { return earlier.map { Self.ghost($0.rest) } }
    let (assistant, typed) = amending(unfinished) ?? (self, unfinished)
    var likely = assistant.likelyWord(for: typed)
    if let rest = likely?.rest, outcome(of: command + rest.utf8) == .refused { likely = nil }
    if let likely, likely.isMove { return Self.ghost(likely.rest) }
    if let earlier { return Self.ghost(earlier.rest) }
    return likely.map { Self.ghost($0.rest) } ?? assistant.signature(of: typed)
      ?? signature(of: unfinished)
  }

  private static func ghost(_ rest: String) -> Ghost { Ghost(text: rest, isInsertable: true) }

  /// The rest of the move that the last `hint` showed first, if it was about this position.
  private func advisedRest(of command: ArraySlice<UInt8>) -> String? {
    guard let line = session.hintedMove, let game = session.currentGame else { return nil }
    var typed = String(decoding: command, as: UTF8.self)
    let verb = typed.prefix { $0 != " " }
    if verb.endIndex < typed.endIndex,
      let declaration = game.kind.command(Array(verb.utf8)[...])?.declaration
    {
      typed.replaceSubrange(..<verb.endIndex, with: declaration.verb)
    }
    guard !typed.isEmpty, line.hasPrefix(typed), line.count > typed.count,
      outcome(of: Array(line.utf8)[...]) == .move
    else { return nil }
    return String(line.dropFirst(typed.count))
  }

  // MARK: - Earlier lines

  /// How many earlier lines are checked for one key.
  private static let checkedCount = 20

  /// The newest earlier line that would be accepted now, a legal move before any other.
  private func earlierLine(
    for line: ArraySlice<UInt8>, _ history: some Sequence<[UInt8]>
  ) -> (rest: String, outcome: Outcome)? {
    var found: (rest: String, outcome: Outcome)?
    var count = 0
    for earlier in history where earlier.count > line.count && earlier.starts(with: line) {
      count += 1
      guard count <= Self.checkedCount else { break }
      guard !isDestructive(earlier, typed: line.count) else { continue }
      let outcome = outcome(of: earlier[...])
      guard outcome == .move ? tellsMore(earlier) : outcome == .accepted && found == nil else {
        continue
      }
      found = (String(decoding: earlier.dropFirst(line.count), as: UTF8.self), outcome)
      if outcome == .move { break }
    }
    return found
  }

  /// Whether a legal move can change something. In a game that hides what was drawn, a move that
  /// was made or that is not listed tells nothing more.
  private func tellsMore(_ line: [UInt8]) -> Bool {
    guard let game = session.currentGame?.logged,
      game.kind.definition.traits.contains(.hidesDraws),
      let words = try? Line(command: line[...]), let verb = words.tokens.first,
      let command = game.kind.command(words.bytes[verb.content]),
      let call = try? command.call(words)
    else { return true }
    let move = command.declaration.line(of: call)
    let moves = moves(of: game)
    if !moves.forms.contains(where: { $0.hasPrefix(command.declaration.verb) }) {
      guard moves.contains(move) else { return false }
    }
    return game.moveCount > Self.mostCompared || !game.lines.contains(move)
  }

  /// The longest log in which a move is looked for.
  private static let mostCompared = 50

  /// Commands that end a game, which one key too many must not run.
  private static let destructive: Set<String> = ["close", "finish", "resign"]
  /// How many letters of such a verb must be typed.
  private static let typedOfDestructive = 3

  /// Whether a line ends a game, or confirms a deletion, and little of it is typed.
  private func isDestructive(_ line: [UInt8], typed: Int) -> Bool {
    let words = line.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
    if words.dropFirst().contains("confirm") { return true }
    return typed < Self.typedOfDestructive && words.first.map(Self.destructive.contains) ?? false
  }

  // MARK: - Likely words

  /// Commands of the host that are suggested at their first letter, the most common first.
  private static let usual = ["undo", "show", "new", "help", "games", "stats", "quit"]

  /// What probably follows: the rest of the word, or of the move.
  private func likelyWord(for line: UnfinishedLine) -> (rest: String, isMove: Bool)? {
    guard line.range.count == line.current.utf8.count else { return nil }
    guard let verb = line.words.first else { return likelyVerb(for: line.current) }
    let isMove = game?.kind.definition.commands.contains {
      $0.answers(to: verb) && !$0.isQuestion
    }
    let found = suggestions(for: line).filter { $0.text.utf8.count > line.current.utf8.count }
    guard let first = found.first else { return nil }
    if isMove ?? false {
      // Moves without a description are all alike: any of them would be a guess.
      guard !first.detail.isEmpty || found.count == 1 else { return nil }
    } else if line.current.isEmpty {
      return nil
    }
    return (String(first.text.dropFirst(line.current.count)), isMove ?? false)
  }

  private func likelyVerb(for current: String) -> (rest: String, isMove: Bool)? {
    guard !current.isEmpty else { return nil }
    let commands = availableCommands
    let usual = Self.usual.compactMap { verb in commands.host.first { $0.verb == verb } }
    let others = current.utf8.count > 1 ? commands.host : []
    let known = [commands.moves, commands.questions, usual, others].joined()
    if let typed = known.first(where: { $0.answers(to: current) }) {
      let isMove = commands.moves.contains { $0.verb == typed.verb }
      return rest(of: typed).flatMap { $0.isEmpty ? nil : ($0, isMove) }
    }
    let matching = known.lazy.filter { $0.verb.hasPrefix(current) }.compactMap { declaration in
      rest(of: declaration).map {
        (
          verb: declaration.verb, rest: String(declaration.verb.dropFirst(current.count)) + $0,
          isMove: commands.moves.contains { $0.verb == declaration.verb }
        )
      }
    }
    let isClear = current.utf8.count >= Self.typedOfDestructive
    let found = matching.first { !Self.destructive.contains($0.verb) }
    return (found ?? (isClear ? matching.first : nil)).map { ($0.rest, $0.isMove) }
  }

  /// What makes a verb a line that is accepted: nothing, or the words of the first legal move that
  /// has a description. `nil` if the player has to choose the words.
  private func rest(of declaration: CommandDeclaration) -> String? {
    // `load` alone is refused, though it needs either a file or an option.
    if declaration.verb == "load" { return nil }
    if !declaration.needsWord, outcome(of: Array(declaration.verb.utf8)[...]) != .refused {
      return ""
    }
    guard let game, game.kind.definition.commands.contains(where: { $0.verb == declaration.verb }),
      !declaration.isQuestion,
      let first = legalRests(of: declaration, in: game, after: []).first, !first.detail.isEmpty
    else { return nil }
    return " " + first.text
  }

  // MARK: - Signatures

  /// What can follow, as a form: `{NAME… [OPTION=VALUE…]}` or `{500 to 1000000}`. It cannot be
  /// inserted.
  private func signature(of line: UnfinishedLine) -> Ghost? {
    guard line.current.isEmpty, let verb = line.words.first,
      let declaration = declaration(verb, line)
    else { return nil }
    let given = Array(line.words.dropFirst())
    if let name = line.option {
      guard let option = declaration.options.first(where: { $0.name == name }) else { return nil }
      return Ghost(text: "{\(option.range)}", isInsertable: false)
    }
    var usages: [String] = []
    for rest in Self.rests(of: declaration, after: given) {
      let usage = rest.map(\.usage).joined(separator: " ")
      if !usage.isEmpty, !usages.contains(usage) { usages.append(usage) }
    }
    var text = usages.joined(separator: " | ")
    let options = declaration.options.filter {
      !line.options.contains($0.name) && !$0.isSecret
    }
    if !options.isEmpty, !Self.rests(of: declaration, after: given).isEmpty {
      let written = options.count == 1 ? "\(options[0].name)=…" : "OPTION=VALUE…"
      text += (text.isEmpty ? "" : " ") + "[\(written)]"
    }
    return text.isEmpty ? nil : Ghost(text: "{\(text)}", isInsertable: false)
  }

  /// The declaration by which a line is read, if its verb is one.
  func declaration(_ verb: String, _ line: UnfinishedLine) -> CommandDeclaration? {
    if verb == "new", line.words.count > 1, let kind = session.library.known(line.words[1]) {
      return kind.opening.declaration
    }
    return router.declarations.first { $0.answers(to: verb) }
  }
}
