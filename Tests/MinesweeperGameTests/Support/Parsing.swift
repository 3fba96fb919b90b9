import ParlorKit

@testable import MinesweeperGame

extension Call {
  /// A line of the game as the host would parse it; shortcuts stand for their lines.
  init(line: String) {
    let line = Minesweeper.facts.shortcuts[line] ?? line
    var words = line.split(separator: " ").map(String.init)
    var options: [String: OptionValue] = [:]
    for word in words where word.contains("=") {
      let parts = word.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      options[parts[0]] = .text(parts[1])
    }
    words.removeAll { $0.contains("=") }
    let declaration = Minesweeper.commands.first { $0.verb == words.first }
    let rest = words.dropFirst()
    let form = declaration?.forms.firstIndex { $0.parameters.count == rest.count }
    self.init(
      verb: declaration?.verb ?? "", form: form ?? -1,
      arguments: rest.map { word in Int(word).map { .integer($0) } ?? .word(word) },
      options: options)
  }
}

extension GameConfiguration {
  /// A setup as the host would make it of `new minesweeper [MODE] [OPTION=VALUE…]`.
  static func minesweeper(
    _ words: String = "", seed: UInt64 = 7, showsSeed: Bool = true
  ) -> GameConfiguration {
    var arguments: [Argument] = []
    var given: [String: OptionValue] = [:]
    for word in words.split(separator: " ") {
      let parts = word.split(separator: "=").map(String.init)
      guard parts.count == 2 else {
        arguments.append(.word(String(word)))
        continue
      }
      let option = Minesweeper.options.first { $0.name == parts[0] }
      given[parts[0]] = option?.value(of: parts[1])
      precondition(given[parts[0]] != nil, "bad option \(word)")
    }
    return GameConfiguration(
      arguments: arguments, options: OptionValues(for: Minesweeper.facts, given: given),
      seed: seed, showsSeed: showsSeed)
  }
}
