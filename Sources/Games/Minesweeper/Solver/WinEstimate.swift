public import ParlorKit

/// The chance to win a board of which too many arrangements are left for ``EndSearch``, as an
/// estimate: a logistic regression on what the player sees.
///
/// `parlor-bench boards` plays games of the bot `best` on easy, medium, hard and custom boards with
/// both kinds of first reveal, notes the features of positions and who won, and prints the
/// coefficients below. A test holds them to other games.
public enum WinEstimate {
  /// What kind of estimate it is, as a clause.
  static let kind = "approximate, fitted to games of the bot `best`"
  /// The loss from which a guess is an error: less is within the error of the ranking.
  static let tolerance = 0.02

  /// The chance to win from a position.
  ///
  /// - Parameter board: the size of the board and all its mines.
  static func chance(_ position: Position) -> Double {
    // Nobody wins more often than the safest reveal succeeds.
    min(1 - position.least, chance(features(of: position), coefficients))
  }

  /// The chance to win before the first reveal, which is safe.
  static func chance(_ shape: Shape, mines: Int, sparesNeighbors: Bool) -> Double {
    chance(
      features(shape, mines: mines, sparesNeighbors: sparesNeighbors), openingCoefficients)
  }

  /// What the estimate is made of.
  ///
  /// - Returns: the features and whether they are those before the first reveal; nil in a position
  ///   with few arrangements, which has an exact value.
  public static func features(
    _ view: MinesweeperView
  ) throws(GameError) -> (values: [Double], isOpening: Bool)? {
    guard view.isStarted else {
      let shape = view.board.shape
      return (
        features(shape, mines: view.mines, sparesNeighbors: view.sparesNeighbors), true
      )
    }
    let position = try Position(Solver(view.board, mines: view.mines)) { false }
    return position.isEnd ? nil : (features(of: position), false)
  }

  /// The features of a position, without the leading 1: how many arrangements and unknown cells
  /// there are, the share of mines among the unknown cells and on the whole board, how safe the
  /// safest cell is if none is certain, how many cells are certainly safe, and what the groups of
  /// numbers still have to cost.
  private static func features(of position: Position) -> [Double] {
    let solver = position.solver
    let safe = solver.cells.count { $0.known == .safe }
    let unknown = Double(max(1, solver.unknownLeft))
    let least = position.least
    let cost = position.odds.leastOfGroups.reduce(0) {
      $0 - Logarithm.natural(max(1 - $1, 1e-6))
    }
    return [
      max(0, position.odds.logarithm ?? 0).squareRoot() / 10,
      Logarithm.natural(unknown) / 5,
      Double(solver.minesLeft) / unknown,
      Double(solver.mines) / Double(solver.shape.count),
      safe == 0 ? 1 : 0,
      -Logarithm.natural(max(1 - least, 1e-6)),
      Logarithm.natural(Double(safe + 1)) / 3,
      cost.squareRoot(),
    ]
  }

  /// The features before the first reveal: the size, the share of mines and the kind of first
  /// reveal.
  private static func features(
    _ shape: Shape, mines: Int, sparesNeighbors: Bool
  ) -> [Double] {
    [
      Logarithm.natural(Double(shape.count)) / 5, Double(mines) / Double(shape.count),
      sparesNeighbors ? 1 : 0,
    ]
  }

  /// The products of each two features, with 1 as the first of them: the terms of the regression.
  public static func terms(of features: [Double]) -> [Double] {
    let values = [1] + features
    return values.indices.flatMap { place in values[place...].map { values[place] * $0 } }
  }

  private static func chance(_ features: [Double], _ model: Model) -> Double {
    let within = zip(features, model.ranges).map { min(max($0, $1.lowerBound), $1.upperBound) }
    let sum = zip(terms(of: within), model.weights).reduce(0) { $0 + $1.0 * $1.1 }
    return chance(ofSum: sum)
  }

  /// The chance whose odds have a natural logarithm.
  public static func chance(ofSum sum: Double) -> Double {
    let odds = Logarithm.power(-abs(sum))
    return (sum < 0 ? odds : 1) / (1 + odds)
  }

  /// A fitted regression.
  struct Model {
    /// The features that it was fitted to: others count as the nearest of these.
    var ranges: [ClosedRange<Double>]
    /// The weight of each term.
    var weights: [Double]
  }
}
