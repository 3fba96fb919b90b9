import FarkleGame
import ParlorKit

extension Competitor {
  /// Measures the processor time of a move in this process.
  static func farkleMoves(count: Int) -> Competitor {
    Competitor(name: "ParlorKit") { bench throws(BenchError) in
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

  /// Measures the memory of a move: the difference between the peaks of a game and of one twice as
  /// long, divided by the difference of their moves.
  static func farkleMemory(moves: Int, quick: Int) -> Competitor {
    Competitor(name: Program.parlor.name) { bench throws(BenchError) in
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

extension InputScript {
  /// Games of Farkle with `moves` moves in all, not counting `new`.
  static func farkleGames(moves: Int, firstSeed: Int = 1) -> InputScript {
    InputScript(name: "farkle-\(moves)-\(firstSeed)") { file throws(BenchError) in
      var seed = firstSeed - 1
      var rest = moves
      while rest > 0 {
        seed += 1
        rest -= try writeFarkle(seed: seed, policy: .cautious, moves: rest, to: &file)
      }
    }
  }

  /// A game of Farkle without banking.
  static func endlessFarkle(moves: Int) -> InputScript {
    InputScript(name: "endless-farkle-\(moves)") { file throws(BenchError) in
      _ = try writeFarkle(seed: 1, policy: .endless, moves: moves, to: &file)
    }
  }

  /// Moves of Go in GTP, with a new board after 80 stones.
  static func goMoves(_ count: Int) -> InputScript {
    let columns = "ABCDEFGHJKLMNOPQRST".map(String.init)
    let stones = (0..<80).map { index in
      let point = "\(columns[index % 10 * 2 % 19])\(index / 10 * 2 + 1)"
      return "play \(index % 2 == 0 ? "black" : "white") \(point)"
    }
    return cycle(stones + ["clear_board"], count, name: "go-\(count)")
  }

  /// Writes a game of at most `moves` moves and returns their number.
  private static func writeFarkle(
    seed: Int, policy: FarklePolicy, moves: Int, to file: inout ScriptFile
  ) throws(BenchError) -> Int {
    var table = FarkleTable(try FarkleTable.start(), seed: seed)
    try file.add(Array("new farkle Ann Bob seed=\(seed)\n".utf8))
    while !table.state.isOver && table.moves < moves {
      var line = TextWriter()
      let move = try table.play(policy)
      table.state.write(move, to: &line)
      line.write("\n")
      try file.add(line.bytes)
    }
    return table.moves
  }
}

/// A game of Farkle played through the typed interface, with the dice of a session.
struct FarkleTable {
  private(set) var state: FarkleState
  private(set) var moves = 0
  private let seed: UInt64
  private var draws = 0
  private let game = Farkle()

  init(_ start: FarkleState, seed: Int) {
    state = start
    self.seed = UInt64(seed)
  }

  /// The first state of a game for Ann and Bob with the standard rules.
  static func start() throws(BenchError) -> FarkleState {
    let setup = GameConfiguration<FarkleRules>(arguments: [.word("Ann"), .word("Bob")])
    do throws(GameError) {
      return try Farkle().start(setup)
    } catch { throw .refused(error.message) }
  }

  /// Makes the move of a policy and returns it as the policy chose it.
  @discardableResult
  mutating func play(_ policy: FarklePolicy) throws(BenchError) -> FarkleMove {
    let move = policy.move(in: state)
    var chance = Chance(seed: seed, draw: draws)
    let resolution: Resolution<FarkleMove>
    do throws(GameError) {
      resolution = try state.resolve(move, chance: &chance)
    } catch { throw .refused(error.message) }
    guard case .play(let resolved) = resolution else { throw .refused("a move changes nothing") }
    var nobody = Reporter.none
    state.apply(resolved, at: .zero, report: &nobody)
    if state.traits(of: resolved).contains(.draws) { draws += 1 }
    moves += 1
    return move
  }
}

/// Holds the best dice, rolls again, and banks from a number of points on.
struct FarklePolicy: Sendable {
  /// The points at which to bank; nil never banks.
  let bankAt: Int?

  static let cautious = FarklePolicy(bankAt: 300)
  static let endless = FarklePolicy(bankAt: nil)

  func move(in state: FarkleState) -> FarkleMove {
    let turn = state.turn
    if turn.mustHold { return .holdBest }
    if let bankAt, !turn.roll.isEmpty && turn.points >= bankAt { return .bank }
    return .roll(nil)
  }
}
