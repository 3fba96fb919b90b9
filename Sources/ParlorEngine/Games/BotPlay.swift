import ParlorKit

// The bots at the seats of a game, and what they decide.
extension TypedGame {
  func makeSeat(bot name: String, value: String?) throws(GameError) -> Seat {
    try Seat(bot: name, value: value, in: rules)
  }

  func playBots(isInterrupted: () -> Bool, observer: BotObserver?) -> [any Event] {
    if table.seats.isEmpty || origin.isRevealed { return [] }
    var events: [any Event] = []
    var count = 0
    while case .playing(let turn) = status, let (player, seat) = seat(of: turn) {
      guard count < Seat.moveLimit, !isInterrupted() else {
        events.append(HostEvent.botsPaused(moves: count))
        break
      }
      do throws(GameError) {
        if seat.program != nil { observer?.thinks(player) }
        guard let move = try choose(for: seat, player: player) else { break }
        // A bot that was stopped has not chosen its best move.
        if seat.isAdvised, isInterrupted() || AdviceContext.current.isStopped() {
          events.append(HostEvent.botsPaused(moves: count))
          break
        }
        if let line = try lineOfTable(for: move) {
          events.append(HostEvent.botWaits(seat.caption, player: player, line: line))
          break
        }
        events += try (seat.program == nil ? play(move) : playWithoutOutcome(move)).events
        if seat.isAdvised { table.advisedPlayers.insert(player) }
        if let observer {
          observer.moved(events)
          events = []
        }
      } catch {
        // The user did not want to wait, and keeps the bot.
        if isInterrupted() {
          events.append(HostEvent.botsPaused(moves: count))
          break
        }
        // The moves made so far are kept; the player goes on without the bot, unless that opens
        // its hand.
        if hiddenBot == nil { table.seats[player] = nil }
        // Of a program, its last words help.
        let help = error.code == .plugin ? error.help : []
        events.append(
          HostEvent.botFailed(
            seat.caption, reason: ([error.message] + help).joined(separator: "; ")))
        break
      }
      count += 1
    }
    return events
  }

  /// How the outcome of a bot's move is typed, where outcomes come from the table, as with real
  /// dice; nil if the bot can make the move itself.
  private func lineOfTable(for move: Rules.Move) throws(GameError) -> String? {
    guard rules.countsGivenOutcomes(timeline.driver.configuration) else { return nil }
    var chance = timeline.driver.chance(epoch: epoch)
    guard case .play(let resolved) = try timeline.driver.resolve(move, chance: &chance) else {
      return nil
    }
    let legal = state.legalMoves
    guard !legal.moves.contains(move), !legal.moves.contains(resolved) else { return nil }
    let line = timeline.driver.line(of: resolved)
    let verb = line.prefix { $0 != " " }
    return legal.forms.first { $0.hasPrefix(verb) } ?? line
  }

  /// The bot that decides for the player at an index, and the player's name.
  func seat(of turn: Int) -> (player: String, seat: Seat)? {
    if table.seats.isEmpty { return nil }
    let players = players
    guard players.indices.contains(turn), let seat = table.seats[players[turn]] else { return nil }
    return (players[turn], seat)
  }

  /// The move of a bot. It has draws of its own, so the game's are the same whoever plays.
  private func choose(for seat: Seat, player: String) throws(GameError) -> Rules.Move? {
    if let program = seat.program {
      let chance = Chance.forProgram(
        seed: environment.clock.isRepeatable ? origin.seed : nil, moves: moveCount, epoch: epoch)
      let line = try program.choose(
        game: kind.definition.name, player: player,
        view: state.view(for: status.turn, at: clock.time).fields,
        legal: lines(of: state.legalMoves),
        chance: chance)
      let call = try kind.call(of: Array(line.utf8)[...])
      return try timeline.driver.move(call)
    }
    if seat.bot == Seat.exec {
      throw GameError(.notNow, "a program has to be seated again when its game is resumed")
    }
    var chance = Chance.forBot(seed: origin.seed, moves: moveCount, epoch: epoch)
    guard let bot = rules.bots.first(where: { $0.name == seat.bot }) else {
      return state.sampleMove(chance: &chance)
    }
    return bot.choose(state.view(for: status.turn, at: clock.time), seat.value, &chance)
  }
}
