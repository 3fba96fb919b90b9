import ParlorKit
import Platform

/// Who decides for a player.
package struct Seat: Sendable {
  /// The name of the bot.
  var bot: String
  /// The value after the bot's name.
  var value: OptionValue
  /// The bot as it was typed: `bank=300`.
  var caption: String
  /// The program that decides, if it is one.
  var program: (any SeatedProgram)?
}

extension TypedGame {
  var players: [String] {
    if let players = rules.players(in: state) { return players }
    let takesNames = kind.definition.setup.contains { $0.kind == .name }
    return takesNames ? origin.setup.names : ["1"]
  }

  /// The bot that decides for a player.
  private func seat(of player: Int) -> Seat? {
    let players = players
    return players.indices.contains(player) ? seats[players[player]] : nil
  }

  var botNames: [Suggestion] {
    rules.bots.map { bot in
      Suggestion(
        bot.name + (bot.parameter == nil ? "" : "="), bot.summary,
        isComplete: bot.parameter == nil)
    } + [Suggestion(Seat.random, "a legal move at random")]
  }

  func makeSeat(bot name: String, value text: String?) throws(GameError) -> Seat {
    if name == Seat.random, text == nil {
      return Seat(bot: name, value: .flag(false), caption: name)
    }
    guard let bot = rules.bots.first(where: { $0.name == name }) else {
      throw GameError(
        .badArgument, "there is no bot `\(name)`",
        help: ["bots: " + botNames.map(\.text).joined(separator: ", ")])
    }
    guard let parameter = bot.parameter else {
      if text != nil { throw GameError(.badArgument, "`\(name)` takes no value") }
      return Seat(bot: name, value: .flag(false), caption: name)
    }
    guard let text else { return Seat(bot: name, value: parameter.fallback, caption: name) }
    guard let value = parameter.value(of: text) else {
      throw GameError(.badArgument, "`\(name)` takes \(parameter.range)", at: .option(name))
    }
    return Seat(bot: name, value: value, caption: "\(name)=\(text)")
  }

  func playBots(isInterrupted: () -> Bool) -> [any Event] {
    if seats.isEmpty { return [] }
    var events: [any Event] = []
    var count = 0
    while case .playing(let turn) = status, let seat = seat(of: turn) {
      guard count < Seat.patience, !isInterrupted() else {
        events.append(HostEvent.botsPaused(moves: count))
        break
      }
      do throws(GameError) {
        guard let move = try choose(for: seat, player: players[turn]) else { break }
        events += try play(move).events
      } catch {
        // What was played stands; the player has to go on without the bot.
        seats[players[turn]] = nil
        events.append(HostEvent.botFailed(seat.caption, reason: error.message))
        break
      }
      count += 1
    }
    return events
  }

  /// What a bot does, by draws of its own: the game's are the same whoever plays.
  private func choose(for seat: Seat, player: String) throws(GameError) -> Rules.Move? {
    var chance = Chance.forBot(seed: origin.seed, moves: moveCount, epoch: epoch)
    if let program = seat.program {
      let line = try program.choose(
        game: kind.definition.name, player: player, view: view.fields, legal: legalMoves(),
        chance: chance)
      let call = try kind.call(of: Array(line.utf8)[...])
      guard case .move(let move) = try rules.command(call, in: state, at: time) else {
        throw GameError(.plugin, "`\(line)` is no move")
      }
      return move
    }
    guard let bot = rules.bots.first(where: { $0.name == seat.bot }) else {
      return rules.sampleMove(in: state, chance: &chance)
    }
    return bot.choose(rules.view(of: state, at: time), seat.value, &chance)
  }
}

extension Seat {
  /// The bot that every game has.
  static let random = "random"
  /// How many moves bots make before somebody else has a word.
  static let patience = 10_000
}
