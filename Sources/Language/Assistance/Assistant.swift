import ParlorKit
package import Platform

/// Helps while a line is typed: completions, hints and colours, all from what the commands declare
/// and what is legal now.
package struct Assistant {
  package let session: Session
  let router: CommandRouter

  init(_ session: Session, _ router: CommandRouter) {
    self.session = session
    self.router = router
  }

  /// What could be typed at the end of a line under way.
  ///
  /// - Parameter line: the line up to the cursor.
  package func completion(of line: ArraySlice<UInt8>) -> Completion {
    guard let line = UnfinishedLine(line) else { return Completion(range: 0..<0, suggestions: []) }
    return Completion(range: line.range, suggestions: suggestions(for: line))
  }

  private func suggestions(for line: UnfinishedLine) -> [Suggestion] {
    guard let verb = line.words.first else { return matching(line.current, verbs) }
    if let command = router.grantedCommands.first(where: { $0.declaration.answers(to: verb) }) {
      return hostArguments(of: command, line)
    }
    guard let game = session.currentGame,
      let command = game.kind.definition.commands.first(where: { $0.answers(to: verb) })
    else { return [] }
    return gameArguments(of: command, in: game, line)
  }

  /// The verbs that can be typed now: those of legal moves and questions, then the host's.
  private var verbs: [Suggestion] {
    var verbs: [Suggestion] = []
    if let game = session.currentGame {
      let legal = game.legalMoves()
      let playable = Set((legal.moves.map(\.line) + legal.forms).map { $0.prefix { $0 != " " } })
      verbs = game.kind.definition.commands
        .filter { $0.isQuestion || playable.contains($0.verb[...]) }
        .map { Suggestion($0.verb, $0.summary) }
    }
    let host = router.grantedCommands.map {
      Suggestion($0.declaration.verb, $0.declaration.summary)
    }
    return verbs + (session.currentGame == nil ? host.filter { $0.text != "resign" } : host)
  }

  private func matching(_ prefix: String, _ candidates: [Suggestion]) -> [Suggestion] {
    candidates.filter { $0.text.hasPrefix(prefix) }
  }

  /// The words that a command of the host can go on with.
  private func hostArguments(of command: HostCommand, _ line: UnfinishedLine) -> [Suggestion] {
    let declaration = command.declaration
    let given = Array(line.words.dropFirst())
    if declaration.verb == "new", let name = given.first {
      guard let kind = session.library.known(name) else { return [] }
      return openingArguments(of: kind, given, line)
    }
    if let option = line.option {
      let values = command.suggest?(self, given + ["\(option)="], line.current) ?? []
      return matching(line.current, values)
    }
    let suggested = command.suggest?(self, given, line.current) ?? []
    let written = parameters(of: declaration, after: given).flatMap { words(for: $0) }
    return matching(
      line.current,
      written.filter { word in !suggested.contains { $0.text == word.text } } + suggested)
  }

  /// The players, the options and their values that a game can be opened with.
  private func openingArguments(
    of kind: GameKind, _ given: [String], _ line: UnfinishedLine
  ) -> [Suggestion] {
    let declaration = kind.opening.declaration
    if let name = line.option {
      guard let option = declaration.options.first(where: { $0.name == name }) else { return [] }
      return matching(line.current, values(of: option, in: kind))
    }
    let names = session.knownPlayers.filter { !given.contains($0) }.map {
      Suggestion(Word.written($0))
    }
    let listed = parameters(of: declaration, after: given).flatMap { self.words(for: $0) }
    let takesName = parameters(of: declaration, after: given).contains { $0.kind == .name }
    let isComplete =
      !parameters(of: declaration, after: given).contains { $0.count.lowerBound > 0 }
      || given.count > 1
    let options = declaration.options.filter { !line.options.contains($0.name) }
      .map { Suggestion("\($0.name)=", "\($0.summary) (\($0.range))", isComplete: false) }
    return matching(line.current, listed + (takesName ? names : []) + (isComplete ? options : []))
  }

  private func values(of option: OptionDeclaration, in kind: GameKind) -> [Suggestion] {
    if option.name == "rules" {
      let house = (try? session.rules.rules(for: kind)) ?? []
      return kind.definition.presets.map { Suggestion($0.name, $0.summary) }
        + house.map { Suggestion($0.name, $0.options.joined(separator: " ")) }
    }
    let usual = option.text(of: option.fallback)
    let words: [String] =
      switch option.kind {
      case .choice(let words): words
      case .flag: ["on", "off"]
      case .integers(let numbers): numbers.map(String.init)
      case .points: ["off"]
      case .integer, .text: [usual]
      }
    return words.filter { !$0.isEmpty }.map { Suggestion($0, $0 == usual ? "the default" : "") }
  }

  /// The words that a game's command can go on with: the rest of legal moves, or what is declared.
  private func gameArguments(
    of command: CommandDeclaration, in game: any OpenGame, _ line: UnfinishedLine
  ) -> [Suggestion] {
    let given = Array(line.words.dropFirst())
    let isUnordered = command.forms.contains { form in
      form.parameters.contains { if case .die = $0.kind { $0.count.upperBound > 1 } else { false } }
    }
    var candidates = game.legalMoves().moves.compactMap { move -> Suggestion? in
      let words = move.line.split(separator: " ").map(String.init)
      guard words.first == command.verb, words.count > 1 else { return nil }
      guard let rest = Self.rest(of: Array(words.dropFirst()), after: given, isUnordered) else {
        return nil
      }
      return rest.isEmpty ? nil : Suggestion(rest.joined(separator: " "), move.detail)
    }
    let isPlayable = !candidates.isEmpty || command.isQuestion
    if isPlayable {
      candidates += parameters(of: command, after: given).flatMap { words(for: $0, in: command) }
    }
    // A name that is given to a player is no player.
    if parameters(of: command, after: given).contains(where: { $0.name == Parameter.player }) {
      candidates += (game.logged?.players ?? []).map { Suggestion(Word.written($0)) }
    }
    return matching(line.current, candidates)
  }

  /// What is left of words after others were typed; nothing if they do not fit.
  private static func rest(
    of words: [String], after given: [String], _ isUnordered: Bool
  ) -> [String]? {
    guard isUnordered else {
      return words.starts(with: given) ? Array(words.dropFirst(given.count)) : nil
    }
    var rest = words
    for word in given {
      guard let index = rest.firstIndex(of: word) else { return nil }
      rest.remove(at: index)
    }
    return rest
  }

  /// The parameters that can come next in a command, by its forms.
  private func parameters(
    of declaration: CommandDeclaration, after given: [String]
  ) -> [Parameter] {
    declaration.forms.compactMap { form in
      var index = 0
      for parameter in form.parameters {
        for _ in 0..<parameter.count.upperBound {
          guard index < given.count else { return parameter }
          guard Self.accepts(given[index], parameter) else {
            if index == 0 { return nil }
            break
          }
          index += 1
        }
      }
      return nil
    }
  }

  private static func accepts(_ word: String, _ parameter: Parameter) -> Bool {
    switch parameter.kind {
    case .literal(let literal): word == literal
    case .choice(let words): words.contains(word)
    case .integer(let range): Int(word).map(range.contains) ?? false
    case .die(let sides): Int(word).map { 1...sides ~= $0 } ?? false
    case .name, .file, .word, .duration, .secret: true
    }
  }

  /// The words that a parameter of a command can be; a word that stands for itself is explained as
  /// its form is.
  private func words(for parameter: Parameter, in command: CommandDeclaration) -> [Suggestion] {
    words(for: parameter).map { word in
      let form = command.forms.first { form in
        guard case .literal(let literal)? = form.parameters.first?.kind else { return false }
        return literal == word.text
      }
      return Suggestion(word.text, form?.summary ?? word.detail)
    }
  }

  /// The words that a parameter can be, as far as they can be listed.
  private func words(for parameter: Parameter) -> [Suggestion] {
    switch parameter.kind {
    case .literal(let word): [Suggestion(word)]
    case .choice(let words): words.map { Suggestion($0) }
    default: []
    }
  }
}

extension Assistant {
  /// The hint for a line whose end is under the cursor.
  ///
  /// An earlier line that begins the same comes first, unless it is a move that is not legal now;
  /// then the likeliest candidate; then how the command is written.
  ///
  /// - Parameter history: earlier lines, the last first.
  package func hint(
    for line: ArraySlice<UInt8>, history: some Sequence<[UInt8]>
  ) -> Hint? {
    guard line.contains(where: { !Line.isBlank($0) }) else { return nil }
    if let earlier = history.first(where: {
      $0.count > line.count && $0.starts(with: line) && isPlayable($0)
    }) {
      return Hint(
        text: String(decoding: earlier.dropFirst(line.count), as: UTF8.self), isInsertable: true)
    }
    guard let unfinished = UnfinishedLine(line) else { return nil }
    let completion = completion(of: line)
    if let first = completion.suggestions.first,
      first.text.utf8.count > unfinished.current.utf8.count,
      unfinished.range.count == unfinished.current.utf8.count,
      !unfinished.current.isEmpty || unfinished.isInMove(of: session.currentGame)
    {
      return Hint(text: String(first.text.dropFirst(unfinished.current.count)), isInsertable: true)
    }
    return usage(of: unfinished)
  }

  /// Whether a line could be accepted now: a command of the host, a question, or a legal move.
  private func isPlayable(_ line: [UInt8]) -> Bool {
    let words = String(decoding: Line.trimmed(line[...]), as: UTF8.self)
    let verb = String(words.prefix { $0 != " " })
    if router.grantedCommands.contains(where: { $0.declaration.answers(to: verb) }) {
      return true
    }
    guard let game = session.currentGame,
      let command = game.kind.definition.commands.first(where: { $0.answers(to: verb) })
    else { return false }
    return command.isQuestion || game.legalMoves().moves.contains { $0.line == words }
  }

  /// How a command is written, once its verb stands alone.
  private func usage(of line: UnfinishedLine) -> Hint? {
    guard line.words.count == 1, line.current.isEmpty, line.options.isEmpty,
      let declaration = router.declarations.first(where: { $0.answers(to: line.words[0]) })
    else { return nil }
    let forms = declaration.forms.map { $0.parameters.map(\.usage).joined(separator: " ") }
      .filter { !$0.isEmpty }
    return forms.isEmpty ? nil : Hint(text: forms.joined(separator: " | "), isInsertable: false)
  }
}

extension UnfinishedLine {
  /// Whether the words belong to a move of a game.
  fileprivate func isInMove(of game: (any OpenGame)?) -> Bool {
    guard let verb = words.first, let game else { return false }
    return game.kind.definition.commands.contains { $0.answers(to: verb) && !$0.isQuestion }
  }
}
