import ParlorKit
import Testing

@testable import FarkleGame

@Suite("The sheet")
struct SheetTests {
  let definition = Farkle().definition

  @Test("Options of the rules, with their ranges")
  func options() {
    let told = definition.options.map { "\($0.name): \($0.range) = \($0.text(of: $0.fallback))" }
    #expect(
      told == [
        "target: 500 to 1000000 = 10000", "kinds: double, linear, flat or none = double",
        "triple-ones: 300 or 1000 = 1000", "multiplier: 50 to 200 = 100",
        "straight: off or 50 to 10000 = 1500", "pairs: off or 50 to 10000 = 1500",
        "four-two: off or 50 to 10000 = off", "triplets: off or 50 to 10000 = off",
        "singles: on or off = on", "opening: 0 to 5000 = 0", "minimum: 0 to 5000 = 0",
        "hot-dice: may-bank or must-roll = may-bank", "three-farkles: 0, 500 or 1000 = 0",
        "final-round: on or off = on", "defend: on or off = off",
        "tie: first, overtime or shared = first", "rounds: 0 to 50 = 0",
        "dice: virtual or physical = virtual",
      ])
  }

  @Test("The presets, the default first; each value is in the range of its option")
  func presets() {
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

  @Test("The commands, each with words and examples that are commands of the game")
  func commands() {
    #expect(definition.commands.map(\.verb) == ["roll", "hold", "bank", "score", "points"])
    #expect(definition.commands.flatMap(\.aliases) == ["scores"])
    for command in definition.commands {
      #expect(!command.summary.isEmpty && !command.details.isEmpty && !command.examples.isEmpty)
      #expect(!command.summary.hasSuffix("."))
      for example in command.examples {
        let call = Call(line: example)
        #expect(call.verb == command.verb && call.form >= 0)
      }
    }
  }

  @Test(
    "Rules are named by their preset and what differs",
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
  func caption(rules: String, preset: String, text: String?) {
    let caption = RulesCaption(.farkle(rules), preset: GameConfiguration.presetName(in: rules))
    #expect(caption.preset == preset)
    #expect(caption.text == text)
  }
}
