import GameTesting
import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// Help knows every game, every command and every option.
struct HelpTests {
  @Test(arguments: Contestants.all)
  func `every command has a page`(game: any Game) {
    let session = TestSession(Contestants.all)
    let overview = session.say("help \(game.definition.name)")
    for command in game.definition.commands {
      for verb in [command.verb] + command.aliases {
        let page = session.say("help \(game.definition.name) \(verb)")
        #expect(
          page.unwrapped.hasPrefix("\(command.verb): \(command.summary) Usage \(command.verb)"))
        #expect(command.usages.allSatisfy { page.contains("\n  \($0)") })
        #expect(command.examples.allSatisfy { "\(page)\n".contains("\n  \($0)\n") })
      }
      // What a command with long usages does is below them.
      let usages =
        "\n  "
        + (command.usages.count > 3 ? "\(command.verb) …" : command.usages.joined(separator: " | "))
      #expect(overview.contains("\(usages)  ") || overview.contains("\(usages)\n      "))
    }
  }

  @Test(arguments: Contestants.all)
  func `it teaches the game with an example`(game: any Game) throws {
    let session = TestSession(Contestants.all)
    let page = session.say("help \(game.definition.name)")
    #expect(page.split(separator: "\n").allSatisfy { DisplayWidth.of($0) <= 80 })
    for paragraph in game.definition.rules { #expect(page.unwrapped.contains(paragraph)) }
    // The first line of the example opens the game.
    let lines = page.split(separator: "\n").drop { $0 != "Example" }.dropFirst()
    let opening = try #require(lines.first).trimmingPrefix("  ")
    session.say(String(opening))
    #expect(session.interpreter.currentGame?.kind.definition.name == game.definition.name)
  }

  @Test(arguments: Contestants.all)
  func `every option is shown and takes its default and every preset opens`(game: any Game) {
    let definition = game.definition
    let page = TestSession(Contestants.all).say("help \(definition.name)")
    for option in definition.options {
      let word = Word.written(option: option.name, option.text(of: option.fallback))
      #expect(page.contains("\n  \(option.name)=\(option.text(of: option.fallback)) "))
      #expect(page.contains(option.range) && page.unwrapped.contains(option.summary))
      let session = TestSession([game])
      let line = "\(Opening(of: definition, seed: 1).line) \(word)"
      // No text at all is the default of options that are drawn, and no value of them.
      let isNothing = option.isSecret && option.fallback == .text("")
      #expect(session.run(Array(line.utf8)).code == (isNothing ? .badOption : nil))
      // What the user leaves open may be drawn.
      guard !option.isSecret else { continue }
      #expect(
        session.interpreter.currentGame?.origin.configuration.options[option.name]
          == option.fallback)
    }
    for preset in definition.presets {
      #expect(page.contains("\n  rules=\(preset.name) "))
      let session = TestSession([game])
      session.say(Opening(of: definition, preset: preset, seed: 1).line)
      #expect(session.interpreter.currentGame?.origin.configuration.preset == preset.name)
      #expect(session.say("rules").hasPrefix("\(definition.title) rules: \(preset.name)\n"))
    }
  }

  @Test(arguments: Contestants.all)
  func `the overview names the game and its commands`(game: any Game) {
    let session = TestSession(Contestants.all)
    #expect(session.say("help").unwrapped.contains(game.definition.summary))
    session.say(Opening(of: game.definition, seed: 1).line)
    let overview = session.say("help")
    #expect(overview.contains("\n\(game.definition.title)\n"))
    for command in game.definition.commands { #expect(overview.contains("\n  \(command.verb) ")) }
  }
}

extension String {
  /// The text on one line, with single spaces.
  fileprivate var unwrapped: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
