import GameCatalog
import ParlorEngine
import ParlorKit
import Simulation
import Testing

@Suite("The host plays the same games")
struct HostTests {
  /// The log of the current game: lines, each with the digest of the state after it.
  private func log(of interpreter: Interpreter) -> [String] {
    var lines: [String] = []
    interpreter.currentGame?.logged?.forEachLine { lines.append("\($0) # \($1)") }
    return lines
  }

  private func session() -> Interpreter {
    Interpreter(Settings(games: GameCatalog.games))
  }

  private func say(_ line: String, to interpreter: Interpreter) {
    interpreter.execute(Array(line.utf8)[...]) { reply in
      if let problem = reply.problem { Issue.record("\(problem)") }
    }
  }

  /// Plays a game move by move, and returns its moves as they were chosen and as the host logs them,
  /// and how it ended.
  private func play<Rules: Game>(
    _ game: Rules, _ configuration: GameConfiguration<Rules.Options>,
    _ players: [TournamentPlayer<Rules>],
    limit: Int
  ) throws -> (chosen: [String], log: [String], end: GameDriver<Rules>) {
    var driver = try GameDriver(game, configuration)
    var (chosen, log): ([String], [String]) = ([], [])
    while driver.moveCount < limit, case .playing(let turn) = driver.status {
      var chance = Chance.forBot(seed: configuration.seed, moves: driver.moveCount)
      let choice: Rules.Move? =
        switch players[turn % players.count].choice {
        case .random: driver.state.sampleMove(chance: &chance)
        case .bot(let choose, let value):
          choose(driver.state.view(for: turn, at: .zero), value, &chance)
        case .openBot(let choose, let value): choose(driver.state, value, &chance)
        case .program: nil
        }
      let move = try #require(choice)
      chosen.append(driver.line(of: move))
      guard case .play(let resolved) = try driver.play(move) else {
        Issue.record("\(driver.line(of: move)) has no effect")
        break
      }
      log.append("\(driver.line(of: resolved)) # \(driver.digest.folded)")
    }
    return (chosen, log, driver)
  }

  @Test(arguments: 0..<5 as Range<UInt64>)
  func `The moves that bots choose, typed, give the same log`(seed: UInt64) throws {
    for game in GameCatalog.games { try typed(game, seed: seed) }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `A whole game is that of its moves`(seed: UInt64) throws {
    for game in GameCatalog.games { try whole(game, seed: seed) }
  }

  private func whole<Rules: Game>(_ game: Rules, seed: UInt64) throws {
    let hasPlayers = game.definition.setup.contains { $0.kind == .name }
    // The bot `best` knows the chances of short games at once.
    let hasTarget = game.definition.options.contains { $0.name == "target" }
    let short: [String: OptionValue] = hasTarget ? ["target": .integer(500)] : [:]
    let configuration = GameConfiguration(
      arguments: hasPlayers ? [.word("Ann"), .word("Bob")] : [],
      options: game.options(from: OptionValues(for: game.definition, given: short)),
      preset: game.definition.presets.first?.name, seed: seed)
    for name in TournamentPlayer.names(in: game) {
      let players = [try TournamentPlayer(name, in: game)]
      let whole = try Tournament(game, configuration, players, limit: 500).play(0)
      let end = try play(game, configuration, players, limit: 500).end
      #expect(whole.digest == end.digest.full && whole.status == end.status)
      #expect(whole.moves == end.moveCount && whole.metrics == end.state.metrics)
    }
  }

  private func typed<Rules: Game>(_ game: Rules, seed: UInt64) throws {
    let hasPlayers = game.definition.setup.contains { $0.kind == .name }
    let names = hasPlayers ? ["Ann", "Bob"] : []
    let configuration = GameConfiguration(
      arguments: names.map { .word($0) },
      options: game.options(from: OptionValues(for: game.definition)),
      preset: game.definition.presets.first?.name, seed: seed)
    let players = Array(repeating: TournamentPlayer<Rules>.random, count: max(1, names.count))
    let (chosen, log, _) = try play(game, configuration, players, limit: 500)
    let interpreter = session()
    let opening = ["new", game.definition.name] + names + ["seed=\(seed)"]
    for line in [opening.joined(separator: " ")] + chosen { say(line, to: interpreter) }
    #expect(Array(self.log(of: interpreter).dropFirst()) == log)
  }

  @Test(arguments: 0..<5 as Range<UInt64>)
  func `Bots on seats make the same moves`(seed: UInt64) throws {
    let game = try #require(GameCatalog.games.first { $0.definition.name == "farkle" })
    try seated(game, ["bank=300", "bank=500", "random"], seed: seed)
  }

  private func seated(_ game: some Game, _ bots: [String], seed: UInt64) throws {
    let players = try bots.map { try TournamentPlayer($0, in: game) }
    let configuration = GameConfiguration(
      arguments: ["Ann", "Bob", "Cy"].map { .word($0) },
      options: game.options(from: OptionValues(for: game.definition)),
      preset: game.definition.presets.first?.name, seed: seed)
    let log = try play(game, configuration, players, limit: 10_000).log
    let interpreter = session()
    // The first player sits down last, so that nobody moves before all are seated.
    let lines =
      ["new \(game.definition.name) Ann Bob Cy seed=\(seed)"]
      + zip(["Ann", "Bob", "Cy"], bots).reversed().map { "seat \($0) \($1)" }
    for line in lines { say(line, to: interpreter) }
    #expect(Array(self.log(of: interpreter).dropFirst()) == log)
  }
}
