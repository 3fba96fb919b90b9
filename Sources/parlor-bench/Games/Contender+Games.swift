import ParlorKit
import Simulation

extension Contender {
  /// Lets bots play whole games in this process, on one thread, and tells the games a second of
  /// processor time.
  ///
  /// - Parameters:
  ///   - words: the words of `new` after the name of the game.
  ///   - bots: who plays, as `simulate` takes them.
  ///   - count: how many games are counted; a quick run has fewer.
  static func games<Rules: Game>(
    of game: Rules, _ words: [String] = [], by bots: [String], count: Int
  ) -> Contender {
    Contender(name: bots.first ?? "") { bench throws(BenchError) in
      let setup = GameConfiguration(
        arguments: words.map(Argument.word),
        options: OptionValues(for: game.definition, preset: game.definition.presets.first))
      var contestants: [Contestant<Rules>] = []
      for bot in bots {
        do throws(ContestantFault) {
          contestants.append(try Contestant(bot, in: game))
        } catch { throw .refused("there is no bot \(bot)") }
      }
      let contest = Contest(game, setup, contestants)
      let count = bench.scaled(count)
      let start = ProcessorTime.now
      do throws(ContestFault) {
        _ = try contest.play(0..<count)
      } catch { throw .refused(error.message) }
      return Double(count) / (ProcessorTime.now - start) * 1e9
    }
  }
}
