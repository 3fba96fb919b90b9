import ParlorKit

/// A game move by move: what was best, what each move lost, and how lucky its draw was.
package struct GameReview: Sendable {
  /// The moves, in order.
  var moves: [Move] = []
  /// The moves that are not judged yet: see ``TypedAdviser``.
  var concealed: [ConcealedMove] = []
  /// What the values of the moves mean, each meaning once, with the numbers of its moves.
  var meanings: [(text: String, moves: [Int])] = []
  /// Why a game for one, whose last move could fail by chance, was lost.
  var lostBy: Defeat?
  /// What made the results of a game of one or two that is over; empty if it cannot be said.
  var shares: [Share] = []
  /// What is drawn over the moves.
  package var chart = Chart(.chance)

  /// Whether it says nothing of any move.
  var isEmpty: Bool { moves.isEmpty && concealed.isEmpty }

  /// What decided a lost game.
  enum Defeat: String {
    /// Nothing had a better chance than the last move.
    case luck
    /// Another move had a better chance, or no risk.
    case choice
  }

  /// A move that the adviser has an opinion of.
  package struct Move: Sendable {
    /// Its number in the log, from 1.
    var number: Int
    var player: String
    var line: String
    var unit: AdviceUnit
    /// Its value before the draw, in the unit.
    var value: Double
    /// The best move, with its value.
    var best: String
    var bestValue: Double
    /// What it lost.
    var loss: Double
    /// How far these values can be wrong.
    var tolerance: Double
    /// Whether there was a choice.
    var isDecision: Bool
    /// Whether the best move was made, and every worse one would have been a blunder, or none was worse:
    /// a rating does not count it.
    var isObvious = false
    /// Whether its value is that of one step, rather than of the game.
    var isOfStep: Bool
    /// Whether it risked to lose at once where the best move did not.
    var isNeedlessRisk: Bool
    /// How much better than expected its draw was, if that can be said.
    var luck: Double?

    var valueAfterDraw: Double? { luck.map { unit.prefersLess ? value - $0 : value + $0 } }
  }

  /// A player's result, and the parts of it that come from luck and from play.
  struct Share {
    var player: String
    /// 1 for a win, a part of a shared one, 0 for a loss.
    var result: Double
    /// The player's luck less that of the opponent.
    var luck: Double
    /// The rest: the chance at the beginning, less what the player lost, and what the opponent did.
    var play: Double { result - luck }
  }

  /// A move that is listed but not judged yet, since its value would reveal what its player sees.
  struct ConcealedMove {
    var number: Int
    var player: String
    var line: String
  }

  /// What a player made of the game, in one unit.
  struct Summary {
    var player: String
    var unit: AdviceUnit
    /// Whether values are those of a step: see ``Advice/isOfStep``.
    var isOfStep = false
    var decisions = 0
    /// The decisions that count for the rating: their values are precise enough for a verdict, and they
    /// were not obvious.
    var rated = 0
    var errors = 0
    var blunders = 0
    var loss = 0.0
    var luck = 0.0

    /// The fewest decisions for a rating.
    static let leastRated = 10

    /// What the values are, in a word.
    var scale: String { unit == .chance && isOfStep ? "safety" : unit.rawValue }

    /// How well the player chose, in words: by the average loss of the decisions that count.
    var rating: String {
      if rated < Self.leastRated { return "-" }
      let average = loss / Double(rated) / unit.leastBlunder
      return switch average {
      case ..<0.001: "perfect"
      case ..<0.02: "expert"
      case ..<0.08: "strong"
      case ..<0.25: "good"
      case ..<0.6: "casual"
      default: "beginner"
      }
    }
  }

  /// The players in the order of their first moves, with a summary for each unit, and for the safety of a
  /// step: no sum is of two kinds.
  var summaries: [Summary] {
    var summaries: [Summary] = []
    for move in moves {
      let known = summaries.firstIndex {
        $0.player == move.player && $0.unit == move.unit && $0.isOfStep == move.isOfStep
      }
      let place = known ?? summaries.count
      if known == nil {
        summaries.append(Summary(player: move.player, unit: move.unit, isOfStep: move.isOfStep))
      }
      summaries[place].luck += move.luck ?? 0
      guard move.isDecision else { continue }
      summaries[place].decisions += 1
      if move.tolerance.isFinite, !move.isObvious { summaries[place].rated += 1 }
      summaries[place].loss += move.loss
      if move.isError { summaries[place].errors += 1 }
      if move.isBlunder { summaries[place].blunders += 1 }
    }
    return summaries
  }
}

extension GameReview {
  /// Adds a move.
  ///
  /// - Parameter meaning: what its value is.
  mutating func add(_ move: Move, _ meaning: String) {
    moves.append(move)
    if let place = meanings.firstIndex(where: { $0.text == meaning }) {
      meanings[place].moves.append(move.number)
    } else {
      meanings.append((meaning, [move.number]))
    }
  }

  /// Says what made the results of one or two players, if all moves have the chance to win the game, so
  /// that luck and losses add up to it.
  mutating func addShares(of players: [String], _ results: [Double]) {
    guard let first = moves.first, first.number == 1, concealed.isEmpty,
      moves.allSatisfy({ $0.unit == .chance && !$0.isOfStep })
    else { return }
    let luck = players.map { player in
      moves.filter { $0.player == player }.reduce(0) { $0 + ($1.luck ?? 0) }
    }
    let lost = players.map { player in
      moves.filter { $0.player == player }.reduce(0) { $0 + $1.loss }
    }
    let isAlone = players.count == 1
    let shares = players.indices.map { place in
      Share(
        player: players[place], result: results[place],
        luck: luck[place] - (isAlone ? 0 : luck[1 - place]))
    }
    let begin = players[0] == first.player ? first.bestValue : 1 - first.bestValue
    guard abs(begin - lost[0] + (isAlone ? 0 : lost[1]) - shares[0].play) < 1e-6 else { return }
    self.shares = shares
  }

  /// What lost a game that is over after so many moves. Value and luck of its last move are 0
  /// together if it is lost, and 1 if it is won.
  func defeat(of players: Int, after moveCount: Int) -> Defeat? {
    guard players == 1, let last = moves.last, last.number == moveCount, last.unit == .chance,
      let luck = last.luck, last.value + luck < 0.5
    else { return nil }
    return last.isError || last.isNeedlessRisk ? .choice : .luck
  }
}

extension GameReview.Move {
  /// Whether it lost enough to be listed as an error.
  var isError: Bool { loss >= max(unit.leastError, tolerance) }
  /// Whether it lost so much that it is a blunder.
  var isBlunder: Bool { loss >= max(unit.leastBlunder, tolerance) }
  /// What became of the decision, in a word.
  var verdict: String { !isDecision || !isError ? "fine" : isBlunder ? "blunder" : "error" }
}

extension AdviceUnit {
  /// The least loss that is an error.
  var leastError: Double {
    switch self {
    case .chance: 0.01
    case .points: 10
    case .guesses, .turns: 0.02
    }
  }

  /// The least loss that is a blunder.
  var leastBlunder: Double {
    switch self {
    case .chance: 0.05
    case .points: 50
    case .guesses, .turns: 0.2
    }
  }
}

extension Advice {
  /// The best move that is worse than the best one; `nil` if all are worth as much.
  var second: ValuedMove<Move>? { moves.first { loss(of: $0) > 1e-9 } }

  /// Whether a move was an obvious choice: see ``GameReview/Move/isObvious``.
  func isObvious(_ move: ValuedMove<Move>) -> Bool {
    loss(of: move) <= 1e-9
      && second.map { loss(of: $0) >= max(unit.leastBlunder, tolerance) } ?? true
  }
}
