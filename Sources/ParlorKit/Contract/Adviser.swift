/// What values the moves of a game, for `hint`, from what a player may see.
///
/// An adviser gets a view and never the state, so that it cannot tell what its player does not know.
/// The same view gives the same advice, whatever the time and the machine.
public struct Adviser<Rules: Game>: Sendable {
  /// Values the legal moves of the player whose turn it is.
  ///
  /// - Parameters:
  ///   - view: what that player sees of a game that is not over.
  ///   - also: a legal move that is valued in any case, for a review; nothing if there is none. An
  ///     adviser that values all legal moves ignores it.
  ///   - isInterrupted: whether the user no longer wants to wait; asked often during what takes long.
  /// - Returns: at least one legal move.
  /// - Throws: why there is no advice in this position or under these rules, or ``GameError/stopped``.
  public var advise:
    @Sendable (
      _ view: Rules.View, _ also: Rules.Move?, _ isInterrupted: () -> Bool
    ) throws(GameError) -> Advice<Rules.Move>

  /// Reports the chances of the position in the game's own form, for `odds`; nothing in a game that has
  /// no such form.
  ///
  /// - Parameters:
  ///   - view: as of ``advise``.
  ///   - words: numbers typed after the command, such as a cell; none for the whole.
  ///   - isInterrupted: as of ``advise``.
  ///   - report: takes one event.
  public var odds: Odds?

  /// The type of ``odds``.
  public typealias Odds =
    @Sendable (
      _ view: Rules.View, _ words: [Int], _ isInterrupted: () -> Bool, _ report: inout Reporter
    ) throws(GameError) -> Void

  /// Computes the exact figures of a set of rules, for `parlor solve`; nothing in a game that has none.
  ///
  /// - Parameters:
  ///   - options: the rules.
  ///   - isInterrupted: as of ``advise``.
  /// - Throws: why there are no figures under these rules, or ``GameError/stopped``.
  public var solve: Solve?

  /// The type of ``solve``.
  public typealias Solve =
    @Sendable (
      _ options: Rules.Options, _ isInterrupted: () -> Bool
    ) throws(GameError) -> [SolvedFigure]

  /// An adviser.
  public init(
    odds: Odds? = nil, solve: Solve? = nil,
    advise:
      @escaping @Sendable (
        _ view: Rules.View, _ also: Rules.Move?, _ isInterrupted: () -> Bool
      ) throws(GameError) -> Advice<Rules.Move>
  ) {
    self.odds = odds
    self.solve = solve
    self.advise = advise
  }
}

/// A number that a set of rules has, such as the expected points of a turn.
public struct SolvedFigure: Sendable {
  /// The name, as a key of JSON: `turnValue`.
  public var name: String
  /// The number, or several of them; null if it cannot be computed for the rules.
  public var value: Value
  /// What it is, in a few words.
  public var meaning: String
  /// The value as people read it.
  public var text: String

  /// A figure.
  public init(_ name: String, _ value: Value, _ meaning: String, text: String) {
    self.name = name
    self.value = value
    self.meaning = meaning
    self.text = text
  }

  /// A number that is shown with some decimal places, and is null if it is not known.
  public init(_ name: String, _ number: Double?, _ meaning: String, places: Int) {
    self.init(
      name, number.map { .number(($0 * 1e9).rounded() / 1e9) } ?? .null, meaning,
      text: number.map { Rounded($0, places: places).text } ?? "not known for these rules")
  }
}

/// Legal moves with their values, the best first.
public struct Advice<Move: Sendable>: Sendable {
  /// What the values count.
  public var unit: AdviceUnit
  /// What the values are, as a clause: `expected points of the turn`.
  public var meaning: String
  /// What kind of an estimate the values are, as a clause; nothing if they are exact.
  public var estimate: String?
  /// The moves, the best first.
  public private(set) var moves: [ValuedMove<Move>]
  /// Why the values are what they are, in whole sentences.
  public var reasons: [String]
  /// How far the values of an estimate can be wrong, in the unit: a review calls no smaller loss an
  /// error. 0 if they are exact; infinity if they are too rough for any verdict.
  public var tolerance = 0.0
  /// The turns or guesses that were used before. A turn of points has a number of its own, so that two
  /// positions with the same number are of one turn.
  public var spent = 0.0
  /// Whether the value is that of the next step alone, such as the chance that a cell is safe, rather
  /// than of all that follows.
  public var isOfStep = false

  /// Advice.
  ///
  /// - Parameters:
  ///   - moves: in any order; of equal moves the one that comes first is the better.
  ///   - isRanked: whether the moves are in order already. Then a move may come before one with a
  ///     better value, because it leads to more.
  public init(
    _ unit: AdviceUnit, meaning: String, estimate: String? = nil, moves: [ValuedMove<Move>],
    isRanked: Bool = false, reasons: [String] = []
  ) {
    self.unit = unit
    self.meaning = meaning
    self.estimate = estimate
    self.reasons = reasons
    if isRanked {
      self.moves = moves
      return
    }
    self.moves = moves.enumerated().sorted { one, other in
      let (first, second) = (one.element.value, other.element.value)
      if first == second { return one.offset < other.offset }
      return unit.prefersLess ? first < second : first > second
    }.map(\.element)
  }

  /// What a move loses against the best one: 0 or more, in the unit of the values.
  public func loss(of move: ValuedMove<Move>) -> Double {
    guard let best = moves.first else { return 0 }
    return max(0, unit.prefersLess ? move.value - best.value : best.value - move.value)
  }

  /// The same advice with moves of another type.
  public func map<Other: Sendable>(_ transform: (Move) -> Other) -> Advice<Other> {
    var advice = Advice<Other>(
      unit, meaning: meaning, estimate: estimate,
      moves: moves.map { ValuedMove(transform($0.move), $0.value, note: $0.note) },
      isRanked: true, reasons: reasons)
    advice.tolerance = tolerance
    advice.spent = spent
    advice.isOfStep = isOfStep
    return advice
  }
}

/// What the values of moves count.
public enum AdviceUnit: String, Sendable, CaseIterable {
  /// The chance to win, 0 to 1.
  case chance
  /// Expected points.
  case points
  /// Expected guesses until the end, of which less is better.
  case guesses
  /// Expected turns until the end, of which less is better.
  case turns

  /// Whether the lower of two values is the better.
  public var prefersLess: Bool { self == .guesses || self == .turns }

  /// A value in this unit, as people read it: a chance in percent.
  public func text(of value: Double) -> String {
    switch self {
    case .chance: Rounded(value * 100, places: 2).text + " %"
    case .points: Rounded(value, places: 1).text
    case .guesses, .turns: Rounded(value, places: 3).text
    }
  }
}

/// A move with its value.
public struct ValuedMove<Move: Sendable>: Sendable {
  /// The move.
  public var move: Move
  /// The value, in the unit of its advice.
  public var value: Double
  /// What belongs to the move, in a few words, such as `then roll 3 dice`; may be empty.
  public var note: String
  /// Whether it tells what came of draws that were not moves, such as the total of a turn at a real
  /// table: a review calls the difference luck.
  public var comesOfDraws: Bool

  /// A move with its value.
  public init(_ move: Move, _ value: Double, note: String = "", comesOfDraws: Bool = false) {
    self.move = move
    self.value = value
    self.note = note
    self.comesOfDraws = comesOfDraws
  }
}
