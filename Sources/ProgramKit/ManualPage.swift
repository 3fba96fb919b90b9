import LineSyntax
package import ParlorEngine
package import ParlorKit

/// The part of the manual page that comes from declarations: commands and games, as roff with the
/// macros of man(7).
package struct ManualPage {
  private let kinds: [GameKind]
  private let commands: [HostCommand]

  /// The page of what can be typed in a session with these settings.
  package init(_ settings: Settings) {
    kinds = settings.games.map(\.kind)
    commands = HostCommand.all + settings.commands.map(\.command)
  }

  /// Writes the sections COMMANDS and one for each game.
  package func write(to text: inout TextWriter) {
    text.write(".SH COMMANDS\n")
    for group in HostCommand.Group.allCases {
      text.write(".SS ", group.rawValue, "\n")
      for command in commands where command.group == group {
        write(command.declared.declaration, to: &text)
      }
    }
    for kind in kinds { write(kind, to: &text) }
  }

  private func write(_ kind: GameKind, to text: inout TextWriter) {
    let definition = kind.definition
    text.write(".SH ", RoffWriter.escaped(definition.title.uppercased()), "\n")
    text.write(RoffWriter.escaped(definition.summary), "\n")
    for paragraph in definition.rules { text.write(".PP\n", RoffWriter.escaped(paragraph), "\n") }
    for usage in kind.opening.declaration.usages {
      text.write(".PP\n.B ", RoffWriter.escaped(usage), "\n.I OPTION=VALUE ...\n")
    }
    for declaration in definition.commands { write(declaration, to: &text) }
    if !definition.presets.isEmpty {
      text.write(".SS Rules of ", RoffWriter.escaped(definition.title), "\n")
    }
    for preset in definition.presets {
      text.write(".TP\n.B rules=", RoffWriter.escaped(preset.name), "\n")
      text.write(RoffWriter.escaped(preset.summary), "\n")
    }
    text.write(".SS Options of ", RoffWriter.escaped(definition.title), "\n")
    for option in definition.options + [GameKind.seedOption] {
      let value = option.text(of: option.fallback)
      text.write(".TP\n.B ", RoffWriter.escaped("\(option.name)=\(value)"), "\n")
      text.write(RoffWriter.escaped("\(option.summary) (\(option.range))"), "\n")
    }
  }

  private func write(_ command: CommandDeclaration, to text: inout TextWriter) {
    let names = command.usages + command.aliases
    text.write(".TP\n.B ", RoffWriter.escaped(names.joined(separator: ", ")), "\n")
    text.write(RoffWriter.escaped(command.summary), ".\n")
    for line in command.details { text.write(RoffWriter.escaped(line), "\n") }
    if !command.examples.isEmpty {
      text.write(
        ".br\nExamples: ", RoffWriter.escaped(command.examples.joined(separator: "; ")), "\n")
    }
  }
}
