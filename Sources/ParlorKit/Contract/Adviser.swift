/// Values the moves of a game for `hint`.
///
/// An adviser gets a view and never the state, so it cannot reveal what its player does not know.
/// The same view gives the same advice at any time on any machine.
public struct Adviser<Rules: Game>: Sendable {
  /// Values the legal moves of the player to move.
  ///
  /// - Parameters:
  ///   - view: that player's view of an unfinished game.
  ///   - also: a legal move to value in any case, for a review; `nil` if there is none. An adviser
  ///     that values all legal moves ignores it.
  ///   - isInterrupted: whether the user no longer wants to wait; ask it often during long
  ///     computations.
  /// - Returns: at least one legal move.
  /// - Throws: why there is no advice in this position or under these rules, or
  ///   ``GameError/stopped``.
  public var advise:
    @Sendable (
      _ view: Rules.View, _ also: Rules.Move?, _ isInterrupted: () -> Bool
    ) throws(GameError) -> Advice<Rules.Move>

  /// Reports the risks of the position in the game's own form, for `odds`; `nil` if the game has no
  /// such form.
  ///
  /// - Parameters:
  ///   - view: as for ``advise``.
  ///   - words: numbers typed after the command, such as a cell; none for the whole position.
  ///   - isInterrupted: as for ``advise``.
  ///   - report: takes one event.
  public var odds: Odds?

  /// The type of ``odds``.
  public typealias Odds =
    @Sendable (
      _ view: Rules.View, _ words: [Int], _ isInterrupted: () -> Bool, _ report: inout Reporter
    ) throws(GameError) -> Void

  /// Computes the exact figures of a rule set, for `parlor solve`; `nil` if the game has none.
  ///
  /// - Parameters:
  ///   - options: the rules.
  ///   - isInterrupted: as for ``advise``.
  /// - Throws: why there are no figures under these rules, or ``GameError/stopped``.
  public var solve: Solve?

  /// The type of ``solve``.
  public typealias Solve =
    @Sendable (
      _ options: Rules.Options, _ isInterrupted: () -> Bool
    ) throws(GameError) -> [SolvedFigure]

  /// What the figures of ``solve`` rest on as text, such as a strategy, for a checker that does not share the
  /// game's code; `nil` if the game has none.
  public var proof: Proof?

  /// The type of ``proof``; parameters and errors are those of ``solve``.
  public typealias Proof =
    @Sendable (
      _ options: Rules.Options, _ isInterrupted: () -> Bool
    ) throws(GameError) -> String

  /// Computes the exact figures of a player who plays best against a bot, for `parlor solve against=BOT`;
  /// `nil` if the game has none.
  public var answer: Answer?

  /// The type of ``answer``; `bot` is one of the game's as it is typed, the other parameters and errors are
  /// those of ``solve``.
  public typealias Answer =
    @Sendable (
      _ options: Rules.Options, _ bot: String, _ isInterrupted: () -> Bool
    ) throws(GameError) -> [SolvedFigure]

  /// Finds the bot that decides most like a player, for ``answer``; `nil` if the game has none.
  public var likeness: Likeness?

  /// The type of ``likeness``. It takes the rules of the answer, and what the player saw and did in games of any
  /// rules; it returns the bot as it is typed, with figures that tell how alike they are.
  public typealias Likeness =
    @Sendable (
      _ options: Rules.Options, _ decisions: [(view: Rules.View, move: Rules.Move)]
    ) throws(GameError) -> (bot: String, figures: [SolvedFigure])

  /// Draws anew what a player's view hides, so that `rollout` can play on without knowing it; `nil`
  /// if the game hides nothing, or offers no such draws.
  ///
  /// - Parameters:
  ///   - view: as for ``advise``.
  ///   - isInterrupted: as for ``advise``.
  /// - Returns: a function that draws a state with this view; each state that fits the view is as
  ///   likely as it is for the player.
  public var redraw: Redraw?

  /// The type of ``redraw``.
  public typealias Redraw =
    @Sendable (
      _ view: Rules.View, _ isInterrupted: () -> Bool
    ) throws(GameError) -> @Sendable (_ chance: inout Chance) -> Rules.State

  /// An adviser.
  public init(
    odds: Odds? = nil, solve: Solve? = nil, proof: Proof? = nil, answer: Answer? = nil,
    likeness: Likeness? = nil, redraw: Redraw? = nil,
    advise:
      @escaping @Sendable (
        _ view: Rules.View, _ also: Rules.Move?, _ isInterrupted: () -> Bool
      ) throws(GameError) -> Advice<Rules.Move>
  ) {
    self.odds = odds
    self.solve = solve
    self.proof = proof
    self.answer = answer
    self.likeness = likeness
    self.redraw = redraw
    self.advise = advise
  }
}

/// A number that characterizes a rule set, such as the expected points of a turn.
public struct SolvedFigure: Sendable {
  /// The key in JSON: `turnValue`.
  public var name: String
  /// The number, or several; null if it cannot be computed for the rules.
  public var value: Value
  /// The meaning, in a few words.
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

  /// A number shown with some decimal places; null if unknown.
  public init(_ name: String, _ number: Double?, _ meaning: String, places: Int) {
    self.init(
      name, number.map { .number(($0 * 1e9).rounded() / 1e9) } ?? .null, meaning,
      text: number.map { Rounded($0, places: places).text } ?? "not known for these rules")
  }
}

/// Legal moves with their values, the best first.
public struct Advice<Move: Sendable>: Sendable {
  /// The unit of the values.
  public var unit: AdviceUnit
  /// The meaning of the values, as a clause: `expected points of the turn`.
  public var meaning: String
  /// The kind of estimate, as a clause; `nil` if the values are exact.
  public var estimate: String?
  /// The moves, the best first.
  public private(set) var moves: [ValuedMove<Move>]
  /// The reasons for the values, in whole sentences.
  public var reasons: [String]
  /// The figures behind the reasons, as the game's own data; may be empty.
  public var figures = Fields()
  /// The possible error of an estimate, in the unit of the values: a review calls no smaller loss
  /// an error. 0 if the values are exact; infinity if they are too rough for any verdict.
  public var tolerance = 0.0
  /// Whether the game can be lost by a limit that the values leave out, as by the number of guesses:
  /// a rollout then counts the games that are won.
  public var ignoresLimit = false
  /// The number of turns or guesses so far. Every turn counted in points has its own number, so
  /// positions with the same number belong to one turn.
  public var spent = 0.0
  /// The value after a draw that ends the turn with nothing, for the player whose turn it was;
  /// `nil` if it is not known.
  public var passed: Double?
  /// The chance of every player to win, in the order of the seats, if each plays best from now on; empty
  /// if it is not known.
  public var chances: [Double] = []
  /// Whether the values cover only the next step, such as the chance that a cell is safe, instead
  /// of the rest of the game.
  public var isOfStep = false

  /// Advice.
  ///
  /// - Parameters:
  ///   - moves: in any order; of equal moves, the first is better.
  ///   - isRanked: whether the moves are already in order. Then a move can precede one with a
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

  /// The loss of a move against the best one: 0 or more, in the unit of the values.
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
    advice.figures = figures
    advice.tolerance = tolerance
    advice.spent = spent
    advice.passed = passed
    advice.chances = chances
    advice.isOfStep = isOfStep
    return advice
  }
}

/// The unit of the values of moves.
public enum AdviceUnit: String, Sendable, CaseIterable {
  /// The chance to win, 0 to 1.
  case chance
  /// Expected points.
  case points
  /// Expected guesses until the end; less is better.
  case guesses
  /// Expected turns until the end; less is better.
  case turns

  /// Whether the lower of two values is better.
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
  /// A note on the move in a few words, such as `then roll 3 dice`; may be empty.
  public var note: String
  /// The value after draws that were not moves, such as those behind the total of a turn at a real
  /// table: a review counts the difference as luck. `nil` if there were none.
  public var outcome: Double?
  /// The chance that the move itself loses the game, for games in which one can; a review names
  /// the risks that were needless.
  public var risk: Double?

  /// A move with its value.
  public init(
    _ move: Move, _ value: Double, note: String = "", outcome: Double? = nil, risk: Double? = nil
  ) {
    self.move = move
    self.value = value
    self.note = note
    self.outcome = outcome
    self.risk = risk
  }
}
