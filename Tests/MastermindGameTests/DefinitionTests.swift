import GameTesting
import ParlorKit
import Testing

@testable import MastermindGame

@Suite("The definition")
struct DefinitionTests {
  let definition = Mastermind().definition

  @Test
  func `The options have their ranges`() {
    let told = definition.options.dropLast().map {
      "\($0.name): \($0.range) = \($0.text(of: $0.fallback))"
    }
    #expect(
      told == [
        "slots: 1 to 10 = 4", "colors: 2 to 20 = 6", "repeats: on or off = on",
        "guesses: 0 to 100 = 0",
      ])
    #expect(definition.options.last?.name == "secret")
    #expect(definition.options.map(\.isSecret) == [false, false, false, false, true])
    #expect(definition.traits == [.readsClock, .hidesDraws, .drawsAtStart])
  }

  @Test
  func `Each command has examples that can be read in a game of four slots`() throws {
    #expect(definition.commands.map(\.verb) == ["guess", "candidates", "feedback"])
    for command in definition.commands {
      #expect(!command.summary.isEmpty && !command.summary.hasSuffix("."))
      for example in command.examples {
        var match = try Match()
        try match.play(example)
      }
    }
  }

  @Test
  func `Digests tell rules, secrets and guesses apart, not seeds`() throws {
    var seen: Set<UInt64> = []
    for options in ["", "slots=5", "colors=7", "repeats=off", "guesses=9"] {
      let secret = options == "slots=5" ? "1 2 3 4 5" : "1 2 3 4"
      var match = try Match(options, secret: secret)
      #expect(seen.insert(match.digest).inserted)
      try match.play(options == "slots=5" ? "guess 1 1 1 1 1" : "guess 1 1 1 1")
      #expect(seen.insert(match.digest).inserted)
    }
    #expect(seen.insert(try Match(secret: "1 2 3 5").digest).inserted)
    let (one, other) = (try Match(secret: "1 2 3 4"), try Match(secret: "1 2 3 4", seed: 8))
    #expect(one.digest == other.digest)
  }
}
