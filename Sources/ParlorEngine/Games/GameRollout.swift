import ParlorKit
import Platform
import Simulation

/// What `rollout` is asked for.
package struct RolloutRequest: Sendable {
  /// The maximum number of games of each move.
  var games: Int
  /// The moves; empty for those that the adviser likes best.
  var moves: [AmendingMove] = []
  /// The bot that plays for everybody, as it is typed; nil for the bots at the seats and the best one.
  var bot: String?
  /// The seed of the draws; nil for one that is made from the position.
  var seed: Int?

  /// The maximum number of moves that the adviser chooses.
  fileprivate static let mostMoves = 3
  /// The maximum number of legal moves that are all compared where there is no adviser.
  fileprivate static let mostLegal = 5
}

extension TypedGame {
  func rollout(
    _ request: RolloutRequest, isInterrupted: () -> Bool
  ) throws(GameError) -> RolloutReport {
    guard let turn = status.turn else { throw .gameOver }
    if kind.definition.traits.contains(.endless) {
      throw .notNow("`rollout` plays games to their end, and \(kind.definition.title) has none")
    }
    // What the players see at any time, so that the seed is the same.
    let view = state.view(for: turn, at: .zero)
    let position = try position(view, isInterrupted)
    let advice = try advice(about: view, isInterrupted)
    let moves = try moves(of: request, advice, in: position)
    let bots = try bots(of: request)
    let measure = advice?.ignoresLimit == true ? .result : measure(advice?.unit)
    let seed = request.seed ?? Self.seed(of: view)
    let rollout = Rollout(
      moves, of: turn, measure: measure, choices: bots.map(\.choice), seed: UInt64(seed),
      at: clock.time, in: position)
    let games = min(request.games, AdviceContext.current.mostGames)
    let figures = try rollout.play(
      games: games, jobs: SystemInformation.coreCount, isStopped: isInterrupted)
    return RolloutReport(
      lines: moves.map { timeline.driver.line(of: $0) }, figures: figures, measure: measure,
      bots: bots.map(\.name), seed: seed)
  }

  /// Where the games begin: what the player does not see is drawn anew.
  private func position(
    _ view: Rules.View, _ isInterrupted: () -> Bool
  ) throws(GameError) -> @Sendable (inout Chance) -> Rules.State {
    if let redraw = rules.adviser?.redraw { return try redraw(view, isInterrupted) }
    let state = state
    let others = [nil] + players.indices.map(Optional.some)
    let isOpen =
      !kind.definition.traits.contains(.hidesDraws)
      && others.allSatisfy { state.view(for: $0, at: .zero).fields == view.fields }
    guard isOpen else {
      throw .notNow(
        "\(kind.definition.title) hides something that `rollout` would need to play on",
        help: ["`hint` judges moves by what you see, if the game has an adviser"])
    }
    return { _ in state }
  }

  /// Advice about the position; nil if there is none.
  private func advice(
    about view: Rules.View, _ isInterrupted: () -> Bool
  ) throws(GameError) -> Advice<Rules.Move>? {
    guard let adviser = rules.adviser else { return nil }
    do throws(GameError) {
      return try adviser.advise(view, nil, isInterrupted)
    } catch {
      if isInterrupted() { throw error }
      return nil
    }
  }

  private func moves(
    of request: RolloutRequest, _ advice: Advice<Rules.Move>?,
    in position: (inout Chance) -> Rules.State
  ) throws(GameError) -> [Rules.Move] {
    if !request.moves.isEmpty {
      var chance = Chance(seed: 0, draw: 0)
      let start = position(&chance)
      return try request.moves.map { (asked) throws(GameError) in
        let move = try timeline.move(asked, at: clock.time)
        try checkCompared(move, in: start)
        return move
      }
    }
    if let advice { return advice.moves.prefix(RolloutRequest.mostMoves).map(\.move) }
    let legal = state.legalMoves.moves
    guard 1...RolloutRequest.mostLegal ~= legal.count else {
      throw .notNow(
        "there is no adviser that chooses among the moves",
        help: ["name the moves to compare: `rollout MOVE or MOVE`"])
    }
    return legal
  }

  /// Refuses what is no choice of the player, or has no result to compare.
  private func checkCompared(_ move: Rules.Move, in start: Rules.State) throws(GameError) {
    if players.count <= 1, let resignation = try? start.resignation, resignation == move {
      throw .illegal("who resigns has no result to compare")
    }
    var chance = Chance(seed: 0, draw: 0)
    guard case .play(let resolved) = try start.resolve(move, chance: &chance) else { return }
    let traits = start.traits(of: resolved)
    if traits.contains(.changesPlayers) { throw .illegal("who plays is not compared") }
    if traits.contains(.draws), !chance.hasDrawn {
      throw .illegal("`rollout` draws outcomes itself: leave out that of a move")
    }
  }

  /// What the games are played for: to win, or as the adviser counts it in a game for one.
  private func measure(_ unit: AdviceUnit?) -> RolloutMeasure {
    guard players.count == 1 else { return .result }
    guard let unit, unit != .points else { return .score }
    if unit == .chance { return .result }
    let name = unit.rawValue
    return state.metrics.contains { $0.name == name } ? .metric(name) : .score
  }

  /// Who plays the games: a bot for each player.
  private func bots(
    of request: RolloutRequest
  ) throws(GameError) -> [(name: String, choice: GameDriver<Rules>.Choice)] {
    let best = try makeSeat(request.bot ?? "hard")
    return players.map { player in
      let own = request.bot == nil ? table.seats[player] : nil
      let seat = own.flatMap { $0.bot == Seat.exec ? nil : $0 } ?? best
      let bot = rules.bots.first { $0.name == seat.bot }
      return (seat.caption, bot?.choice(seat.value) ?? .random)
    }
  }

  /// A seed made from what a player sees, so that the same position has the same draws.
  private static func seed(of view: Rules.View) -> Int {
    var json = JSONWriter()
    json.write(.object(view.fields))
    var digest = Digest()
    digest.combine(bytes: json.bytes[...])
    return Int(truncatingIfNeeded: digest.full.mixed) & Seed.max
  }
}
