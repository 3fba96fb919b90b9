import MinesweeperGame
import ParlorKit

extension Contender {
  /// Clears boards in this process, and tells the reveals a second of processor time. The boards
  /// are made before.
  static func reveals(_ mode: String, count: Int) -> Contender {
    Contender(name: mode) { bench throws(BenchError) in
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

  /// Lays mines in this process, and tells the boards a second of processor time.
  ///
  /// - Parameter guess: whether the boards may need guessing.
  static func boards(_ mode: String, guess: Bool, count: Int) -> Contender {
    Contender(name: guess ? "guess=yes" : "guess=no") { bench throws(BenchError) in
      let boards = try MinesweeperBoards(mode, guess: guess)
      let count = bench.scaled(count)
      var made = 0
      let start = ProcessorTime.now
      for seed in 0..<count where try boards.firstReveal(seed: seed) != nil { made += 1 }
      return Double(made) / (ProcessorTime.now - start) * 1e9
    }
  }

  /// Shows a board many times, and tells the boards as lines.
  static func shownBoards(_ mode: String, count: Int) -> Contender {
    let opening = Script.cycle(
      ["new minesweeper \(mode) seed=1", "reveal 5 5"], 2, name: "minesweeper-\(mode)")
    return .lines(.parlor, count: count, before: opening) { count in
      opening.followed(by: .repeated("show", count))
    }
  }

  /// Shows a board of GNU Go's many times.
  static func shownGoBoards(size: Int, count: Int) -> Contender {
    let opening = Script.cycle(["boardsize \(size)", "play black C3"], 2, name: "go-board-\(size)")
    return .lines(.gnugo, ["--mode", "gtp"], count: count, before: opening) { count in
      opening.followed(by: .repeated("showboard", count))
    }
  }
}
