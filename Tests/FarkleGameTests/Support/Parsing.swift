import ParlorKit

@testable import FarkleGame

extension Call {
  /// A line of the game as the host would parse it.
  init(line: String) {
    let words = line.split(separator: " ").map(String.init)
    let declaration = Farkle.commands.first {
      $0.verb == words.first || $0.aliases.contains(words.first ?? "")
    }
    let rest = Array(words.dropFirst())
    let form = declaration?.forms.firstIndex { form in
      guard let parameter = form.parameters.first else { return rest.isEmpty }
      if case .literal(let word) = parameter.kind { return rest == [word] }
      return parameter.count.contains(rest.count) && rest.allSatisfy { Int($0) != nil }
    }
    self.init(
      verb: declaration?.verb ?? "", form: form ?? -1,
      arguments: rest.compactMap { Int($0).map { .integer($0) } })
  }
}

extension GameConfiguration {
  /// A setup as the host would make it of `new farkle NAME… [rules=PRESET] [OPTION=VALUE…]`.
  static func farkle(_ names: String, _ options: String = "", seed: UInt64 = 7) -> GameConfiguration
  {
    GameConfiguration(
      arguments: names.split(separator: " ").map { .word(String($0)) },
      options: .farkle(options), preset: presetName(in: options), seed: seed)
  }

  /// The name after `rules=`, or that of the default.
  static func presetName(in words: String) -> String {
    let word = words.split(separator: " ").first { $0.hasPrefix("rules=") }
    return word.map { String($0.dropFirst("rules=".count)) } ?? "standard"
  }
}

extension OptionValues {
  /// The options of `rules=flat target=500`.
  static func farkle(_ words: String) -> OptionValues {
    let definition = Farkle().definition
    var preset: Preset?
    var given: [String: OptionValue] = [:]
    for word in words.split(separator: " ") {
      let parts = word.split(separator: "=").map(String.init)
      if parts[0] == "rules" {
        preset = definition.presets.first { $0.name == parts[1] }
        precondition(preset != nil, "no preset \(parts[1])")
      } else {
        let option = definition.options.first { $0.name == parts[0] }
        given[parts[0]] = option?.value(of: parts[1])
        precondition(given[parts[0]] != nil, "bad option \(word)")
      }
    }
    return OptionValues(for: definition, preset: preset, given: given)
  }
}

extension DiceCounts {
  /// Dice from their digits: `"155"`.
  init(_ digits: String) {
    self = DiceCounts(digits.compactMap(\.wholeNumberValue)) ?? DiceCounts()
  }

  /// The digits in ascending order.
  var digits: String { ascending.map(String.init).joined() }
}
