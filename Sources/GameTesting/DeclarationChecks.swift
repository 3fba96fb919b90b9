import LineSyntax
import ParlorEngine
import ParlorKit

/// What a game declares: names, verbs, options, presets and shortcuts.
enum DeclarationChecks {
  static func declarations(of definition: GameDefinition, _ faults: inout Faults) {
    faults.expect(Identifier.isName(definition.name), "`\(definition.name)` is no name of a game")
    verbs(of: definition, &faults)
    options(of: definition, &faults)
    presets(of: definition, &faults)
    shortcuts(of: definition, &faults)
  }

  private static func verbs(of definition: GameDefinition, _ faults: inout Faults) {
    let host = HostCommand.verbs(of: HostCommand.all)
    var seen: Set<String> = []
    for verb in definition.verbs {
      faults.expect(seen.insert(verb).inserted, "`\(verb)` is the verb of two commands")
      faults.expect(!host.contains(verb), "`\(verb)` is a command of Parlor")
      faults.expect(Identifier.isWord(verb) && verb.utf8.count <= 16, "`\(verb)` is no verb")
    }
  }

  private static func options(of definition: GameDefinition, _ faults: inout Faults) {
    var seen: Set = ["rules", "seed"]
    for option in definition.options {
      let name = option.name
      faults.expect(seen.insert(name).inserted, "an option cannot be named `\(name)` as well")
      faults.expect(Identifier.isWord(name), "`\(name)` is no name of an option")
      faults.expect(!option.summary.isEmpty, "the option `\(name)` has no help")
      faults.expect(!option.range.isEmpty, "the option `\(name)` has no range")
      let text = option.text(of: option.fallback)
      faults.expect(
        option.value(of: text) == option.fallback, "`\(name)` does not take its default `\(text)`")
    }
  }

  private static func presets(of definition: GameDefinition, _ faults: inout Faults) {
    var seen: Set = ["list", "save", "delete"]
    for preset in definition.presets {
      let name = preset.name
      faults.expect(seen.insert(name).inserted, "a preset cannot be named `\(name)` as well")
      faults.expect(Identifier.isName(name), "`\(name)` is no name of rules")
      for (key, value) in preset.values {
        let option = definition.options.first { $0.name == key }
        faults.expect(
          option.map { $0.value(of: $0.text(of: value)) == value } ?? false,
          "the rules `\(name)` have a value that `\(key)` does not take")
      }
    }
  }

  /// A shortcut stands for a whole line of the game, and is no verb of the game.
  private static func shortcuts(of definition: GameDefinition, _ faults: inout Faults) {
    let verbs = Set(definition.verbs)
    for (word, line) in definition.shortcuts {
      faults.expect(
        verbs.contains(String(line.prefix { $0 != " " })),
        "the shortcut `\(word)` means `\(line)`, which is no line of the game")
      faults.expect(
        !word.contains(" ") && !verbs.contains(word)
          && word.contains { !$0.isASCII || !$0.isNumber },
        "`\(word)` cannot be a shortcut")
    }
  }

  /// What is said of a command is one line; examples are lines of that command.
  static func help(of definition: GameDefinition, _ faults: inout Faults) {
    faults.expect(!definition.title.isEmpty, "the game has no title")
    faults.expect(!definition.summary.isEmpty, "the game has no summary")
    for command in definition.commands {
      let verb = command.verb
      faults.expect(!command.summary.isEmpty, "`\(verb)` has no summary")
      faults.expect(!command.summary.hasSuffix("."), "the summary of `\(verb)` ends in a full stop")
      faults.expect(!command.forms.isEmpty, "`\(verb)` has no form")
      faults.expect(!command.examples.isEmpty, "`\(verb)` has no example")
      for example in command.examples {
        faults.expect(
          command.answers(to: String(example.prefix { $0 != " " })),
          "`\(example)` is no example of `\(verb)`")
      }
    }
  }
}

extension GameDefinition {
  /// The verbs and aliases of all commands.
  fileprivate var verbs: [String] { commands.flatMap(\.verbs) }
}
