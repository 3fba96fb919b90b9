import GameTesting
import ParlorKit
import Testing

@testable import FarkleGame

@Suite("The definition")
struct DefinitionTests {
  let definition = Farkle().definition

  @Test
  func `The rules have their options, with their ranges`() {
    let options = definition.options.map { "\($0.name): \($0.range) = \($0.text(of: $0.fallback))" }
    #expect(
      options == [
        "target: 500 to 1000000 = 10000", "kinds: double, linear, flat or none = double",
        "triple-ones: 300 or 1000 = 1000", "multiplier: 50 to 200 = 100",
        "straight: off or 50 to 10000 = 1500", "pairs: off or 50 to 10000 = 1500",
        "four-two: off or 50 to 10000 = off", "triplets: off or 50 to 10000 = off",
        "singles: on or off = on", "opening: 0 to 5000 = 0", "minimum: 0 to 5000 = 0",
        "hot-dice: may-bank or must-roll = may-bank", "three-farkles: 0, 500 or 1000 = 0",
        "final-round: on or off = on", "defend: on or off = off",
        "tie: first, overtime or shared = first", "rounds: 0 to 50 = 0",
        "dice: virtual or physical = virtual", "duplicate: on or off = off",
        "set: at most 32 bytes = ",
      ])
    #expect(definition.options.filter(\.isWord).map(\.name) == ["duplicate"])
  }

  @Test
  func `The presets, the default first; each value is in the range of its option`() {
    #expect(
      definition.presets.map(\.name) == ["standard", "farkle-ten", "patch", "flat", "minimal"])
    #expect(definition.presets.first?.values.isEmpty == true)
    for preset in definition.presets {
      for (name, value) in preset.values {
        let option = definition.options.first { $0.name == name }
        let text = option?.text(of: value) ?? ""
        #expect(option?.value(of: text) == value, "\(preset.name) \(name)")
      }
    }
  }

  @Test
  func `Each command has words, and examples that are commands of the game`() throws {
    let match = try Match()
    #expect(
      definition.commands.map(\.verb) == ["roll", "hold", "bank", "score", "sheet", "points"])
    #expect(definition.commands.flatMap(\.aliases) == ["r", "h", "b", "s", "scores"])
    for command in definition.commands {
      #expect(!command.summary.isEmpty && !command.details.isEmpty && !command.examples.isEmpty)
      #expect(!command.summary.hasSuffix("."))
      for example in command.examples {
        #expect(example.split(separator: " ").first.map(String.init) == command.verb)
        #expect(throws: Never.self) { try match.intent(of: example) }
      }
    }
  }

  @Test(
    arguments: [
      ("", "standard", nil), ("rules=flat", "flat", "flat"), ("target=5000", "standard", nil),
      ("rules=farkle-ten rounds=5", "farkle-ten", "farkle-ten"),
      ("opening=500 defend=on", "standard", "standard, opening=500, defend=on"),
      ("rules=minimal dice=physical", "minimal", "minimal, dice=physical"),
      (
        "triple-ones=300 kinds=flat", "standard", "standard, kinds=flat, triple-ones=300"
      ),
      ("rules=patch straight=off", "patch", "patch, straight=off"),
    ] as [(String, String, String?)])
  func `Rules are named by their preset and what differs`(
    rules: String, preset: String, text: String?
  ) throws {
    let match = try Match("Ann", rules)
    #expect(match.state.match.preset == preset)
    let caption = text.map { "Rules: \($0). " } ?? ""
    let goal = rules.contains("rounds=5") ? "5 rounds." : "First to "
    #expect(match.opening.hasPrefix("Farkle: Ann. \(caption)\(goal)"), "\(match.opening)")
  }
}
