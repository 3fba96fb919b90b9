import GameCatalog
import TestKit
import Testing

/// The chances of a board.
struct OddsTests {
  /// The lines of `odds` after a reveal.
  private func odds(rows: Int, columns: Int, _ reveal: String) throws -> [Substring] {
    let session = TestSession(GameCatalog.games)
    session.run(
      "new minesweeper rows=\(rows) cols=\(columns) mines=\(rows * columns / 5) first=open seed=3",
      reveal)
    return session.say("odds").split(separator: "\n")
  }

  @Test func `the odds of a wide board fit 80 columns`() throws {
    let expert = try odds(rows: 16, columns: 30, "reveal 8 15")
    #expect(expert.dropLast().allSatisfy { $0.count <= 65 })
    #expect(expert.last?.contains("far from numbers") == true)
    for columns in [25, 26, 30] {
      let lines = try odds(rows: 12, columns: columns, "reveal 6 \(columns / 2)")
      #expect(lines.allSatisfy { $0.count <= 80 }, "\(columns)")
      // Each cell once: its rows hold two characters a column, or three.
      let cells = lines.filter { $0.contains("|") }.map { $0.split(separator: "|")[1].count }
      let width = columns > 25 ? 2 : 3
      #expect(cells.suffix(12).reduce(0, +) == 12 * columns * width)
    }
  }
}
