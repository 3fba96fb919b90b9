import ParlorKit

extension HostCommand {
  static let show = HostCommand(
    CommandDeclaration(
      "show", summary: "show the table of the current game", examples: ["show"]), .play
  ) { interpreter, _ throws(CommandError) in
    let game = try interpreter.requireGame()
    return CommandResult(events: [HostEvent.table(game.view)], showsSituation: true)
  }

  static let legal = HostCommand(
    CommandDeclaration(
      "legal", [Parameter("N", .integer(1...Int.max), count: 0...1)],
      summary: "list the legal moves, at most N of them", examples: ["legal", "legal 5"]), .play
  ) { interpreter, call throws(CommandError) in
    let game = try interpreter.requireGame()
    let legal = game.legalMoves()
    let most = call.integer(0) ?? Int.max
    return CommandResult(
      events: [
        HostEvent.legal(
          moves: legal.moves.prefix(most).map(\.line), of: legal.moves.count, forms: legal.forms)
      ])
  }

  static let state = HostCommand(
    CommandDeclaration(
      "state", [Parameter("PATH", .word, count: 0...1)],
      summary: "show the state of the current game as JSON, without secrets",
      details: ["A path picks a part of it: names and indices from 0, parted by dots."],
      examples: ["state", "state players.0.score"]), .play, suggest: statePaths
  ) { interpreter, call throws(CommandError) in
    let game = try interpreter.requireGame()
    let state = Value.object(game.view.fields)
    guard let path = call.word(0) else {
      return CommandResult(events: [HostEvent.state(state)])
    }
    guard let part = state.part(at: path) else { throw .unknownPath(path) }
    return CommandResult(events: [HostEvent.state(part)])
  }

  static let log = HostCommand(
    CommandDeclaration(
      "log", summary: "list the moves of the current game as lines that replay it",
      details: ["Every outcome of chance is written out."], examples: ["log"]), .play
  ) { interpreter, _ throws(CommandError) in
    var lines: [String] = []
    try interpreter.requireLoggedGame().forEachVisibleLine { lines.append($0) }
    return CommandResult(events: [HostEvent.log(lines)])
  }
}

extension Value {
  /// The part at a path of names and indices from 0, parted by dots.
  func part(at path: String) -> Value? {
    var part = self
    for step in path.split(separator: ".", omittingEmptySubsequences: false) {
      switch part {
      case .object(let fields):
        guard let value = fields[String(step)] else { return nil }
        part = value
      case .array(let values):
        guard let index = Int(step), values.indices.contains(index) else { return nil }
        part = values[index]
      default: return nil
      }
    }
    return part
  }
}
