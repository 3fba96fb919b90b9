import ParlorKit

@testable import MastermindGame

extension Call {
  /// A line of the game as the host would parse it.
  init(line: String) {
    let words = line.split(separator: " ").map(String.init)
    let verb = words.first ?? ""
    self.init(
      verb: verb,
      arguments: words.dropFirst().map { word in
        verb == "feedback" ? .word(word) : .integer(Int(word) ?? -1)
      })
  }
}

extension GameConfiguration {
  /// A setup as the host would make it of `new mastermind [OPTION=VALUE…]`.
  static func mastermind(
    _ options: String = "", secret: String = "", seed: UInt64 = 7, showsSeed: Bool = false
  ) -> GameConfiguration {
    let definition = Mastermind().definition
    var given: [String: OptionValue] = ["secret": .text(secret)]
    for word in options.split(separator: " ") {
      let parts = word.split(separator: "=").map(String.init)
      given[parts[0]] = definition.options.first { $0.name == parts[0] }?.value(of: parts[1])
      precondition(given[parts[0]] != nil, "bad option \(word)")
    }
    return GameConfiguration(
      options: OptionValues(for: definition, given: given), seed: seed, showsSeed: showsSeed)
  }
}

extension Code {
  /// A code from words: `"1 5 2"`.
  init(_ text: String) { self = Code(text: text) ?? Code(bits: 0) }

  /// A code with colours drawn.
  static func random(_ slots: Int, _ colors: Int, _ chance: inout Chance) -> Code {
    Code((0..<slots).map { _ in chance.die(sides: colors) }) ?? Code(bits: 0)
  }

  /// All codes in ascending order.
  static func all(_ slots: Int, _ colors: Int) -> [Code] {
    var all: [[Int]] = [[]]
    for _ in 0..<slots { all = all.flatMap { code in (1...colors).map { code + [$0] } } }
    return all.compactMap { Code($0) }
  }
}
