package import LineSyntax
import ParlorKit

/// The dimmed text behind the cursor.
///
/// A line is suggested only if it would be accepted. Earlier lines that are legal moves come first,
/// then other legal moves, then other earlier lines, then harmless commands. If there is nothing to
/// suggest, a signature in braces says what can follow.
extension Assistant {
  /// The hint for a line with the cursor at its end.
  ///
  /// - Parameter history: earlier lines, newest first.
  package func hint(
    for line: ArraySlice<UInt8>, history: some Sequence<[UInt8]>
  ) -> Hint? {
    guard line.contains(where: { !Line.isBlank($0) }) else { return nil }
    let earlier = earlierLine(for: line, history)
    if let earlier, earlier.outcome == .move { return Self.hint(earlier.rest) }
    let command = line[Self.startOfLastCommand(in: line)...]
    guard command.contains(where: { !Line.isBlank($0) }), let unfinished = UnfinishedLine(command)
    else { return earlier.map { Self.hint($0.rest) } }
    let (assistant, typed) = amending(unfinished) ?? (self, unfinished)
    let likely = assistant.likelyWord(for: typed)
    if let likely, likely.isMove { return Self.hint(likely.rest) }
    if let earlier { return Self.hint(earlier.rest) }
    return likely.map { Self.hint($0.rest) } ?? assistant.signature(of: typed)
      ?? signature(of: unfinished)
  }

  private static func hint(_ rest: String) -> Hint { Hint(text: rest, isInsertable: true) }

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
      guard outcome == .move || (outcome == .accepted && found == nil) else { continue }
      found = (String(decoding: earlier.dropFirst(line.count), as: UTF8.self), outcome)
      if outcome == .move { break }
    }
    return found
  }

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
  private static let usual = ["undo", "show", "new", "help", "games", "load", "stats", "quit"]

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
    // A verb that is typed already says what follows it.
    guard !known.contains(where: { $0.answers(to: current) }) else { return nil }
    let matching = known.lazy.filter {
      $0.verb.hasPrefix(current) && ($0.takesWords || canRunAlone($0))
    }
    let harmless = matching.first { !Self.destructive.contains($0.verb) }
    let isClear = current.utf8.count >= Self.typedOfDestructive
    return (harmless ?? (isClear ? matching.first : nil)).map { declaration in
      (
        declaration.verb.dropFirst(current.count) + (canRunAlone(declaration) ? "" : " "),
        commands.moves.contains { $0.verb == declaration.verb }
      )
    }
  }

  /// Whether a verb is accepted now without any words after it.
  private func canRunAlone(_ declaration: CommandDeclaration) -> Bool {
    !declaration.needsWord && outcome(of: Array(declaration.verb.utf8)[...]) != .refused
  }

  // MARK: - Signatures

  /// What can follow, as a form: `{NAME… [OPTION=VALUE…]}` or `{500 to 1000000}`. It cannot be
  /// inserted.
  private func signature(of line: UnfinishedLine) -> Hint? {
    guard line.current.isEmpty, let verb = line.words.first,
      let declaration = declaration(verb, line)
    else { return nil }
    let given = Array(line.words.dropFirst())
    if let name = line.option {
      guard let option = declaration.options.first(where: { $0.name == name }) else { return nil }
      return Hint(text: "{\(option.range)}", isInsertable: false)
    }
    var usages: [String] = []
    for rest in Self.rests(of: declaration, after: given) {
      let usage = rest.map(\.usage).joined(separator: " ")
      if !usage.isEmpty, !usages.contains(usage) { usages.append(usage) }
    }
    var text = usages.joined(separator: " | ")
    let options = declaration.options.filter { !line.options.contains($0.name) }
    if !options.isEmpty, !Self.rests(of: declaration, after: given).isEmpty {
      let written = options.count == 1 ? "\(options[0].name)=…" : "OPTION=VALUE…"
      text += (text.isEmpty ? "" : " ") + "[\(written)]"
    }
    return text.isEmpty ? nil : Hint(text: "{\(text)}", isInsertable: false)
  }

  /// The declaration by which a line is read, if its verb is one.
  func declaration(_ verb: String, _ line: UnfinishedLine) -> CommandDeclaration? {
    if verb == "new", line.words.count > 1, let kind = session.library.known(line.words[1]) {
      return kind.opening.declaration
    }
    return router.declarations.first { $0.answers(to: verb) }
  }
}
