import ParlorKit

extension CounterRefusal {
  /// The refusal in words.
  var refusal: GameError { GameError(code, message, at: place, help: help) }

  private var code: ErrorCode {
    switch self {
    case .notStarted, .alreadyStarted, .nobody, .endless: .notNow
    case .emptyName, .unknownName, .unknownNumber, .ambiguous, .noPosition, .tooManyPoints,
      .noFace:
      .badArgument
    case .tooMany, .noNumbers: .limit
    case .lastPlayer: .illegalMove
    }
  }

  private var message: String {
    switch self {
    case .notStarted: "the game has not begun"
    case .alreadyStarted: "the game has begun already"
    case .nobody: "there are no players yet"
    case .emptyName: "a name is needed"
    case .tooMany: "a game has at most \(Roster.most) players"
    case .noNumbers: "\(Roster.mostNumbers.grouped) players have joined, more cannot"
    case .unknownName(let name, _): "nobody here is named \(name.isEmpty ? "\"\"" : name)"
    case .unknownNumber(let number, _): "nobody here has the number \(number)"
    case .ambiguous(let name, let numbers):
      "\(numbers.count) players are named \(name): give the number, \(Self.list(numbers))"
    case .noPosition(let count):
      count == 1 ? "there is only position 1" : "the positions are 1 to \(count)"
    case .lastPlayer(let name): "\(name) is the only player: add another first"
    case .tooManyPoints:
      "a turn brings at most \(Int(CounterMove.mostPoints).grouped) points, either way"
    case .noFace(let face): "a die has no \(face)"
    case .endless: "a counter has no end and no winner"
    }
  }

  private var place: GameError.Place {
    switch self {
    case .emptyName(let index): .argument(index)
    case .unknownName, .unknownNumber, .ambiguous, .tooManyPoints, .noFace: .argument(0)
    case .noPosition: .argument(1)
    default: .line
    }
  }

  private var help: [String] {
    switch self {
    case .notStarted: ["`start` begins it, once there are players"]
    case .nobody: ["`player add NAME` adds one"]
    case .unknownName(_, let roster), .unknownNumber(_, let roster):
      ["players: \(roster.summary)"]
    case .endless: ["`player remove` takes a player out, `new` starts again"]
    default: []
    }
  }

  private static func list(_ numbers: [Int]) -> String {
    numbers.dropLast().map(String.init).joined(separator: ", ")
      + (numbers.last.map { " or \($0)" } ?? "")
  }
}
