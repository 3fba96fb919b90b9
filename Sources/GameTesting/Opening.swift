import Fuzzing
package import ParlorKit

/// A way to open a game, made up from its definition.
package struct Opening {
  private let arguments: [Argument]
  private let values: OptionValues
  private let preset: String?
  private let seed: UInt64
  /// The `new` line that means the same.
  package private(set) var line: String

  /// The rules of a preset, or the defaults, with a seed.
  package init(of definition: GameDefinition, preset: PresetDeclaration? = nil, seed: UInt64) {
    var chance = Chance(seed: seed, draw: 0)
    let words = definition.setup.flatMap { parameter in
      let most = min(parameter.count.upperBound, parameter.count.lowerBound + 3)
      let count = parameter.count.lowerBound + chance.index(most - parameter.count.lowerBound + 1)
      return (0..<count).map { Self.word(parameter.kind, $0, &chance) }
    }
    let preset = preset ?? definition.presets.first
    arguments = words.compactMap(\.argument)
    values = OptionValues(for: definition, preset: preset)
    self.preset = preset?.name
    self.seed = seed
    var parts = ["new", definition.name] + words.map(\.text)
    if let preset { parts.append("rules=\(preset.name)") }
    line = (parts + ["seed=\(seed)"]).joined(separator: " ")
  }

  /// The configuration that the rules get.
  package func configuration<Rules: Game>(of rules: Rules) -> GameConfiguration<Rules.Options> {
    GameConfiguration(
      arguments: arguments, options: rules.options(from: values), preset: preset, seed: seed)
  }

  /// A word that fits a parameter; the names of several players differ.
  private static func word(
    _ kind: Parameter.Kind, _ index: Int, _ chance: inout Chance
  ) -> (argument: Argument?, text: String) {
    switch kind {
    case .integer(let range):
      let number = range.lowerBound + chance.index(min(range.count, 1000))
      return (.integer(number), String(number))
    case .die(let sides):
      let face = chance.die(sides: sides)
      return (.integer(face), String(face))
    case .duration: return (.integer(1000), "1s")
    case .choice(let words):
      let word = words[chance.index(words.count)]
      return (.word(word), word)
    case .literal(let word): return (nil, word)
    case .name, .file, .word, .secret:
      let word = ["Ann", "Bob", "Cy", "Dee"][index % 4]
      return (.word(word), word)
    }
  }
}
