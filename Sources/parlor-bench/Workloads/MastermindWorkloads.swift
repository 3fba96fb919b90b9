import MastermindGame
import ParlorKit

extension Competitor {
  /// Measures the guesses per second of processor time in this process, with ten guesses a game.
  static func guesses(count: Int) -> Competitor {
    Competitor(name: "4×6") { bench throws(BenchError) in
      let opening = try mastermind(slots: 4, colors: 6)
      let guesses = codes(slots: 4, colors: 6, count: 1000)
      let count = bench.scaled(count)
      var state = opening
      var made = 0
      let start = ProcessorTime.now
      while made < count {
        if made % 10 == 0 || state.isOver { state = opening }
        try guess(guesses[made % guesses.count], in: &state)
        made += 1
      }
      return Double(made) / (ProcessorTime.now - start) * 1e9
    }
  }

  /// Measures how often per second of processor time `candidates` runs after two guesses.
  static func candidates(slots: Int, colors: Int, count: Int) -> Competitor {
    Competitor(name: "\(slots)×\(colors)") { bench throws(BenchError) in
      var state = try mastermind(slots: slots, colors: colors)
      for code in codes(slots: slots, colors: colors, count: 2) { try guess(code, in: &state) }
      let count = bench.scaled(count)
      let start = ProcessorTime.now
      for _ in 0..<count { _ = Candidates(state.rules, state.answers, limit: 10) }
      return Double(count) / (ProcessorTime.now - start) * 1e9
    }
  }

  /// A game of Mastermind before its first guess.
  private static func mastermind(
    slots: Int, colors: Int
  ) throws(BenchError) -> MastermindState {
    let game = Mastermind()
    var options = MastermindOptions()
    options.rules = MastermindRules(slots: slots, colors: colors)
    var chance = Chance(seed: 1, draw: 0)
    do throws(GameError) {
      return try game.start(
        try game.drawSetup(GameConfiguration(options: options, seed: 1), chance: &chance))
    } catch { throw .refused(error.message) }
  }

  /// Codes at random.
  private static func codes(slots: Int, colors: Int, count: Int) -> [Code] {
    var chance = Chance(seed: 2, draw: 0)
    return (0..<count).compactMap { _ in
      Code((0..<slots).map { _ in chance.die(sides: colors) })
    }
  }

  private static func guess(
    _ code: Code, in state: inout MastermindState
  ) throws(BenchError) {
    var chance = Chance(seed: 1, draw: 1)
    var nobody = Reporter.none
    do throws(GameError) {
      let resolution = try state.resolve(.guess(code), chance: &chance)
      guard case .play(let move) = resolution else { return }
      state.apply(move, at: .zero, report: &nobody)
    } catch { throw .refused(error.message) }
  }
}
