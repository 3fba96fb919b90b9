import ParlorKit

extension MinesweeperState {
  /// What a command means.
  func intent(
    of call: Call
  ) throws(MinesweeperRefusal) -> Intent<MinesweeperMove, MinesweeperEvent> {
    if let move = try MinesweeperMove(call) { return .move(move) }
    switch call.verb {
    case "mode": return try modeIntent(call.word(0))
    case "difficulty":
      guard match.given != nil || isOver else { throw .secretDifficulty }
      guard let layout else { throw .noBoard }
      return .answer([.difficulty(Difficulty(layout))])
    default:
      if isOver { throw .over }
      guard let lastCell else { throw .noCell }
      return .move(.flag(lastCell))
    }
  }

  private func modeIntent(
    _ word: String?
  ) throws(MinesweeperRefusal) -> Intent<MinesweeperMove, MinesweeperEvent> {
    guard let word else { return .answer([.mode(match)]) }
    if let mode = Mode(rawValue: word) { return .reopen([.word(mode.rawValue)]) }
    let isEasier = word == "easier"
    guard let mode = match.mode.neighbor(isEasier ? -1 : 1) else {
      throw .endOfModes(match.mode, isEasier: isEasier)
    }
    return .reopen([.word(mode.rawValue)])
  }
}
