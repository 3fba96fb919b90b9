import FarkleGame
import ParlorKit
import Testing

@testable import Simulation

/// Games that are played on from a position.
@Suite struct RolloutTests {
  private func state(_ names: [String], target: Int) throws -> FarkleState {
    var options = FarkleRules()
    options.target = target
    let configuration = GameConfiguration(
      arguments: names.map { .word($0) }, options: options, seed: 1)
    return try GameDriver(Farkle(), configuration).state
  }

  private func rollout(
    _ state: FarkleState, of player: Int, bot: String, seed: UInt64 = 7
  ) throws -> Rollout<Farkle> {
    let bot = try TournamentPlayer<Farkle>(bot, in: Farkle())
    return Rollout(
      [.roll(nil)], of: player, measure: .result,
      choices: state.seats.map { _ in bot.choice }, seed: seed, at: .zero
    ) { _ in state }
  }

  /// The exact values of three players who play best for themselves, found by a program in C.
  @Test(arguments: [(0, 0.405268096), (1, 0.321843602), (2, 0.272888302)])
  func `the interval of each of three players has the exact chance`(
    _ player: Int, _ exact: Double
  ) throws {
    let state = try state(["Ann", "Bob", "Cy"], target: 500)
    let figures = try rollout(state, of: player, bot: "best").play(games: 400, jobs: 2) { false }
    #expect(figures.games == 400)
    #expect(figures.mean(of: 0).interval.contains(exact), "\(figures.mean(of: 0))")
  }

  @Test func `a tournament from a position has its value, and replays by its seeds`() throws {
    var options = FarkleRules()
    options.target = 500
    var driver = try GameDriver(
      Farkle(),
      GameConfiguration(arguments: [.word("Ann"), .word("Bob")], options: options, seed: 1))
    for move in [FarkleMove.roll(Dice([1, 1, 2, 3, 4, 6])), .holdBest, .bank] {
      try driver.play(move)
    }
    let bot = try TournamentPlayer<Farkle>("best", in: Farkle())
    let games = Tournament(Farkle(), driver.configuration, [bot, bot], from: driver)
    let figures = try games.play(0..<300)
    let advice = try Farkle().adviser?.advise(driver.state.view(for: 1, at: .zero), nil) { false }
    let exact = try #require(advice?.moves.first).value
    let interval = figures.seats[1].interval(of: 300)
    #expect(interval.lower < exact && exact < interval.upper, "\(interval), exactly \(exact)")
    #expect(try games.play(0..<300) == figures)
    #expect(try games.play(0).moves > 3)
  }

  @Test func `the number of threads changes nothing, and another seed does`() throws {
    let state = try state(["Ann", "Bob"], target: 1000)
    let one = try rollout(state, of: 0, bot: "bank=300").play(games: 150, jobs: 1) { false }
    #expect(try rollout(state, of: 0, bot: "bank=300").play(games: 150, jobs: 3) { false } == one)
    let other = try rollout(state, of: 0, bot: "bank=300", seed: 8)
    #expect(try other.play(games: 150, jobs: 1) { false } != one)
  }

  @Test func `who stops gets what was played, and nothing of the games that bots did not finish`()
    throws
  {
    let state = try state(["Ann", "Bob"], target: 1000)
    var asked = 0
    let figures = try rollout(state, of: 0, bot: "bank=300").play(games: 400, jobs: 1) {
      asked += 1
      return asked > 110
    }
    // It is asked after every game, and after the first 50 and 100.
    #expect(figures.games == 100)
    #expect(asked < 120)
    #expect(throws: GameError.stopped) {
      try rollout(state, of: 0, bot: "bank=300").play(games: 400, jobs: 1) { true }
    }
  }

  @Test func `a game without an end is an error`() throws {
    let state = try state(["Ann", "Bob"], target: 1000)
    let rollout = Rollout<Farkle>(
      [.roll(nil)], of: 0, measure: .result,
      choices: [.bot({ _, _, _ in .hold(DiceCounts()) }, .flag(false))], seed: 1, at: .zero
    ) { _ in state }
    #expect(throws: GameError.self) { try rollout.play(games: 10, jobs: 1) { false } }
  }

  // MARK: - Figures

  private func figures(
    _ games: [[Double]], _ measure: RolloutMeasure = .result, of most: Int = 400
  ) -> RolloutFigures {
    var figures = RolloutFigures(moves: games[0].count, measure, of: most)
    for game in games { figures.add(game) }
    return figures
  }

  @Test func `one of two moves is the best once the difference is clear, at a look`() {
    // The one wins 3 of 4 games, the other 2 of 4.
    func game(_ number: Int) -> [Double] { [number % 4 == 0 ? 0 : 1, number % 4 < 2 ? 0 : 1] }
    let early = figures((0..<99).map(game))
    #expect(!early.isSeparated && early.next == 100 && early.ranking == [0, 1])
    let clear = figures((0..<100).map(game))
    #expect(clear.isSeparated && clear.next == nil && clear.looks == [100, 200, 400])
    let unclear = figures((0..<200).map { [$0 % 2 == 0 ? 1 : 0, $0 % 2 == 0 ? 0 : 1] })
    #expect(!unclear.isSeparated && unclear.next == 250)
  }

  @Test func `moves that never differ are not separated`() {
    let same = figures((0..<400).map { [Double($0 % 2), Double($0 % 2)] })
    #expect(!same.isSeparated && same.next == nil)
    let difference = same.difference(of: 1, to: 0)
    #expect(difference.mean == 0 && difference.interval.lowerBound < 0)
  }

  /// By hand: differences 1, 1, 1, 5 have the mean 2 and the standard error 1.
  @Test func `a difference is that of the pairs`() throws {
    let values = figures([[1, 2], [2, 3], [3, 4], [4, 9]], .metric("guesses"), of: 4)
    let difference = values.difference(of: 1, to: 0)
    #expect(difference.mean == 2 && abs(difference.error - 1) < 1e-12)
    #expect(abs(difference.interval.upperBound - 3.959963984540054) < 1e-12)
    #expect(values.ranking == [0, 1])
    // Errors of the means: √(5/3)/2 and √(29/3)/2.
    let gain = (5.0 / 3 / 4 + 29.0 / 3 / 4).squareRoot()
    #expect(try abs(#require(values.gain(of: 1, to: 0)) - gain) < 1e-12)
  }

  /// From tables of the normal distribution.
  @Test(arguments: [(0.025, 1.95996), (0.005, 2.57583), (0.0005, 3.29053), (0.5, 0)])
  func `quantiles are those of tables`(_ probability: Double, _ quantile: Double) {
    #expect(abs(Normal.quantile(above: probability) - quantile) < 5e-4)
  }

  /// With no true difference, a best one is named in at most 5 % of rollouts, whatever the looks.
  @Test func `looking several times finds no difference where there is none`() {
    var chance = Chance(seed: 5, draw: 0)
    var separated = 0
    for _ in 0..<400 {
      var figures = RolloutFigures(moves: 3, .result, of: 800)
      while figures.next != nil {
        figures.add((0..<3).map { _ in Double(chance.below(2)) })
      }
      separated += figures.isSeparated ? 1 : 0
    }
    #expect(separated <= 20, "\(separated) of 400")
  }
}
