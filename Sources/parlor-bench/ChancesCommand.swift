import ArgumentParser
import FarkleGame
import ParlorKit

/// `parlor-bench chances`: compares the chances of several players of Farkle with games played on.
struct ChancesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chances",
    abstract: "Compares what Farkle says of several players' chances with who wins.",
    discussion: """
      Everybody plays the best move of the advice. Before some turns the chance of every player is \
      noted, where it is an estimate. The error is the mean difference between what was said and \
      won, over the bands.
      """)

  @Option(help: "The number of players, 3 to 8.")
  var players = 4

  @Option(help: "The number of games.")
  var games = 200

  @Option(help: "The rounds of a game; 0 for games to a target.")
  var rounds = 0

  @Option(help: "The seed of the first game; the others follow.")
  var seed: UInt64 = 1

  /// The share of decisions before which chances are noted, as one in so many.
  private static let rarity: UInt32 = 10

  func run() throws {
    let bounds = [0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.6, 0.8, 1]
    var bands = [(count: Int, said: Double, won: Double)](
      repeating: (0, 0, 0), count: bounds.count - 1)
    for number in 0..<UInt64(games) {
      for (said, won) in try played(seed: seed + number) {
        let band = (bounds.lastIndex { $0 <= said } ?? 0)
        let place = min(band, bands.count - 1)
        bands[place].count += 1
        bands[place].said += said
        bands[place].won += won
      }
    }
    print("| chance | positions | said | won |\n|---|---|---|---|")
    var error = 0.0
    for (place, band) in bands.enumerated() where band.count > 0 {
      let count = Double(band.count)
      error += abs(band.said - band.won)
      let cells =
        [Rounded(bounds[place] * 100, places: 0).text + " % and more", "\(band.count)"]
        + [band.said, band.won].map { Rounded($0 / count * 100, places: 2).text + " %" }
      print("| \(cells.joined(separator: " | ")) |")
    }
    let count = bands.reduce(0) { $0 + $1.count }
    print("\nerror: \(Rounded(error / Double(max(1, count)), places: 4).text)")
  }

  /// Plays a game: the chances that were said before each turn, and what their players won.
  private func played(seed: UInt64) throws -> [(said: Double, won: Double)] {
    let game = Farkle()
    var rules = FarkleRules()
    rules.rounds = rounds
    var configuration = GameConfiguration(
      arguments: (0..<players).map { .word("P\($0)") }, options: rules)
    configuration.seed = seed
    var driver = try GameDriver(game, configuration)
    var chance = Chance(seed: seed, draw: 0)
    var said: [(player: Int, chance: Double)] = []
    while case .playing(let turn) = driver.status, let adviser = game.adviser,
      let bot = game.bots.first(where: { $0.name == "best" })
    {
      let view = driver.state.view(for: turn, at: .zero)
      if chance.below(Self.rarity) == 0 {
        let advice = try adviser.advise(view, nil) { false }
        if advice.estimate != nil { said += advice.chances.enumerated().map { ($0, $1) } }
      }
      try driver.play(bot.choose(view, .flag(false), &chance))
    }
    return said.map { ($0.chance, driver.state.result(of: $0.player)) }
  }
}
