import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// The definition of every game: names, verbs, options, presets.
struct DefinitionTests {
  @Test func `names of games differ`() {
    let names = Contestants.all.map(\.definition.name)
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.wholeMatch(of: /[a-z][a-z0-9-]{0,31}/) != nil })
  }

  @Test(arguments: Contestants.all)
  func `verbs are short distinct and none of the hosts`(game: any Game) {
    let host = Set(HostCommand.all.flatMap { $0.verbs })
    let verbs = game.definition.commands.flatMap { [$0.verb] + $0.aliases }
    #expect(Set(verbs).count == verbs.count)
    for verb in verbs {
      #expect(verb.wholeMatch(of: /[a-z][a-z-]{0,15}/) != nil)
      #expect(!host.contains(verb))
    }
  }

  @Test func `verbs of the host are short and distinct`() {
    let verbs = HostCommand.all.flatMap { $0.verbs }
    #expect(Set(verbs).count == verbs.count)
    #expect(verbs.allSatisfy { $0.wholeMatch(of: /[a-z][a-z-]{0,15}|\?/) != nil })
  }

  @Test(arguments: Contestants.all)
  func `options and presets fit their declarations`(game: any Game) {
    let definition = game.definition
    let names = definition.options.map(\.name)
    #expect(Set(names + ["rules", "seed"]).count == names.count + 2)
    for option in definition.options {
      #expect(option.name.wholeMatch(of: /[a-z][a-z-]*/) != nil)
      #expect(!option.summary.isEmpty && !option.range.isEmpty)
      #expect(option.value(of: option.text(of: option.fallback)) == option.fallback)
    }
    #expect(Set(definition.presets.map(\.name)).count == definition.presets.count)
    for preset in definition.presets {
      #expect(preset.name.wholeMatch(of: /[a-z][a-z0-9-]*/) != nil)
      #expect(!["list", "save", "delete"].contains(preset.name))
      for (name, value) in preset.values {
        let option = definition.options.first { $0.name == name }
        #expect(option?.value(of: option?.text(of: value) ?? "") == value, "\(name)")
      }
    }
  }

  /// A shortcut stands for a whole line of the game, and is no word that a line may begin with.
  @Test(arguments: Contestants.all)
  func `shortcuts are lines of the game`(game: any Game) {
    let verbs = Set(game.definition.commands.flatMap { [$0.verb] + $0.aliases })
    for (word, line) in game.definition.shortcuts {
      #expect(verbs.contains(String(line.prefix { $0 != " " })), "\(line)")
      #expect(!word.contains(" ") && !verbs.contains(word))
      #expect(word.contains { !$0.isASCII || !$0.isNumber }, "an id is no shortcut")
    }
  }

  /// What is said of a command is one line; examples are lines of that command.
  @Test(arguments: Contestants.all)
  func `commands are documented`(game: any Game) {
    #expect(!game.definition.title.isEmpty && !game.definition.summary.isEmpty)
    for command in game.definition.commands {
      #expect(!command.summary.isEmpty && !command.summary.hasSuffix("."))
      #expect(!command.forms.isEmpty && !command.examples.isEmpty)
      for example in command.examples {
        #expect(([command.verb] + command.aliases).contains { example.hasPrefix($0) })
      }
    }
  }
}

extension HostCommand {
  /// The verb and the aliases.
  fileprivate var verbs: [String] { [declaration.verb] + declaration.aliases }
}
