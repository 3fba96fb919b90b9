import MinesweeperGame
import ParlorKit

extension Competitor {
  /// Measures the reveals per second of processor time while clearing boards in this process. The
  /// boards are made before.
  static func reveals(_ mode: String, count: Int) -> Competitor {
    Competitor(name: mode) { bench throws(BenchError) in
      let boards = try MinesweeperBoards(mode)
      var games: [[MinesweeperMove]] = []
      for seed in 0..<100 {
        guard let first = try boards.firstReveal(seed: seed) else { continue }
        games.append(boards.clearing(first, seed: seed))
      }
      guard !games.isEmpty else { throw .tooSmall }
      let count = bench.scaled(count)
      var made = 0
      var number = 0
      let start = ProcessorTime.now
      while made < count {
        made += try boards.play(games[number % games.count])
        number += 1
      }
      return Double(made) / (ProcessorTime.now - start) * 1e9
    }
  }

  /// Measures the boards per second of processor time that are generated in this process.
  ///
  /// - Parameter guess: whether boards may require guessing.
  static func boards(_ mode: String, guess: Bool, count: Int) -> Competitor {
    Competitor(name: guess ? "guess=yes" : "guess=no") { bench throws(BenchError) in
      let boards = try MinesweeperBoards(mode, guess: guess)
      let count = bench.scaled(count)
      var made = 0
      let start = ProcessorTime.now
      for seed in 0..<count where try boards.firstReveal(seed: seed) != nil { made += 1 }
      return Double(made) / (ProcessorTime.now - start) * 1e9
    }
  }

  /// Measures how often per second a board is printed.
  static func shownBoards(_ mode: String, count: Int) -> Competitor {
    let opening = InputScript.cycle(
      ["new minesweeper \(mode) seed=1", "reveal 5 5"], 2, name: "minesweeper-\(mode)")
    return .lines(.parlor, count: count, before: opening) { count in
      opening.followed(by: .repeated("show", count))
    }
  }

  /// Measures how often per second GNU Go prints a board.
  static func shownGoBoards(size: Int, count: Int) -> Competitor {
    let opening = InputScript.cycle(
      ["boardsize \(size)", "play black C3"], 2, name: "go-board-\(size)")
    return .lines(.gnugo, ["--mode", "gtp"], count: count, before: opening) { count in
      opening.followed(by: .repeated("showboard", count))
    }
  }
}

/// Boards of Minesweeper, generated through the typed interface.
struct MinesweeperBoards {
  let opening: MinesweeperState
  private let game = Minesweeper()

  init(_ mode: String, guess: Bool = true) throws(BenchError) {
    var options = MinesweeperOptions()
    options.guess = guess ? .yes : .no
    do throws(GameError) {
      opening = try game.start(GameConfiguration(arguments: [.word(mode)], options: options))
    } catch { throw .refused(error.message) }
  }

  var shape: Shape { opening.plan.shape }

  /// The first reveal, in the middle, with the mines of a seed; nil if the game finds no board
  /// that requires no guessing.
  func firstReveal(seed: Int) throws(BenchError) -> MinesweeperMove? {
    var chance = Chance(seed: UInt64(seed), draw: 0)
    let cell = Cell(shape.rows / 2 + 1, shape.columns / 2 + 1)
    do throws(GameError) {
      let resolution = try opening.resolve(.reveal(cell, nil), chance: &chance)
      if case .play(let move) = resolution { return move }
      return nil
    } catch {
      if error.code == .limit { return nil }
      throw .refused(error.message)
    }
  }

  /// Moves that clear the board: every cell without a mine, in random order. The game ignores cells
  /// that are revealed already.
  func clearing(_ first: MinesweeperMove, seed: Int) -> [MinesweeperMove] {
    guard case .reveal(_, let layout?) = first else { return [first] }
    var cells: [Cell] = []
    for row in 1...shape.rows {
      for column in 1...shape.columns where !layout.isMine(Cell(row, column)) {
        cells.append(Cell(row, column))
      }
    }
    var chance = Chance(seed: UInt64(seed), draw: 1)
    chance.shuffle(&cells)
    return [first] + cells.map { .reveal($0, nil) }
  }

  /// Plays moves and returns how many had an effect.
  func play(_ moves: [MinesweeperMove]) throws(BenchError) -> Int {
    var state = opening
    var made = 0
    var nobody = Reporter.none
    var chance = Chance(seed: 0, draw: 0)
    for move in moves where !state.isOver {
      let resolution: Resolution<MinesweeperMove>
      do throws(GameError) {
        resolution = try state.resolve(move, chance: &chance)
      } catch { throw .refused(error.message) }
      guard case .play(let resolved) = resolution else { continue }
      state.apply(resolved, at: .zero, report: &nobody)
      made += 1
    }
    return made
  }
}
