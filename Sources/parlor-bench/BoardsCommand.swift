import ArgumentParser
import MinesweeperGame
import ParlorKit

/// `parlor-bench boards`: fits the chance to win a board of Minesweeper to games of the bot `best`.
struct BoardsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "boards",
    abstract: "Fits Minesweeper's chance to win to games of its best bot, and prints the model.",
    discussion: "The output is Sources/Games/Minesweeper/Solver/WinModels.swift.")

  @ArgumentParser.Argument(help: "The number of games.")
  var games = 120_000

  @Option(help: "The seed of the first game; the others follow.")
  var seed: UInt64 = 1

  func run() throws {
    var openings = Regression()
    var positions = Regression()
    for number in 0..<UInt64(games) {
      let game = try PlayedBoard(seed: seed + number)
      for sample in game.samples {
        let kind = "\(game.mode) \(!sample.isOpening && sample.features[4] == 1)"
        if sample.isOpening {
          openings.add(sample.features, isWon: game.isWon, kind: game.mode)
        } else {
          positions.add(sample.features, isWon: game.isWon, kind: kind)
        }
      }
    }
    print("// Printed by `parlor-bench boards \(games) --seed \(seed)`.\n\nextension WinEstimate {")
    print("  /// Fitted to \(positions.count) positions.")
    print(positions.model(named: "coefficients"))
    print("\n  /// Fitted to \(openings.count) games.")
    print(openings.model(named: "openingCoefficients"), "}", separator: "\n")
  }
}

/// A game of the bot `best`, with the features of some of its positions.
private struct PlayedBoard {
  private(set) var samples: [(features: [Double], isOpening: Bool)] = []
  let mode: String
  let isWon: Bool

  /// The share of positions that are noted, as one in so many.
  private static let rarity: UInt32 = 20

  init(seed: UInt64) throws {
    var options = MinesweeperOptions()
    var chance = Chance(seed: seed, draw: 1)
    options.first = chance.below(2) == 0 ? .cell : .open
    mode = ["easy", "medium", "hard", "custom"][Int(chance.below(4))]
    if mode == "custom" {
      options.rows = 8 + Int(chance.below(17))
      options.columns = 8 + Int(chance.below(23))
      let cells = options.rows * options.columns
      options.mines = max(
        10, cells / 10 + 1 + Int(chance.below(UInt32(truncatingIfNeeded: cells / 5 - 1))))
    }
    let game = Minesweeper()
    var configuration = GameConfiguration(arguments: [.word(mode)], options: options)
    configuration.seed = seed
    guard let bot = game.bots.first(where: { $0.name == "best" }) else { throw ExitCode.failure }
    var state = try game.start(configuration)
    var draws = Chance(seed: seed, draw: 0)
    var nobody = Reporter.none
    while !state.isOver {
      let view = state.view(for: 0, at: .zero)
      if !view.isStarted || chance.below(Self.rarity) == 0,
        let sample = try WinEstimate.features(view)
      {
        samples.append((sample.values, sample.isOpening))
      }
      let move = bot.choose(view, .flag(false), &chance)
      guard case .play(let resolved) = try state.resolve(move, chance: &draws) else { break }
      state.apply(resolved, at: .zero, report: &nobody)
    }
    isWon = state.phase == .won
  }
}

/// A logistic regression on the terms of features, by Newton's method. Each kind of sample counts as
/// much as another, however often it occurs.
private struct Regression {
  private var features: [[Double]] = []
  private var wins: [Double] = []
  private var kinds: [String] = []
  private var frequencies: [String: Int] = [:]

  private static let ridge = 1e-4
  private static let steps = 12

  var count: Int { features.count }

  mutating func add(_ sample: [Double], isWon: Bool, kind: String) {
    features.append(sample)
    wins.append(isWon ? 1 : 0)
    kinds.append(kind)
    frequencies[kind, default: 0] += 1
  }

  /// The fitted model as the source of a constant.
  func model(named name: String) -> String {
    let weights = fitted.map { "\(($0 * 1e6).rounded() / 1e6)" }
    let ranges = (features.first ?? []).indices.map { place in
      let values = features.map { $0[place] }
      return "\(values.min() ?? 0)...\(values.max() ?? 0)"
    }
    func list(_ words: [String]) -> String {
      words.map { "      \($0),\n" }.joined()
    }
    return "  static let \(name) = Model(\n    ranges: [\n\(list(ranges))    ],\n    weights: [\n"
      + "\(list(weights))    ])"
  }

  private var fitted: [Double] {
    let width = WinEstimate.terms(of: features.first ?? []).count
    var weights = [Double](repeating: 0, count: width)
    for _ in 0..<Self.steps {
      var gradient = weights.map { -Self.ridge * $0 }
      var matrix = [[Double]](repeating: [Double](repeating: 0, count: width), count: width)
      for place in 0..<width { matrix[place][place] = Self.ridge }
      for (sample, won) in features.indices.map({ ($0, wins[$0]) }) {
        let terms = WinEstimate.terms(of: features[sample])
        let sum = zip(terms, weights).reduce(0) { $0 + $1.0 * $1.1 }
        let chance = WinEstimate.chance(ofSum: sum)
        let scale = 1 / Double(frequencies[kinds[sample]] ?? 1)
        for row in 0..<width {
          gradient[row] += scale * (won - chance) * terms[row]
          let factor = scale * chance * (1 - chance) * terms[row]
          for column in row..<width { matrix[row][column] += factor * terms[column] }
        }
      }
      for row in 0..<width {
        for column in 0..<row { matrix[row][column] = matrix[column][row] }
      }
      let step = Self.solution(&matrix, gradient)
      for place in 0..<width { weights[place] += step[place] }
    }
    return weights
  }

  /// The solution of a system of equations with a positive matrix, by elimination.
  private static func solution(_ matrix: inout [[Double]], _ right: [Double]) -> [Double] {
    var right = right
    let width = right.count
    for pivot in 0..<width {
      for row in (pivot + 1)..<max(width, pivot + 1) {
        let factor = matrix[row][pivot] / matrix[pivot][pivot]
        if factor == 0 { continue }
        for column in pivot..<width { matrix[row][column] -= factor * matrix[pivot][column] }
        right[row] -= factor * right[pivot]
      }
    }
    for row in (0..<width).reversed() {
      for column in (row + 1)..<max(width, row + 1) {
        right[row] -= matrix[row][column] * right[column]
      }
      right[row] /= matrix[row][row]
    }
    return right
  }
}
