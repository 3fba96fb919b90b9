import LineSyntax
import ParlorKit

extension HostCommand {
  static let help = HostCommand(
    in: .session, suggest: topics,
    Command(
      "help", "explain a command, teach a game, or search", aliases: ["?"],
      details: [
        "A word that is neither a command nor a game is searched for in all commands, options, rules,"
          + " bots, settings and keys."
      ],
      examples: [
        "help", "help roll", "help farkle", "help farkle roll", "help rules save", "help keys",
        "help straight", "help programs",
      ],
      Form(help: "list the games and the commands") { interpreter throws(CommandError) in
        let session = interpreter.session
        let page = HelpPage.overview(
          kinds: session.library.kinds, commands: interpreter.router.grantedCommands,
          current: session.currentGame?.kind)
        return CommandResult(events: [HostEvent.help(page)])
      },
      Form(
        .word("COMMAND"),
        help: "explain a command or a game, or search for a word"
      ) { interpreter, topic throws(CommandError) in
        CommandResult(events: [HostEvent.help(try interpreter.help(topic))])
      },
      Form(
        .word("GAME"), .word("COMMAND"),
        help: "explain a command of a game, or one of two words such as `rules save`"
      ) { interpreter, topic, word throws(CommandError) in
        CommandResult(events: [HostEvent.help(try interpreter.help(word, in: topic))])
      }))
}

extension Interpreter {
  fileprivate func help(_ topic: String) throws(CommandError) -> HelpPage {
    let library = session.library
    if let kind = library.known(topic) {
      let game = session.currentGame
      return .game(kind, game?.kind === kind ? game?.origin.values : nil)
    }
    // The current game's commands come first, then those of the games that are not open.
    let commands = router.declarations + library.kinds.flatMap(\.definition.commands)
    if let command = commands.first(where: { $0.answers(to: topic) }) { return .command(command) }
    if HelpPage.topics.dropFirst().contains(topic) { return .keys }
    if topic == HelpPage.topics[0] { return .programs(router.grantedCommands) }
    if let kind = try library.kind(named: topic) { return .game(kind) }
    if let missing = router.missingCapability(of: topic) { throw missing }
    let search = HelpSearch(router, session)
    if let page = search.page(about: topic, .word) { return page }
    let known = commands.map(\.verb) + library.kinds.map(\.definition.name)
    let near = SpellingSuggestion.nearest(to: topic, among: known)
    if near.isEmpty, let page = search.page(about: topic, .stem) { return page }
    let isPlugin = library.loader?.companions.contains(topic) ?? false
    throw .unknownTopic(topic, near: near, isPlugin: isPlugin)
  }

  /// Help for a command of a game, or for one whose second word is fixed, such as `rules save`.
  fileprivate func help(_ word: String, in topic: String) throws(CommandError) -> HelpPage {
    let command = router.declarations.first { $0.answers(to: topic) }
    func search() -> HelpPage? {
      HelpSearch(router, session).page(about: "\(topic) \(word)", .stem)
    }
    guard session.library.known(topic) == nil, let command else {
      do throws(CommandError) {
        return try session.library.help(word, in: topic)
      } catch {
        if let page = search() { return page }
        throw error
      }
    }
    let words = command.firstWords
    guard words.contains(word) else {
      let near = SpellingSuggestion.nearest(to: word, among: words)
      if near.isEmpty, let page = search() { return page }
      throw .unknownTopic("\(topic) \(word)", near: near.map { "help \(topic) \($0)" })
    }
    return .command(command)
  }
}

extension CommandDeclaration {
  /// The fixed words with which its forms begin, such as `save` of `rules save NAME`.
  var firstWords: [String] {
    forms.compactMap { form in
      guard case .literal(let word)? = form.parameters.first?.kind else { return nil }
      return word
    }
  }
}

extension GameLibrary {
  fileprivate func help(_ verb: String, in game: String) throws(CommandError) -> HelpPage {
    guard let kind = try kind(named: game) else {
      let known = kinds.map(\.definition.name)
      throw .unknownTopic(game, near: SpellingSuggestion.nearest(to: game, among: known))
    }
    let commands = kind.definition.commands
    guard let command = commands.first(where: { $0.answers(to: verb) }) else {
      throw .unknownTopic(
        verb, near: SpellingSuggestion.nearest(to: verb, among: commands.map(\.verb)))
    }
    return .command(command)
  }
}

extension HostEvent {
  static func help(_ page: HelpPage) -> Self {
    Self("help", page.fields) { page.write(to: &$0) }
  }
}
