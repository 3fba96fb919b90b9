import LineSyntax
import ParlorKit

extension HostCommand {
  static let gameNames: Suggest = { assistant, given, _ in
    guard given.isEmpty else { return [] }
    return assistant.session.library.kinds.map {
      Suggestion($0.definition.name, $0.definition.summary)
    }
      + assistant.lookups.gameNames(in: assistant.session.library).map {
        Suggestion($0, "a plugin")
      }
  }

  /// The numbers of the open games.
  static let gameNumbers: Suggest = { assistant, given, _ in
    guard given.isEmpty else { return [] }
    return assistant.session.games.all.map { game in
      let line = GameLine(game)
      return Suggestion(String(line.number), "\(line.name), \(line.count)")
    }
  }

  /// The topics of `help`: the commands and the games, then the commands of a game or the second
  /// words of a command.
  static let topics: Suggest = { assistant, given, _ in
    if given.count == 1, let kind = assistant.session.library.known(given[0]) {
      return kind.definition.commands.map { Suggestion($0.verb, $0.summary) }
    }
    if given.count == 1 {
      let command = assistant.router.declarations.first { $0.answers(to: given[0]) }
      return command?.firstWords.map { Suggestion($0) } ?? []
    }
    guard given.isEmpty else { return [] }
    let commands =
      assistant.router.grantedCommands.filter(assistant.isSuggested).map(\.declaration)
      + (assistant.session.currentGame?.kind.definition.commands ?? [])
    return commands.map { Suggestion($0.verb, $0.summary) }
      + assistant.session.library.kinds.map {
        Suggestion($0.definition.name, $0.definition.summary)
      }
      + [
        Suggestion("keys", "the keys of the prompt"),
        Suggestion("programs", "commands for programs"),
      ]
  }

  /// The moves of the current game by their numbers, the last first.
  static let moveNumbers: Suggest = { assistant, given, _ in
    guard given.isEmpty, let game = assistant.session.currentGame?.logged else { return [] }
    let lines = game.lines.filter { !$0.hasPrefix("clock ") }
    return lines.enumerated().reversed().prefix(100).map {
      Suggestion(String($0.offset), $0.offset == 0 ? "the start" : $0.element)
    }
  }

  /// The numbers of finished games.
  package static let finishedGames: Suggest = { assistant, given, _ in
    guard given.isEmpty else { return [] }
    return assistant.lookups.entries("finished", assistant.session.revision) {
      assistant.session.host.archive?.recent() ?? []
    }
  }

  /// The settings, then the values of the given one.
  static let settings: Suggest = { assistant, given, _ in
    guard let name = given.first else {
      return Setting.all.map { Suggestion($0.name, $0.summary) }
    }
    guard given.count == 1, let setting = Setting.all.first(where: { $0.name == name }) else {
      return []
    }
    let value = setting.value(assistant.session)
    return setting.choices.map { Suggestion($0, $0 == value ? "now" : "") }
  }

  static let ruleNames: Suggest = { assistant, given, _ in
    let names = (try? RulesActions(assistant.session).names()) ?? []
    switch given.first {
    case nil: return names.map { Suggestion($0.name, $0.summary) }
    case "delete"? where given.count == 1:
      let house = assistant.session.library.kinds.flatMap {
        (try? assistant.session.rules.rules(for: $0)) ?? []
      }
      .map(\.name)
      return names.filter { house.contains($0.name) }.map { Suggestion($0.name, $0.summary) }
    default: return []
    }
  }

  /// The paths into the state, one step at a time.
  static let statePaths: Suggest = { assistant, given, current in
    guard given.isEmpty, let game = assistant.session.currentGame else { return [] }
    let steps = current.split(separator: ".", omittingEmptySubsequences: false).dropLast()
    let state = Value.object(game.view.fields)
    let prefix = steps.map { "\($0)." }.joined()
    let part = steps.isEmpty ? state : state.part(at: steps.joined(separator: "."))
    switch part {
    case .object(let fields):
      return fields.all.map { Suggestion(prefix + $0.name, $0.value.json.prefixed(by: 40)) }
    case .array(let values):
      return values.enumerated().map {
        Suggestion("\(prefix)\($0.offset)", $0.element.json.prefixed(by: 40))
      }
    default: return []
    }
  }

  /// The files that an unfinished path can lead to; folders end in `/`.
  package static let files: Suggest = { assistant, given, current in
    guard given.isEmpty else { return [] }
    return assistant.files(current, "all") { _, _ in true }
  }

  /// Folders, for the path of a new file: an existing file would be refused.
  package static let folders: Suggest = { assistant, given, current in
    guard given.isEmpty else { return [] }
    return assistant.files(current, "folders") { _, _ in false }
  }

  /// Saved games and recordings of other programs, or, for an option, the numbers of finished games.
  static let savedGames: Suggest = { assistant, given, current in
    if given.last == "finished=" { return finishedGames(assistant, [], current) }
    guard given.isEmpty else { return [] }
    let kinds = assistant.session.library.kinds
    return assistant.files(current, "saved games") { files, path in
      files.file(path, beginsWith: SavedGame.header) || kinds.contains { $0.mayRead(path) }
    }
  }

  /// Scripts, scenarios and saved games.
  static let scripts: Suggest = { assistant, given, current in
    guard given.isEmpty else { return [] }
    return assistant.files(current, "scripts") {
      $1.hasSuffix(".parlor") || $1.hasSuffix(".scenario")
        || $0.file($1, beginsWith: SavedGame.header)
    }
  }
}

extension Assistant {
  /// The entries of the folder of an unfinished path: its folders, and the files of a type. Hidden
  /// ones are left out unless the path names them.
  fileprivate func files(
    _ path: String, _ type: String, isWanted: (FileAccess, String) -> Bool
  ) -> [Suggestion] {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let isHidden = path.dropFirst(folder.count).hasPrefix(".")
    return lookups.entries("\(type) \(isHidden) \(folder)", session.revision) {
      let names = session.files.entries(of: folder).filter { $0.hasPrefix(".") == isHidden }
      return names.compactMap { name in
        let path = folder + name
        let isFolder = session.files.isFolder(path)
        guard isFolder || isWanted(session.files, path) else { return nil }
        return Suggestion(
          Word.written(path) + (isFolder ? "/" : ""), isFolder ? "folder" : "",
          isComplete: !isFolder)
      }
    }
  }
}

extension String {
  /// The first characters, with an ellipsis if there are more.
  fileprivate func prefixed(by count: Int) -> String {
    self.count <= count ? self : prefix(count - 1) + "…"
  }
}
