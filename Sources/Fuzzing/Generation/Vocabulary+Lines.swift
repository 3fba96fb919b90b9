import ParlorKit

extension Vocabulary {
  /// A line of the form that a declaration asks for, arguments within their ranges; whether the
  /// rules allow it is another matter.
  func validLine(_ chance: inout Chance) -> [UInt8] {
    guard let command = command(&chance) else { return Array("help".utf8) }
    if chance.isOne(in: 12), !command.examples.isEmpty {
      return Array(chance.pick(command.examples).utf8)
    }
    return line(of: command, &chance) { $0.fittingWord(&$1) }
  }

  /// A move that the rules allow now, or a line that opens a game where there is none.
  func legalLine(_ chance: inout Chance) -> [UInt8] {
    let moves = legalMoves()
    return moves.isEmpty ? opening(&chance) : Array(chance.pick(moves).utf8)
  }

  /// A line with the words of a command in the right places and any values in them.
  func strayLine(_ chance: inout Chance) -> [UInt8] {
    guard let command = command(&chance) else { return Array("help".utf8) }
    return line(of: command, &chance) { kind, chance in
      chance.isOne(in: 2) ? Words.stray(&chance) : kind.fittingWord(&chance)
    }
  }

  /// A line that opens a game, as its sheet would have it.
  func opening(_ chance: inout Chance) -> [UInt8] {
    guard !games.isEmpty else { return Array("new".utf8) }
    let definition = chance.pick(games)
    var words = ["new", definition.name]
    words += definition.setup.flatMap { $0.words(&chance) { $0.fittingWord(&$1) } }
    if !definition.presets.isEmpty && chance.isOne(in: 2) {
      words.append("rules=\(chance.pick(definition.presets).name)")
    }
    if chance.isOne(in: 2) { words.append("seed=\(chance.number(in: 0...0x1F_FFFF_FFFF_FFFF))") }
    let rate = chance.pick([2, 8, 100])
    words += definition.options.compactMap { option in
      chance.isOne(in: rate) ? "\(option.name)=\(option.word(&chance))" : nil
    }
    return Array(words.joined(separator: " ").utf8)
  }

  private func line(
    of command: CommandDeclaration, _ chance: inout Chance,
    word: (Parameter.Kind, inout Chance) -> String
  ) -> [UInt8] {
    var words = [chance.pick([command.verb, command.verb] + command.aliases)]
    if !command.forms.isEmpty {
      words += chance.pick(command.forms).parameters.flatMap { $0.words(&chance, word) }
    }
    words += command.options.compactMap { option in
      chance.isOne(in: 3) ? "\(option.name)=\(option.word(&chance))" : nil
    }
    if chance.isOne(in: 16) { words.insert(String(chance.below(1 << 31)), at: 0) }
    if chance.isOne(in: 32) { words.append("# a comment") }
    let separator = chance.isOne(in: 16) ? chance.pick(["  ", "\t", " \t "]) : " "
    return Array(words.joined(separator: separator).utf8)
  }
}
