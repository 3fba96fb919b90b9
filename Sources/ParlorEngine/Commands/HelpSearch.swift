import ParlorKit

/// Everything that help can find by a word: commands with their forms and options, games with their
/// presets, bots and rules, settings, keys.
struct HelpSearch {
  /// A line to type, what it is about, and where that is from.
  private struct Entry {
    /// What it is called, such as an option; empty for a sentence.
    var name = ""
    var line: String
    var text: String
    var source: String
  }

  /// How many lines of one source are shown.
  private static let shownCount = 7
  private var entries: [Entry] = []

  /// What there is in a session, the current game first.
  init(_ router: CommandRouter, _ session: Session) {
    let current = session.currentGame?.kind
    for kind in (current.map { [$0] } ?? []) + session.library.kinds.filter({ $0 !== current }) {
      add(kind)
    }
    for command in router.grantedCommands { add(command.declaration, from: "Parlor") }
    for setting in Setting.all {
      let line = "set \(setting.name) \(setting.choices.joined(separator: "|"))"
      entries.append(
        Entry(name: setting.name, line: line, text: setting.summary, source: "Settings"))
    }
    for section in HelpPage.keys.sections where !section.heading.isEmpty {
      for row in section.rows {
        entries.append(Entry(line: row[0], text: row[1], source: "Keys of the prompt"))
      }
    }
  }

  private mutating func add(_ kind: GameKind) {
    let game = kind.definition
    let opening = "new \(game.name)"
    func entry(_ name: String, _ line: String, _ text: String) {
      entries.append(Entry(name: name, line: line, text: text, source: game.title))
    }
    entry(game.name, "help \(game.name)", game.summary)
    for preset in game.presets {
      entry(preset.name, "\(opening) … rules=\(preset.name)", preset.summary)
    }
    for option in game.options {
      entry(option.name, "\(opening) … \(option.name)=", "\(option.summary) (\(option.range))")
    }
    for bot in kind.bots {
      entry(String(bot[0].prefix { $0 != "=" }), "seat NAME \(bot[0])", bot[1])
    }
    for command in game.commands { add(command, from: game.title) }
    for row in kind.guide(OptionValues(for: game)).chart {
      entry("", "help \(game.name)", row.joined(separator: ": "))
    }
    for text in game.rules { addSentences(of: text, "help \(game.name)", from: game.title) }
  }

  private mutating func add(_ command: CommandDeclaration, from source: String) {
    entries.append(
      Entry(name: command.verb, line: command.row[0], text: command.summary, source: source))
    for (usage, form) in zip(command.usages, command.forms) where !form.summary.isEmpty {
      entries.append(Entry(line: usage, text: form.summary, source: source))
    }
    for option in command.options {
      entries.append(
        Entry(
          name: option.name, line: "\(command.verb) … \(option.name)=", text: option.summary,
          source: source))
    }
    for text in command.details {
      addSentences(of: text, "help \(command.verb)", from: source)
    }
  }

  private mutating func addSentences(of text: String, _ line: String, from source: String) {
    var sentence = ""
    for word in text.split(separator: " ") {
      sentence += (sentence.isEmpty ? "" : " ") + word
      if word.hasSuffix(".") {
        entries.append(Entry(line: line, text: sentence, source: source))
        sentence = ""
      }
    }
    if !sentence.isEmpty { entries.append(Entry(line: line, text: sentence, source: source)) }
  }

  /// All words that can be found, the topics included.
  var words: Set<String> {
    Set(entries.flatMap { Self.words(of: "\($0.line) \($0.text)") } + HelpPage.topics)
  }

  /// How words are compared.
  enum Match {
    /// The whole word, in the singular or the plural.
    case word
    /// The beginning of a word, without endings such as `-ing`.
    case stem
  }

  /// What mentions all words of a text: first what is called so, then what is about it.
  ///
  /// - Returns: `nil` if nothing does.
  func page(about text: String, _ match: Match) -> HelpPage? {
    let wanted = Self.words(of: text).map { match == .stem ? Self.stem($0) : Self.singular($0) }
    guard let first = wanted.first, match == .word || first.utf8.count > 2 else { return nil }
    func mentions(_ entry: Entry) -> Bool {
      let words = Self.words(of: "\(entry.line) \(entry.text)")
      return wanted.allSatisfy { word in
        words.contains { match == .stem ? $0.hasPrefix(word) : Self.singular($0) == word }
      }
    }
    func isNamed(_ entry: Entry) -> Bool { wanted.count == 1 && Self.singular(entry.name) == first }
    var sections: [HelpPage.Section] = []
    for entry in entries where mentions(entry) {
      let row = [entry.line, entry.text]
      let place = sections.firstIndex { $0.heading == entry.source } ?? sections.count
      if place == sections.count { sections.append(.init(heading: entry.source, rows: [])) }
      if sections[place].rows.contains(row) { continue }
      if isNamed(entry) {
        sections[place].rows.insert(row, at: 0)
      } else {
        sections[place].rows.append(row)
      }
    }
    guard !sections.isEmpty else { return nil }
    for place in sections.indices {
      let hidden = sections[place].rows.count - Self.shownCount
      guard hidden > 1 else { continue }
      sections[place].rows.removeLast(hidden)
      sections[place].rows.append(["…", "\(hidden) more"])
    }
    return HelpPage(title: "Help about `\(text)`", sections: sections)
  }

  private static func words(of text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "-" }.map(String.init)
  }

  private static func singular(_ word: String) -> String {
    word.utf8.count > 3 && word.hasSuffix("s") ? String(word.dropLast()) : word
  }

  static func stem(_ word: String) -> String {
    for ending in ["ing", "ed", "es", "s"]
    where word.hasSuffix(ending) && word.utf8.count > ending.utf8.count + 3 {
      return String(word.dropLast(ending.count))
    }
    return word
  }
}
