import FarkleGame

extension Contender {
  /// Plays Farkle in this process and tells the processor time of a move.
  static func farkleMoves(count: Int) -> Contender {
    Contender(name: "ParlorKit") { bench throws(BenchError) in
      let count = bench.scaled(count)
      let opening = try FarkleTable.start()
      var moves = 0
      var seed = 0
      let start = ProcessorTime.now
      while moves < count {
        seed += 1
        var table = FarkleTable(opening, seed: seed)
        while !table.state.isOver { try table.play(.cautious) }
        moves += table.moves
      }
      return (ProcessorTime.now - start) / Double(moves)
    }
  }

  /// Feeds the program a game and one twice as long, and tells the memory that a move takes: the
  /// difference of the peaks, divided by the difference of the moves.
  static func farkleMemory(moves: Int, quick: Int) -> Contender {
    Contender(name: Program.parlor.name) { bench throws(BenchError) in
      let moves = bench.scale.divisor > 1 ? quick : moves
      let short = try bench.path(of: .endlessFarkle(moves: moves))
      let long = try bench.path(of: .endlessFarkle(moves: moves * 2))
      let less = try ProcessMeter.run(bench.parlor, [], input: short).peakMemory
      let more = try ProcessMeter.run(bench.parlor, [], input: long).peakMemory
      guard less > ProcessMeter.ownPeakMemory else { throw .tooSmall }
      return Double(more - less) / Double(moves)
    }
  }
}
