public import ParlorKit

/// What happens in a game of Minesweeper.
public enum MinesweeperEvent: Event {
  /// A game was opened.
  case opened(MinesweeperMatch)
  /// Cells were revealed.
  case revealed(Opened)
  /// A flag was put on a cell.
  case flagged(Cell)
  /// A flag was taken off a cell.
  case unflagged(Cell)
  /// A question mark was put on a cell.
  case marked(Cell)
  /// A question mark was taken off a cell.
  case unmarked(Cell)
  /// Mines were revealed, one unless by a chord.
  case exploded([Cell])
  /// The player left.
  case resigned
  /// The game ended; text leaves it to the situation.
  case finished(MinesweeperResult)
  /// The answer to `mode`.
  case mode(MinesweeperMatch)
  /// The answer to `difficulty`.
  case difficulty(Difficulty)

  /// The stable name of the kind of event.
  public var type: String {
    switch self {
    case .opened: "opened"
    case .revealed: "revealed"
    case .flagged: "flagged"
    case .unflagged: "unflagged"
    case .marked: "marked"
    case .unmarked: "unmarked"
    case .exploded: "exploded"
    case .resigned: "resigned"
    case .finished(let result): result.status.rawValue
    case .mode: "mode"
    case .difficulty: "difficulty"
    }
  }

  /// One on a loss, two on a win.
  public var bells: Int {
    guard case .finished(let result) = self else { return 0 }
    return result.status == .won ? 2 : result.status == .lost ? 1 : 0
  }

  /// The data of the event.
  public var fields: Fields {
    switch self {
    case .opened(let match): match.fields
    case .revealed(let opened): ["cells": opened.value]
    case .flagged(let cell), .unflagged(let cell), .marked(let cell), .unmarked(let cell):
      ["cell": cell.value]
    case .exploded(let cells): ["cells": .array(cells.map(\.value))]
    case .resigned: [:]
    case .finished(let result): result.fields
    case .mode(let match): match.sizeFields
    case .difficulty(let difficulty): difficulty.fields
    }
  }
}
