import Language
import ParlorKit

/// The options of a game among the words of `parlor simulate`.
struct SimulateOptions {
  private let definition: GameDefinition
  private var given: [String: OptionValue] = [:]
  /// The preset that `rules=` names, else the first of the game.
  private(set) var preset: Preset?

  init(_ definition: GameDefinition) {
    self.definition = definition
    preset = definition.presets.first
  }

  /// The names of the options that a game takes here.
  static func names(of definition: GameDefinition) -> [String] {
    (definition.presets.isEmpty ? [] : ["rules"]) + definition.options.map(\.name)
  }

  /// Takes a word, if it is an option.
  ///
  /// - Returns: whether it is.
  mutating func take(_ word: String) throws(SimulateProblem) -> Bool {
    guard let equals = word.firstIndex(of: "=") else { return false }
    let name = String(word[..<equals])
    let text = String(word[word.index(after: equals)...])
    if name == "seed" { throw .seedOption }
    guard Self.names(of: definition).contains(name) else { return false }
    guard given[name] == nil else { throw .repeatedOption(name) }
    if name == "rules" {
      guard let preset = definition.presets.first(where: { $0.name == text }) else {
        throw .badValue(name, definition.presets.map(\.name).alternatives)
      }
      self.preset = preset
      given[name] = .text(text)
    } else if let option = definition.options.first(where: { $0.name == name }) {
      guard let value = option.value(of: text) else { throw .badValue(name, option.range) }
      given[name] = value
    }
    return true
  }

  /// Every option of the game.
  var values: OptionValues { OptionValues(for: definition, preset: preset, given: given) }

  /// The options as they are typed: the preset if it was named, then what differs from it.
  var words: [String] {
    let usual = OptionValues(for: definition, preset: preset)
    let named = given["rules"].flatMap { _ in preset }
    let rules = named.map { [Word.written(option: "rules", $0.name)] } ?? []
    return rules
      + definition.options.compactMap { option in
        guard let value = given[option.name], value != usual[option.name] else { return nil }
        return Word.written(option: option.name, option.text(of: value))
      }
  }
}
