import FarkleGame
import ParlorKit

extension Script {
  /// Games of Farkle one after the other, with so many moves in all besides the lines that open
  /// the games.
  static func farkleGames(moves: Int, firstSeed: Int = 1) -> Script {
    Script(name: "farkle-\(moves)-\(firstSeed)") { file throws(BenchError) in
      var seed = firstSeed - 1
      var rest = moves
      while rest > 0 {
        seed += 1
        rest -= try writeFarkle(seed: seed, policy: .cautious, moves: rest, to: &file)
      }
    }
  }

  /// One game of Farkle in which nobody ever banks.
  static func endlessFarkle(moves: Int) -> Script {
    Script(name: "endless-farkle-\(moves)") { file throws(BenchError) in
      _ = try writeFarkle(seed: 1, policy: .endless, moves: moves, to: &file)
    }
  }

  /// Go through GTP: stones on points of their own, and a new board after 80.
  static func goMoves(_ count: Int) -> Script {
    let columns = "ABCDEFGHJKLMNOPQRST".map(String.init)
    let stones = (0..<80).map { index in
      let point = "\(columns[index % 10 * 2 % 19])\(index / 10 * 2 + 1)"
      return "play \(index % 2 == 0 ? "black" : "white") \(point)"
    }
    return cycle(stones + ["clear_board"], count, name: "go-\(count)")
  }

  /// Writes a game up to its end or to so many moves.
  ///
  /// - Returns: how many moves were written.
  private static func writeFarkle(
    seed: Int, policy: FarklePolicy, moves: Int, to file: inout ScriptFile
  ) throws(BenchError) -> Int {
    var table = FarkleTable(try FarkleTable.start(), seed: seed)
    try file.add(Array("new farkle Ann Bob seed=\(seed)\n".utf8))
    while !table.state.isOver && table.moves < moves {
      var line = TextWriter()
      Farkle().write(try table.play(policy), to: &line)
      line.write("\n")
      try file.add(line.bytes)
    }
    return table.moves
  }
}
