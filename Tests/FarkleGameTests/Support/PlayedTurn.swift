import ParlorKit

@testable import FarkleGame

/// A turn of a log, found by comparing states and without a look at what the game reports.
struct PlayedTurn {
  /// Who played it.
  var player: Int
  /// The moves with the states before and after them.
  var moves: [(move: FarkleMove, before: FarkleState, after: FarkleState)] = []

  /// Whether it ended.
  var isOver: Bool { moves.last.map { $0.after.turns > $0.before.turns } ?? false }

  /// The turns of a log; the last one may be under way.
  static func all(from start: FarkleState, _ log: [FarkleMove]) -> [PlayedTurn] {
    var turns: [PlayedTurn] = []
    var current = PlayedTurn(player: start.player)
    var state = start
    var nobody = Reporter.none
    for move in log {
      let before = state
      state.apply(move, at: .zero, report: &nobody)
      current.moves.append((move, before, state))
      guard state.turns > before.turns else { continue }
      turns.append(current)
      current = PlayedTurn(player: state.player)
    }
    return current.moves.isEmpty ? turns : turns + [current]
  }

  /// Every face rolled.
  var faces: [Int] {
    moves.flatMap { entry -> [Int] in
      guard case .roll(let dice?) = entry.move else { return [] }
      return Array(dice)
    }
  }

  /// The dice set aside.
  var diceHeld: Int {
    moves.reduce(0) { sum, entry in
      guard case .hold(let dice) = entry.move else { return sum }
      return sum + dice.count
    }
  }

  /// How often all dice were set aside.
  var hotDice: Int {
    moves.count { entry in
      guard case .hold = entry.move else { return false }
      return entry.after.turn.loose.isEmpty
    }
  }

  /// What ended it.
  var ending: Ending {
    guard let last = moves.last else { return .left }
    switch last.move {
    case .bank: return .bank(last.before.turn.points)
    case .points(0): return .farkle(lost: nil)
    case .points(let points): return .total(Int(points))
    case .roll: return .farkle(lost: last.before.turn.points)
    default: return .left
    }
  }

  enum Ending: Equatable {
    case bank(Int)
    case total(Int)
    case farkle(lost: Int?)
    case left
  }

  /// The points banked.
  var points: Int {
    switch ending {
    case .bank(let points), .total(let points): points
    case .farkle, .left: 0
    }
  }
}
