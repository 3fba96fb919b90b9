import GameTesting
import ParlorKit
import Testing

@testable import MinesweeperGame

@Suite("Chance to win, estimated")
struct WinEstimateTests {
  /// A game of the bot `best`: the chances said on the way, and whether it was won.
  private func play(_ mode: String, seed: UInt64) throws -> (said: [Double], isWon: Bool) {
    var match = try Match(mode, seed: seed)
    var (sample, none) = (Chance(seed: seed, draw: 9), Chance(seed: 0, draw: 0))
    var said: [Double] = []
    while !match.state.isOver {
      let view = match.state.view(for: 0, at: .zero)
      if !view.isStarted {
        said.append(
          WinEstimate.chance(
            view.board.shape, mines: view.mines, sparesNeighbors: view.sparesNeighbors))
      } else if sample.below(25) == 0 {
        let position = try Position(Solver(view.board, mines: view.mines)) { false }
        if !position.isEnd { said.append(WinEstimate.chance(position)) }
      }
      try match.make(MinesweeperAdviser.best.choose(view, .flag(false), &none))
    }
    return (said, match.state.phase == .won)
  }

  @Test
  func `Of the positions said to be won in 50 to 60 %, so many are won, and so on`() throws {
    // For each tenth of the scale: positions, sum of chances, sum of wins, and for each game what it
    // adds to their difference, since positions of one game are won together.
    var count = [Int](repeating: 0, count: 10)
    var (difference, square) = (
      [Double](repeating: 0, count: 10), [Double](repeating: 0, count: 10)
    )
    for mode in [
      "easy", "easy first=open", "medium", "medium first=open", "hard", "hard first=open",
    ] {
      for seed in 5_000_000..<5_000_050 as Range<UInt64> {
        let (said, isWon) = try play(mode, seed: seed)
        for (bin, chances) in Dictionary(grouping: said, by: { min(9, Int($0 * 10)) }) {
          let own = chances.reduce(0) { $0 + (isWon ? 1 : 0) - $1 }
          count[bin] += chances.count
          difference[bin] += own
          square[bin] += own * own
        }
      }
    }
    #expect(count.reduce(0, +) > 1000)
    for bin in 0..<10 where count[bin] > 60 {
      let (mean, error) = (
        difference[bin] / Double(count[bin]), square[bin].squareRoot() / Double(count[bin])
      )
      // Three standard errors, and what the model may be off.
      #expect(abs(mean) < 3 * error + 0.02, "said \(10 * bin) %: off by \(mean), error \(error)")
    }
  }

  /// The advice for the player, whose moves are chosen by a rule.
  private func advice(_ match: Match) throws -> Advice<MinesweeperMove> {
    let adviser = try #require(match.game.adviser)
    return try adviser.advise(match.state.view(for: 0, at: .zero), nil, { false })
  }

  @Test(arguments: ["easy", "medium first=open", "hard", "easy guess=no"])
  func `Every position has one unit, and no move is worth more than the best`(
    mode: String
  ) throws {
    for seed in 0..<6 as Range<UInt64> {
      var match = try Match(mode, seed: seed)
      var chance = Chance(seed: seed, draw: 2)
      while !match.state.isOver {
        let advice = try advice(match)
        let best = try #require(advice.moves.first)
        #expect(advice.meaning == "chance to win" && !advice.isOfStep)
        #expect(advice.moves.allSatisfy { 0...best.value ~= $0.value })
        #expect(advice.moves.allSatisfy { $0.value <= 1 - ($0.risk ?? 0) + 1e-9 })
        #expect(best.value <= 1)
        let place = chance.below(4) == 0 ? min(7, advice.moves.count - 1) : 0
        try match.make(advice.moves[place].move)
      }
    }
  }

  @Test func `Flags change no value`() throws {
    var match = try Match("medium", seed: 3)
    try match.play("reveal 8 8")
    let before = try advice(match).moves.first?.value
    for line in ["flag 1 1", "flag 16 16", "mark 3 3"] {
      try match.play(line)
      #expect(try advice(match).moves.first?.value == before)
    }
  }

  @Test func `A board without guesses is won by whoever takes no risk`() throws {
    var match = try Match("easy guess=no", seed: 2)
    while !match.state.isOver {
      let advice = try advice(match)
      #expect(advice.moves.first?.value == 1)
      try match.make(advice.moves[0].move)
    }
    #expect(match.state.phase == .won)
  }
}
