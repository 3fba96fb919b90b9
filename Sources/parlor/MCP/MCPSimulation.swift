import GameCatalog
import MCP
import ParlorKit
import Platform
import Simulation

/// The simulations that agents ask for.
enum MCPSimulation {
  /// The number of games between two checks whether to stop.
  private static let batchSize = 64

  /// Plays the games on all cores.
  static func run(
    _ request: SimulationRequest, _ isStopped: @escaping @Sendable () -> Bool
  ) throws(GameError) -> SimulationReport {
    let game = GameCatalog.game(named: request.game)
    guard let game else { throw GameError(.badArgument, "there is no such game") }
    return try play(game, request, isStopped)
  }

  private static func play<Rules: Game>(
    _ game: Rules, _ request: SimulationRequest, _ isStopped: @escaping @Sendable () -> Bool
  ) throws(GameError) -> SimulationReport {
    let entry: SimulateArguments<Rules>
    do throws(SimulateError) {
      entry = try SimulateArguments(game, request.words, seed: UInt64(request.seed))
    } catch {
      if case .seedOption = error {
        throw GameError(.badArgument, "`seed` is a separate argument")
      }
      throw GameError(.badArgument, error.message)
    }
    guard entry.programs.isEmpty else {
      throw GameError(.notNow, "agents cannot start programs")
    }
    let tournament = Tournament(game, entry.setup, entry.players)
    var advice = AdviceContext()
    advice.isStopped = isStopped
    let (games, context) = (request.games, advice)
    let parts = parallelMap(
      count: (games + batchSize - 1) / batchSize, jobs: SystemInformation.coreCount
    ) { index in
      let numbers = index * batchSize..<min(games, (index + 1) * batchSize)
      return Result { () throws(TournamentError) in
        try context.during { () throws(TournamentError) in
          try tournament.play(numbers, isStopped: isStopped)
        }
      }
    }
    guard !isStopped() else {
      throw GameError(.limit, "the games take too long", help: ["ask for fewer games"])
    }
    var figures = tournament.figures
    do throws(TournamentError) {
      for part in parts { figures.merge(try part.get()) }
    } catch {
      throw GameError(.internal, error.message)
    }
    let report = TournamentPart(
      TournamentPart.Settings(
        program: Parlor.version, game: request.game, words: entry.words,
        bots: entry.players.map(\.name), seed: UInt64(request.seed), limit: tournament.limit,
        games: games), 0..<games, figures
    ).report
    return SimulationReport(text: report.text, fields: report.fields)
  }
}
