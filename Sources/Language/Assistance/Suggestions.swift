import ParlorKit
import Platform

extension HostCommand {
  /// The names of the games.
  static let gameNames: Suggest = { assistant, given, _ in
    guard given.isEmpty else { return [] }
    return assistant.session.library.kinds.map {
      Suggestion($0.definition.name, $0.definition.summary)
    }
      + assistant.session.library.findableNames.map { Suggestion($0, "a plugin") }
  }

  /// The numbers of the open games.
  static let gameNumbers: Suggest = { assistant, given, _ in
    guard given.isEmpty else { return [] }
    return assistant.session.games.all.map { game in
      let line = GameLine(game)
      return Suggestion(String(line.number), "\(line.name), \(line.count)")
    }
  }

  /// What `help` explains: the commands, and the games.
  static let topics: Suggest = { assistant, given, _ in
    guard given.isEmpty else { return [] }
    let commands = assistant.router.declarations.map { Suggestion($0.verb, $0.summary) }
    return commands
      + assistant.session.library.kinds.map {
        Suggestion($0.definition.name, $0.definition.summary)
      }
  }

  /// The settings, then the values of the one that was given.
  static let settings: Suggest = { assistant, given, _ in
    guard let name = given.first else {
      return Setting.all.map { Suggestion($0.name, $0.summary) }
    }
    guard given.count == 1, let setting = Setting.all.first(where: { $0.name == name }) else {
      return []
    }
    let value = setting.value(assistant.session)
    return setting.choices.map { Suggestion($0, $0 == value ? "as it is" : "") }
  }

  /// The names of rules.
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

  /// The files that a path under way can lead to; folders end in `/`.
  package static let files: Suggest = { assistant, given, current in
    guard given.isEmpty else { return [] }
    return assistant.session.files.suggestions(for: current)
  }

  /// The saved games of the folder, and its folders.
  static let savedGames: Suggest = { assistant, given, current in
    guard given.isEmpty else { return [] }
    let files = assistant.session.files
    return files.suggestions(for: current) { files.isFolder($0) || files.holdsGame($0) }
  }
}

extension FileAccess {
  /// The entries of the folder of a path under way, hidden ones only if they are asked for.
  fileprivate func suggestions(
    for path: String, where isWanted: (String) -> Bool = { _ in true }
  ) -> [Suggestion] {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let start = path.dropFirst(folder.count)
    let names = entries(of: folder).filter {
      $0.hasPrefix(start) && (start.hasPrefix(".") || !$0.hasPrefix(".")) && isWanted(folder + $0)
    }
    return names.map { name in
      let isFolder = isFolder(folder + name)
      return Suggestion(
        Word.written(folder + name) + (isFolder ? "/" : ""), isFolder ? "folder" : "",
        isComplete: !isFolder)
    }
  }
}

extension String {
  /// At most so many characters, with an ellipsis if there were more.
  fileprivate func prefixed(by count: Int) -> String {
    self.count <= count ? self : prefix(count - 1) + "…"
  }
}
