import LineSyntax
import ParlorKit

/// The words that can follow a verb.
extension Assistant {
  /// The words that can come next in a command of the host.
  func hostArguments(of command: HostCommand, _ line: UnfinishedLine) -> [Suggestion] {
    let declaration = command.declaration
    let given = Array(line.words.dropFirst())
    if declaration.verb == "new", let name = given.first {
      guard let kind = session.library.known(name) else { return [] }
      return openingArguments(of: kind, given, line) + fairWord(of: kind, given, line)
    }
    if declaration.verb == HostCommand.batch.verb, given.count > 1 {
      guard let kind = session.library.known(given[1]) else { return [] }
      return openingArguments(
        of: kind, Array(given.dropFirst()), line, with: HostCommand.batchOptions)
    }
    if let name = line.option {
      if name == OptionDeclaration.plotName {
        return Self.matching(line.current, HostCommand.folders(self, [], line.current))
      }
      let suggested = command.suggest?(self, given + ["\(name)="], line.current) ?? []
      let option = declaration.options.first { $0.name == name }
      let values = suggested.isEmpty ? option.map { Self.values(of: $0) } ?? [] : suggested
      return Self.matching(line.current, values)
    }
    let suggested = command.suggest?(self, given, line.current) ?? []
    let next = Self.nextParameters(of: declaration, after: given)
    var written = next.flatMap { Self.words(for: $0) }.map { word in
      Suggestion(word.text, given.isEmpty ? Self.summary(of: word, in: declaration) : word.detail)
    }
    // The words that the command suggests for its first word are all that fit there.
    let isOpen = command.suggest == nil || (suggested.isEmpty && !given.isEmpty)
    if isOpen, next.contains(where: { $0.kind == .file }) {
      let writes = declaration.options.contains { $0.name == OptionDeclaration.overwriteName }
      written += (writes ? HostCommand.folders : HostCommand.files)(self, [], line.current)
    }
    return Self.matching(
      line.current,
      written.filter { word in !suggested.contains { $0.text == word.text } } + suggested
        + (Self.canEnd(declaration, after: given) ? Self.options(declaration.options, line) : []))
  }

  /// The players, the options and their values that a game can be opened with.
  ///
  /// - Parameter more: options besides those of the game.
  private func openingArguments(
    of kind: GameKind, _ given: [String], _ line: UnfinishedLine,
    with more: [OptionDeclaration] = []
  ) -> [Suggestion] {
    let declaration = kind.opening(with: more).declaration
    if let name = line.option {
      guard let option = declaration.options.first(where: { $0.name == name }) else { return [] }
      return Self.matching(
        line.current, name == "rules" ? rules(of: kind) : Self.values(of: option))
    }
    let next = Self.nextParameters(of: declaration, after: given)
    let listed = next.flatMap { Self.words(for: $0) }
    let takesName = next.contains { $0.kind == .name }
    let opponents = takesName && given.count > 1 ? kind.levelSuggestions : []
    let names =
      takesName
      ? session.openings.players.filter { name in
        !given.contains(name) && !opponents.contains { $0.text == name }
      }.map { Suggestion(Word.written($0)) } : []
    let options =
      Self.canEnd(declaration, after: given) ? Self.options(declaration.options, line) : []
    return Self.matching(line.current, listed + names + opponents + options)
  }

  /// The word that makes a game fair, after its players.
  private func fairWord(
    of kind: GameKind, _ given: [String], _ line: UnfinishedLine
  ) -> [Suggestion] {
    let declaration = kind.opening.declaration
    guard line.option == nil, session.library.isBuiltIn(kind), !given.contains("fair"),
      !kind.definition.traits.contains(.endless), Self.canEnd(declaration, after: given)
    else { return [] }
    return Self.matching(line.current, [Suggestion("fair", "anybody can check the draws")])
  }

  func rules(of kind: GameKind) -> [Suggestion] {
    let house = lookups.entries("rules \(kind.definition.name)", session.revision) {
      ((try? session.rules.rules(for: kind)) ?? []).map {
        Suggestion($0.name, $0.options.joined(separator: " "))
      }
    }
    return kind.definition.presets.map { Suggestion($0.name, $0.summary) } + house
  }

  /// The options that are not given yet.
  private static func options(
    _ options: [OptionDeclaration], _ line: UnfinishedLine
  ) -> [Suggestion] {
    options.filter { !line.options.contains($0.name) }
      .map { Suggestion("\($0.name)=", "\($0.summary) (\($0.range))", isComplete: false) }
  }

  private static func values(of option: OptionDeclaration) -> [Suggestion] {
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

  // MARK: - Games

  /// The words that can come next in a command of a game: the rest of legal moves, or the words
  /// that its declaration lists.
  func gameArguments(
    of command: CommandDeclaration, in game: any SessionGame, _ line: UnfinishedLine
  ) -> [Suggestion] {
    let given = Array(line.words.dropFirst())
    if let name = line.option {
      guard let option = command.options.first(where: { $0.name == name }) else { return [] }
      return Self.matching(line.current, Self.values(of: option))
    }
    var candidates = legalRests(of: command, in: game, after: given)
    if session.preferences.coaches, let advised = session.advised, advised.isPosition(of: game) {
      candidates = candidates.map { rest in
        var words = given + rest.text.split(separator: " ").map(String.init)
        if command.takesDice { words.sort() }
        let line = ([command.verb] + words).joined(separator: " ")
        guard let value = advised.value(of: line) else { return rest }
        let detail = rest.detail.isEmpty ? value : "\(rest.detail), \(value)"
        return Suggestion(rest.text, detail, isComplete: rest.isComplete)
      }
    }
    let moves = moves(of: game)
    if command.isQuestion || moves.verbs.contains(command.verb) {
      candidates += declaredWords(of: command, in: game, after: given, line)
      candidates += fillers(of: command, in: game, after: given)
      if Self.canEnd(command, after: given) { candidates += Self.options(command.options, line) }
    }
    return Self.matching(line.current, candidates)
  }

  /// The longest list of moves that is suggested in full.
  private static let longestList = 12

  /// The rest of each legal move that begins with the words typed. Of many moves without a
  /// description, such as the cells of a board, only the next word.
  func legalRests(
    of command: CommandDeclaration, in game: any SessionGame, after given: [String]
  ) -> [Suggestion] {
    let moves = moves(of: game)
    return lookups.rests(of: moves, after: [command.verb] + given) {
      Self.rests(of: command, in: moves, after: given)
    }
  }

  private static func rests(
    of command: CommandDeclaration, in moves: MoveIndex, after given: [String]
  ) -> [Suggestion] {
    if command.takesDice {
      let given = given.map { ArraySlice($0.utf8) }
      return moves.moves(beginningWith: command.verb + " ").compactMap { index -> Suggestion? in
        let words = moves.bytes(index).split(separator: 0x20).dropFirst()
        guard let rest = rest(ofDice: words, after: given), !rest.isEmpty else { return nil }
        let text = String(decoding: Array(rest.joined(separator: [0x20])), as: UTF8.self)
        return Suggestion(text, moves.detail(index))
      }
    }
    let prefix = ([command.verb] + given).joined(separator: " ") + " "
    let found = moves.moves(beginningWith: prefix)
    if found.count > longestList, moves.detail(found[0]).isEmpty {
      return moves.words(after: prefix).map { Suggestion($0.word) }
    }
    return found.map {
      Suggestion(String(moves.line($0).dropFirst(prefix.count)), moves.detail($0))
    }
  }

  /// The dice of a move that are not typed yet, whatever the order of the others; `nil` if they do
  /// not fit.
  private static func rest(
    ofDice words: ArraySlice<ArraySlice<UInt8>>, after given: [ArraySlice<UInt8>]
  ) -> ArraySlice<ArraySlice<UInt8>>? {
    var rest = words
    for word in given {
      guard let index = rest.firstIndex(of: word) else { return nil }
      rest.remove(at: index)
    }
    return rest
  }

  /// The words that the declaration of a command lists, if they would be accepted. A word that is
  /// written as typed is explained by its form.
  private func declaredWords(
    of command: CommandDeclaration, in game: any SessionGame, after given: [String],
    _ line: UnfinishedLine
  ) -> [Suggestion] {
    let next = Self.nextParameters(of: command, after: given)
    var words = next.flatMap { Self.words(for: $0) }.compactMap { word -> Suggestion? in
      // A whole line can be checked.
      guard
        !command.forms.contains(where: { $0.parameters.isWritten(as: given + [word.text]) })
          || outcome(of: [command.verb] + given + [word.text]) != .refused
      else { return nil }
      return Suggestion(word.text, Self.summary(of: word, in: command))
    }
    let players = game.logged?.players ?? []
    for parameter in next {
      switch parameter.kind {
      case .file: words += HostCommand.files(self, [], line.current)
      case .name:
        // A new player.
        words += session.openings.players.filter { !players.contains($0) && !given.contains($0) }
          .map { Suggestion(Word.written($0)) }
      case _ where parameter.name == Parameter.player:
        words += players.map { Suggestion(Word.written($0)) }
      default: break
      }
    }
    return words
  }

  /// What a word after a verb means, by the form that begins with it.
  private static func summary(of word: Suggestion, in command: CommandDeclaration) -> String {
    let form = command.forms.first { $0.parameters.first?.kind == .literal(word.text) }
    return form?.summary ?? word.detail
  }

  /// How many numbers are tried at most.
  private static let mostFillers = 20

  /// The numbers that can come next in a move that cannot be listed, such as a color of a code.
  /// Each is tried by filling all remaining places with it.
  private func fillers(
    of command: CommandDeclaration, in game: any SessionGame, after given: [String]
  ) -> [Suggestion] {
    guard session.library.isBuiltIn(game.kind), !command.takesDice,
      let form = moves(of: game).forms.first(where: { $0.hasPrefix(command.verb + " ") }),
      let parameter = Self.nextParameters(of: command, after: given).first,
      case .integer(let range) = parameter.kind
    else { return [] }
    let rest = form.split(separator: " ").count - 1 - given.count
    guard rest > 0 else { return [] }
    return range.prefix(Self.mostFillers).map(String.init).prefix { word in
      let words = [command.verb] + given + Array(repeating: word, count: rest)
      return outcome(of: words) != .refused
    }.map { Suggestion($0) }
  }

  private func outcome(of words: [String]) -> Outcome {
    outcome(of: Array(words.map(Word.written).joined(separator: " ").utf8)[...])
  }

  // MARK: - Declarations

  /// Whether a command needs no more words, so that its options can follow.
  private static func canEnd(_ declaration: CommandDeclaration, after given: [String]) -> Bool {
    rests(of: declaration, after: given).contains { $0.allSatisfy { $0.count.lowerBound == 0 } }
  }

  /// The parameters that can come next in a command, by its forms.
  static func nextParameters(
    of declaration: CommandDeclaration, after given: [String]
  ) -> [Parameter] {
    rests(of: declaration, after: given).flatMap { rest -> [Parameter] in
      let optional = rest.prefix { $0.count.lowerBound == 0 }
      return Array(rest.prefix(optional.count + 1))
    }
  }

  /// The rest of each form of a command that the words fit.
  static func rests(
    of declaration: CommandDeclaration, after given: [String]
  ) -> [[Parameter]] {
    declaration.forms.compactMap { rest(of: $0.parameters, after: given) }
  }

  static func rest(of parameters: [Parameter], after given: [String]) -> [Parameter]? {
    var index = 0
    for (place, parameter) in parameters.enumerated() {
      let (least, most) = (parameter.count.lowerBound, parameter.count.upperBound)
      var taken = 0
      while taken < most, index < given.count, parameter.accepts(given[index]) {
        taken += 1
        index += 1
      }
      if index == given.count, taken < most {
        var rest = parameter
        rest.count = max(least - taken, 0)...(most - taken)
        return [rest] + parameters[(place + 1)...]
      }
      guard taken >= least else { return nil }
    }
    return index == given.count ? [] : nil
  }

  /// The words that a parameter can be, as far as they can be listed. A word by which the user
  /// confirms something is not: it must be typed.
  static func words(for parameter: Parameter) -> [Suggestion] {
    switch parameter.kind {
    case .literal("confirm"): []
    case .literal(let word): [Suggestion(word)]
    case .choice(["confirm"]): []
    case .choice(let words): words.map { Suggestion($0) }
    default: []
    }
  }
}

extension Parameter {
  /// Whether a word is of the kind.
  fileprivate func accepts(_ word: String) -> Bool {
    switch kind {
    case .literal(let literal): word == literal
    case .choice(let words): words.contains(word)
    case .integer(let range): Int(word).map(range.contains) ?? false
    case .die(let sides): Int(word).map { 1...sides ~= $0 } ?? false
    case .name, .file, .word, .duration, .secret: true
    }
  }
}

extension [Parameter] {
  /// Whether these words, all of them literal or choices, are a whole form.
  fileprivate func isWritten(as words: [String]) -> Bool {
    count == words.count
      && zip(self, words).allSatisfy { parameter, word in
        switch parameter.kind {
        case .literal, .choice: parameter.accepts(word)
        default: false
        }
      }
  }
}

extension CommandDeclaration {
  /// Whether the words of the command are dice, whose order does not matter.
  fileprivate var takesDice: Bool {
    forms.contains { form in
      form.parameters.contains { if case .die = $0.kind { $0.count.upperBound > 1 } else { false } }
    }
  }

  /// Whether the verb alone is no command.
  var needsWord: Bool {
    !forms.contains { $0.parameters.allSatisfy { $0.count.lowerBound == 0 } }
  }
}
