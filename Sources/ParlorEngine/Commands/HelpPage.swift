import LineSyntax
import ParlorKit

/// A page of help, as data.
package struct HelpPage: Sendable {
  /// Lines under a heading.
  struct Section: Sendable {
    /// The heading; empty for text that stands by itself.
    var heading: String
    /// Rows of words in columns.
    var rows: [[String]]
  }

  /// The first line.
  var title: String
  /// The rest.
  var sections: [Section]

  var fields: Fields {
    [
      "title": .string(title),
      "sections": .array(
        sections.map { section in
          .object([
            "heading": .string(section.heading),
            "rows": .array(section.rows.map { .strings($0) }),
          ])
        }),
    ]
  }

  /// Writes the page, wrapped at the width of the writer. It has no blank lines, as no reply has
  /// any.
  func write(to text: inout TextWriter) {
    text.write(Styled(.strong, Wrapped(title)))
    for section in sections where !section.rows.isEmpty {
      if !section.heading.isEmpty { text.write("\n", Styled(.notice, section.heading)) }
      text.write(
        "\n",
        Columns(section.rows, indent: section.heading.isEmpty ? 0 : 2, wraps: true))
    }
  }
}

extension HelpPage {
  /// The overview: the games, and the commands under their headings.
  static func overview(
    kinds: [GameKind], commands: [HostCommand], current: GameKind?
  ) -> HelpPage {
    var sections = [
      Section(
        heading: current == nil ? "Open a game" : "Open another game",
        rows: kinds.map {
          [$0.opening.declaration.usages.joined(separator: " | "), $0.definition.summary]
        })
    ]
    if let current {
      sections.append(
        Section(heading: current.definition.title, rows: current.definition.commands.map(\.row)))
    }
    for group in HostCommand.Group.allCases where group != .programs {
      let rows = commands.filter { $0.group == group }.map(\.declaration.shortRow)
      sections.append(Section(heading: group.rawValue, rows: rows))
    }
    sections.append(
      Section(
        heading: "",
        rows: [
          [
            "`help GAME` teaches a game, `help WORD` explains a command or searches all help,"
              + " `help keys` lists the keys of the prompt, `help programs` what programs need."
          ]
        ]))
    let example = kinds.first.map { " Example: `\($0.definition.exampleOpening)`." } ?? ""
    return HelpPage(title: "Type a command and press Enter.\(example)", sections: sections)
  }

  /// Topics besides commands and games: that of the programs, and those of the keys.
  static let topics = ["programs", "keys", "key", "tab", "prompt"]

  /// The commands that only programs need.
  static func programs(_ commands: [HostCommand]) -> HelpPage {
    HelpPage(
      title: "Commands for programs, which a prompt does not suggest",
      sections: [
        Section(
          heading: "",
          rows: commands.filter { $0.group == .programs }.map(\.declaration.row))
      ])
  }

  /// The keys of the prompt.
  static let keys = HelpPage(
    title: "Keys of the prompt",
    sections: [
      Section(
        heading: "Typing",
        rows: [
          [
            "Tab",
            "complete the word, or list the completions; in the list, the next entry, which Enter takes",
          ],
          ["Up, Down, Left, Right", "move in the list while it is open; Esc closes it"],
          ["Right, Ctrl-E, End", "accept the dimmed suggestion"],
          ["Ctrl-F, Alt-F", "accept all of the suggestion, or one word"],
          ["{…}", "possible arguments; not inserted"],
          ["red", "a word that is certain to be rejected"],
          [";", "separates commands on one line"],
        ]),
      Section(
        heading: "Earlier lines",
        rows: [
          ["Up, Down", "earlier lines with the same beginning, this session's first"],
          ["Ctrl-R", "search the earlier lines, and list those found"],
          ["Alt-<, Alt->", "the oldest line, the typed line"],
          ["Alt-.", "the last word of the previous line"],
          ["a space first", "keeps the line out of the history"],
        ]),
      Section(
        heading: "Editing",
        rows: [
          ["Ctrl-A, Ctrl-E", "the start, the end of the line"],
          ["Ctrl-W, Ctrl-U, Ctrl-K", "delete a word, the line, the rest of the line"],
          ["Ctrl-Y", "insert what was deleted"],
          ["Ctrl-_", "undo a change of the line"],
          ["Ctrl-L", "clear the screen"],
        ]),
      Section(
        heading: "At the table, which `play` or F2 opens",
        rows: [
          ["?", "the keys of the game"],
          [":", "type a line, with Tab and Ctrl-R; pasted text comes there, and is never a move"],
          ["another letter", "opens the line with it, if it begins a command and is no key"],
          ["H", "hint; then Enter plays its first move"],
          ["Esc", "take back what is chosen, or return to the prompt"],
        ]),
      Section(
        heading: "Below a page of a long reply",
        rows: [
          ["Space, Page Down", "the next page"],
          ["b, Page Up", "the page before"],
          ["k, Up", "one line back"],
          ["g, G", "the top, the end; also Home and End"],
          ["q", "return to the prompt"],
        ]),
      Section(
        heading: "The session",
        rows: [
          ["F2", "on an empty line, play the current game with keys"],
          ["Ctrl-C", "discard the line, or stop what is running"],
          ["Ctrl-D", "leave, on an empty line"],
          ["Ctrl-Z", "suspend the program"],
        ]),
      Section(
        heading: "",
        rows: [
          [
            "Pasted lines run when you press Enter. If you paste a session, only the lines after"
              + " a prompt are kept. `~/.editrc` changes the keys; `bind -v` selects those of vi."
          ]
        ]),
    ])

  /// Help for a command: what it does and how it is written.
  static func command(_ command: CommandDeclaration) -> HelpPage {
    let forms = zip(command.usages, command.forms).map { usage, form in
      form.summary.isEmpty ? [usage] : [usage, form.summary]
    }
    return HelpPage(
      title: "\(command.verb): \(command.summary)",
      sections: [
        Section(heading: "Usage", rows: forms),
        Section(heading: "", rows: command.details.map { [$0] }),
        Section(heading: "Options", rows: command.options.map(\.row)),
        Section(
          heading: "Also",
          rows: command.aliases.isEmpty ? [] : [[command.aliases.joined(separator: ", ")]]),
        Section(heading: "Examples", rows: command.examples.map { [$0] }),
      ])
  }

  /// Help for a game: what it is, an example, how it is played and opened, and its commands.
  ///
  /// - Parameter values: the options in force; `nil` for the defaults.
  static func game(_ kind: GameKind, _ values: OptionValues? = nil) -> HelpPage {
    let definition = kind.definition
    let opening = kind.opening.declaration
    return HelpPage(
      title: "\(definition.title): \(definition.summary)",
      sections: [
        Section(heading: "Example", rows: definition.exampleLines.map { [$0] }),
        Section(heading: "How to play", rows: definition.rules.map { [$0] }),
        Section(
          heading: "What scores",
          rows: kind.guide(values ?? OptionValues(for: definition)).chart),
        Section(
          heading: "Usage",
          rows: opening.usages.map { ["\($0) [OPTION=VALUE…]"] }),
        Section(heading: "Words", rows: definition.setup.compactMap(\.choices)),
        Section(
          heading: "Rules", rows: definition.presets.map { ["rules=\($0.name)", $0.summary] }),
        Section(heading: "Options", rows: (definition.options + [GameKind.seedOption]).map(\.row)),
        Section(heading: "Commands", rows: definition.commands.map(\.row)),
        Section(heading: "Bots", rows: kind.bots),
      ])
  }
}

extension GameDefinition {
  /// A line that opens the game.
  fileprivate var exampleOpening: String {
    let words = setup.flatMap { parameter -> [String] in
      let least = parameter.count.lowerBound
      switch parameter.kind {
      case .name:
        let names = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana"]
        return Array(names.prefix(max(least, min(2, parameter.count.upperBound))))
      case .choice(let words): return Array(words.prefix(1))
      case .literal(let word): return [word]
      case .integer(let range): return least > 0 ? [String(range.lowerBound)] : []
      default: return least > 0 ? [parameter.name] : []
      }
    }
    return (["new", name] + words).joined(separator: " ")
  }

  /// Lines that begin a game: `new`, and examples of its first moves.
  fileprivate var exampleLines: [String] {
    let moves = commands.filter { !$0.isQuestion }.compactMap(\.examples.first)
    return [exampleOpening] + moves.prefix(3)
  }
}

extension CommandDeclaration {
  /// The command in the list of all: one with several usages by its verb alone.
  fileprivate var shortRow: [String] {
    let usages = usages
    return [usages.count > 1 || usages[0].count > 20 ? "\(verb) …" : usages[0], summary]
  }

  /// The command in a list: how it is written, and what it does.
  var row: [String] {
    let usages = usages
    let short = shorthand.map { " (`\($0)`)" } ?? ""
    return [usages.count > 3 ? "\(verb) …" : usages.joined(separator: " | "), summary + short]
  }
}

extension Parameter {
  /// The values of a word of `new` that has a few fixed ones.
  fileprivate var choices: [String]? {
    if case .choice(let words) = kind { [name, words.alternatives] } else { nil }
  }
}

extension OptionDeclaration {
  /// The option in a list: name and default, values, and what it does.
  fileprivate var row: [String] { ["\(name)=\(text(of: fallback))", range, summary] }
}
