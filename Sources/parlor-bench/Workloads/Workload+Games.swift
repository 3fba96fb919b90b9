import FarkleGame
import MastermindGame
import MinesweeperGame

extension Workload {
  /// What single games do, most of it in this process. The noted figures are of programs that no
  /// package of Debian has.
  static let games = [
    Workload(
      title: "simulated games (Farkle, two seats)", quantity: .rate,
      contenders: [
        .games(of: Farkle(), ["Ann", "Bob"], by: ["bank=300", "bank=300"], count: 20_000)
      ],
      goals: [], noted: [.init("plain C", 685_000), .init("PyPI", 1_379)]),
    Workload(
      title: "simulated games (Minesweeper, easy)", quantity: .rate,
      contenders: [
        .games(of: Minesweeper(), ["easy"], by: ["sure"], count: 3_000),
        .games(of: Minesweeper(), ["easy"], by: ["random"], count: 10_000),
      ],
      goals: []),
    Workload(
      title: "simulated games (Mastermind, 4×6)", quantity: .rate,
      contenders: [
        .games(of: Mastermind(), by: ["consistent"], count: 20_000),
        .games(of: Mastermind(), by: ["random"], count: 2_000),
      ],
      goals: []),
    Workload(
      title: "reveals through the typed interface (Minesweeper)", quantity: .rate,
      contenders: [.reveals("easy", count: 500_000), .reveals("hard", count: 500_000)],
      goals: [], noted: [.init("TextArena", 3_300)]),
    Workload(
      title: "printed boards (Minesweeper 9×9; Go 9×9 through GTP)", quantity: .lineRate,
      contenders: [
        .shownBoards("easy", count: 100_000), .shownGoBoards(size: 9, count: 20_000),
      ],
      goals: [.value(.atLeast, 100), .ratio(.atLeast, 3, of: "gnugo")]),
    Workload(
      title: "printed boards (Minesweeper 16×30; Go 19×19 through GTP)", quantity: .lineRate,
      contenders: [
        .shownBoards("hard", count: 50_000), .shownGoBoards(size: 19, count: 10_000),
      ],
      goals: [.ratio(.atLeast, 3, of: "gnugo")]),
    boards("easy", count: 200_000, unguessed: 5_000, noted: 1_060_000),
    boards("medium", count: 100_000, unguessed: 1_000, noted: 344_000),
    boards("hard", count: 50_000, unguessed: 200, noted: 207_000),
    Workload(
      title: "guesses through the typed interface (Mastermind)", quantity: .rate,
      contenders: [.guesses(count: 1_000_000)],
      goals: [], noted: [.init("TextArena", 95_000)]),
    Workload(
      title: "candidates after two guesses (Mastermind)", quantity: .rate,
      contenders: [
        .candidates(slots: 4, colors: 6, count: 10_000),
        .candidates(slots: 5, colors: 8, count: 1_000),
        .candidates(slots: 6, colors: 6, count: 1_000),
      ],
      goals: []),
  ]

  /// Boards of a mode; those noted were made in plain C with their 3BV, and may need guessing.
  private static func boards(
    _ mode: String, count: Int, unguessed: Int, noted: Double
  ) -> Workload {
    Workload(
      title: "boards generated (Minesweeper, \(mode))", quantity: .rate,
      contenders: [
        .boards(mode, guess: true, count: count), .boards(mode, guess: false, count: unguessed),
      ],
      goals: [], noted: [.init("plain C", noted)])
  }
}
