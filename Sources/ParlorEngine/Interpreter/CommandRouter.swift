import LineSyntax
package import ParlorKit

/// Finds the command of a line, and reads the line as a call of it.
package struct CommandRouter {
  let session: Session
  /// The commands of the host besides those of the language.
  private let further: [HostCommand.Named]
  private let furtherVerbs: VerbTable<HostCommand.Named>
  /// Asks for a secret; `nil` if no user can be asked.
  let askSecret: ((String) -> [UInt8]?)?

  init(_ session: Session, _ settings: Settings) {
    self.session = session
    askSecret = settings.askSecret
    further = settings.commands
    furtherVerbs = Self.table(of: further)
  }

  /// The commands of the host, granted or not.
  var hostCommands: [HostCommand] { HostCommand.all + further.map(\.command) }

  /// The commands of the language by their verbs.
  private static let table = table(of: HostCommand.named)

  private static func table(of commands: [HostCommand.Named]) -> VerbTable<HostCommand.Named> {
    var table = VerbTable<HostCommand.Named>()
    for command in commands {
      for verb in command.verbs { table.add(verb, command) }
    }
    return table
  }

  /// What a line asks for.
  enum Route {
    case nothing
    case host(HostCommand)
    case game(DeclaredCommand, any SessionGame)
    /// A word that means this line.
    case shortcut([UInt8])
  }

  /// The command of a line; `nil` if its first word is not a command now. Finding what may have
  /// been meant takes much longer: it looks for plugins in the folders of `PATH`.
  func find(_ line: Line) throws(CommandError) -> Route? {
    guard let first = line.tokens.first else { return .nothing }
    // An option is not a verb, whatever its value.
    let word = line.bytes[first.name == nil ? first.content : first.range]
    if let route = route(word) { return route }
    // A command in capitals is the same command.
    if !first.isQuoted, let route = route(word.map(Line.lowercased)[...]) { return route }
    if let game = session.games.current, let whole = game.kind.shortcut(word) {
      guard line.tokens.count > 1 else { return .shortcut(whole) }
      let surplus = line.tokens[1]
      throw CommandError(
        .surplusArgument(
          line.text(surplus), range: surplus.range,
          CommandDeclaration(line.text(first), summary: "")))
    }
    return nil
  }

  /// Reads a line as a call of a command of the current game, with its secrets in the clear.
  func call(_ line: Line, _ command: DeclaredCommand) throws(CommandError) -> Call {
    if command.takesSecrets { return try secretCall(line, command) }
    var reader = CallReader(line, as: command, isTyped: true)
    do throws(LineError) {
      return try reader.read()
    } catch {
      let error = CommandError(error)
      guard error.code == .badArgument,
        let better = session.games.current?.misreading(
          of: command.declaration.verb, reader.arguments)
      else { throw error }
      throw error.said(by: better)
    }
  }

  /// Whether a line is one for the current game: a command of it, `resign`, or none that can be
  /// read.
  func asksGame(_ bytes: ArraySlice<UInt8>) -> Bool {
    do throws(CommandError) {
      switch try find(Line(command: bytes)) {
      case .nothing, .game, .shortcut: return true
      case .host(let command): return command === HostCommand.resign
      case nil: return false
      }
    } catch {
      return true
    }
  }

  private func route(_ word: ArraySlice<UInt8>) -> Route? {
    guard let verb = VerbKey(word) else { return nil }
    let game = session.games.current
    let own = game?.kind.command(verb)
    if let command = (Self.table.find(verb) ?? furtherVerbs.find(verb))?.command,
      session.capabilities.isSuperset(of: command.needs),
      own == nil || !command.traits.contains(.yieldsToGames)
    {
      return .host(command)
    }
    guard let game, let own else { return nil }
    return .game(own, game)
  }

  /// Whether a word in small letters is the verb or an alias of a command that can be typed now.
  package func isCommand(_ word: String) -> Bool { route(Array(word.utf8)[...]) != nil }

  /// The command of the host with this verb, if the session is granted it and the current game has
  /// no command of this name.
  func hostCommand(_ word: String) -> HostCommand? {
    guard case .host(let command) = route(Array(word.utf8)[...]) else { return nil }
    return command
  }

  /// Why the first word of a line is not a command now.
  func unknownCommand(_ line: Line) -> CommandError {
    let token = line.tokens[0]
    let typed = token.name == nil ? line.text(token) : line.name(token.range)
    let word = typed.lowercased()
    if let missing = missingCapability(of: word) { return missing }
    let kinds = session.library.kinds
    let owners = kinds.filter { kind in
      kind.definition.commands.contains { $0.answers(to: word) || $0.synonyms.contains(word) }
    }
    let game = session.games.current
    if game == nil {
      if Self.synonyms[word] == HostCommand.new.verb {
        return .noGame(examples: session.library.openingUsages)
      }
      if !owners.isEmpty {
        return .noGame(examples: owners.flatMap(\.opening.declaration.usages))
      }
    }
    // The suggestion can be shown: it repeats no secret.
    let rest = String(
      decoding: masked(line.bytes[...]).dropFirst(token.range.upperBound), as: UTF8.self)
    let numbers = line.id.map { "\($0) \(typed)" } ?? typed
    let near =
      move(of: numbers + rest, game) ?? settingLine(word, rest)
      ?? suggestions(for: word, rest, game)
    let isSynonym = declarations.contains { $0.synonyms.contains(word) }
    return .unknownCommand(
      typed, range: token.range, near: near,
      games: isSynonym ? [] : owners.map(\.definition.title))
  }

  /// The line that changes a setting, if its name was typed as a command.
  private func settingLine(_ word: String, _ rest: String) -> [String]? {
    guard let setting = Setting.all.first(where: { $0.name == word }),
      hostCommand(HostCommand.set.verb) != nil
    else { return nil }
    let (value, given) = (setting.value(session), rest.filter { $0 != " " }.lowercased())
    let meant =
      setting.choices.contains(given) ? given : setting.choices.first { $0 != value } ?? value
    return ["set \(word) \(meant)"]
  }

  /// Words that players type for commands of the host.
  private static let synonyms = [
    "q": "quit", ":q": "quit", ":q!": "quit", ":wq": "quit", "bye": "quit",
    "begin": "new", "play": "new", "restart": "new", "start": "new",
  ]

  /// The move that numbers without a verb probably mean: the first command of the game that takes
  /// them now.
  private func move(of numbers: String, _ game: (any SessionGame)?) -> [String]? {
    guard let game, game.logged != nil,
      numbers.utf8.allSatisfy({ Line.isDigit($0) || Line.isBlank($0) })
    else { return nil }
    let moves = game.moveIndex()
    let found = game.kind.definition.commands.lazy.filter { !$0.isQuestion }.map {
      "\($0.verb) \(numbers)"
    }.first { line in
      guard let line = try? Line(command: Array(line.utf8)[...]), let verb = line.tokens.first,
        let call = try? game.kind.command(line.bytes[verb.content])?.call(line)
      else { return false }
      return (try? game.check(call, moves)) != nil
    }
    return found.map { [$0] }
  }

  /// What a word that is not a command may have meant, as lines or as verbs.
  ///
  /// - Parameter rest: the line after the word.
  private func suggestions(for word: String, _ rest: String, _ game: (any SessionGame)?) -> [String]
  {
    let declarations = declarations
    if let game, let points = Int(word),
      let line = game.kind.shortcut(Array("+\(points)".utf8)[...])
    {
      return [String(decoding: line.filter { $0 != UInt8(ascii: "+") }, as: UTF8.self)]
    }
    if let command = declarations.first(where: { $0.synonyms.contains(word) }) {
      return [command.verb + rest]
    }
    let formed = game?.kind.definition.commands.first { command in
      command.forms.contains { $0.parameters.first?.kind == .literal(word) }
    }
    if let formed { return ["\(formed.verb) \(word)\(rest)"] }
    if let verb = Self.synonyms[word] { return [verb] }
    let names = session.library.names
    if let name = names.first(where: { $0 == word || word.utf8.count > 3 && $0.hasPrefix(word) }) {
      return [opening(of: name, rest)]
    }
    // Without a game, a command of any game may have been meant.
    let known =
      declarations + (game == nil ? session.library.kinds.flatMap(\.definition.commands) : [])
    let verbs = known.flatMap(\.verbs).filter { $0.utf8.count > 1 }
    return SpellingSuggestion.nearest(to: word, among: verbs + names).map { near in
      names.contains(near) && !verbs.contains(near) ? opening(of: near, "") : near
    }
  }

  /// The line that opens a game with the words after its name, or its usage if words are needed and
  /// there are none.
  private func opening(of name: String, _ rest: String) -> String {
    let kind = session.library.known(name)
    let needsWords = kind?.definition.setup.contains { $0.count.lowerBound > 0 } ?? false
    guard rest.isEmpty, needsWords, let usage = kind?.opening.declaration.usages.first else {
      return "new \(name)\(rest)"
    }
    return usage
  }

  /// Why the session lacks a command of the host; `nil` if there is no such command.
  func missingCapability(of word: String) -> CommandError? {
    guard let command = hostCommands.first(where: { $0.declaration.answers(to: word) }) else {
      return nil
    }
    let missing = command.needs.subtracting(session.capabilities)
    return missing == .profile
      ? .needsProfile(command.verb)
      : .notGranted(command.verb, needs: missing, in: session.capabilities)
  }

  /// The commands that can be typed now: the host's, then those of the current game.
  package var declarations: [CommandDeclaration] {
    grantedCommands.map(\.declaration) + gameCommands
  }

  /// The commands of the host that the session is granted and that the current game does not
  /// replace.
  var grantedCommands: [HostCommand] {
    let own = gameCommands
    return hostCommands.filter { command in
      session.capabilities.isSuperset(of: command.needs)
        && !(command.traits.contains(.yieldsToGames)
          && own.contains { $0.answers(to: command.verb) })
    }
  }

  private var gameCommands: [CommandDeclaration] {
    session.games.current?.kind.definition.commands ?? []
  }

  /// A line as transcripts and recordings show it: masked, and with the verb in place of a
  /// one-letter or capital alias. In JSON an error tells its column in the line as it was typed.
  package func canonical(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let bytes = masked(bytes)
    guard !session.preferences.format.isMessage, let range = Line.verb(of: bytes) else {
      return bytes
    }
    let word = bytes[range]
    let lowered = word.map(Line.lowercased)
    guard word.count == 1 || !word.elementsEqual(lowered), let route = route(lowered[...]) else {
      return bytes
    }
    let declaration: CommandDeclaration
    switch route {
    case .host(let command): declaration = command.declaration
    case .game(let command, _): declaration = command.declaration
    case .nothing, .shortcut: return bytes
    }
    let isShort = declaration.shorthand.map { lowered.elementsEqual($0.utf8) } ?? false
    return bytes[..<range.lowerBound] + (isShort ? Array(declaration.verb.utf8) : lowered)
      + bytes[range.upperBound...]
  }
}
