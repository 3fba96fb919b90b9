import ParlorKit
import Platform
import RemoteTransport

/// The bots of the service. It makes a step when a client asks for it, while it is a bot's turn.
extension FarkleTen {
  /// The maximum time that bots may play in one command, in milliseconds. The host waits longer
  /// than this.
  private static let timeout: Int64 = 45_000
  /// The maximum number of steps in a round.
  private static let maxSteps = 200

  /// Plays the turns of bots until a person is to move or the game is over.
  func playBots() -> [any Event] {
    let deadline = SystemClock.monotonic + Self.timeout
    var events: [any Event] = []
    while let table, !table.isStale, let bot = table.update.dueBot {
      do throws(ServiceError) {
        try play(bot, in: table.update.id, until: deadline, &events)
        events += show(try update(of: table.update.id), after: table)
      } catch {
        // After a lost response only the game itself shows whether the round is over.
        self.table?.isStale = true
        let (name, reason) = (bot.name, error.error.message)
        events.append(
          RemoteEvent("bot-stopped", ["bot": name, "reason": reason]) {
            $0.write(Styled(.notice, "\(name) has stopped"), ": ", reason, ".")
          })
      }
    }
    return events
  }

  /// Lets a bot play a round.
  private func play(
    _ bot: GamePlayer, in game: Int, until deadline: Int64, _ events: inout [any Event]
  ) throws(ServiceError) {
    var dice: [Int] = []
    for _ in 0..<Self.maxSteps {
      guard SystemClock.monotonic < deadline else { throw .slowBot }
      let answer = try call(
        "executebotstep", [("gameid", String(game)), ("botplayerid", String(bot.id))])
      guard let step = BotStep(answer) else { throw .unreadable("executebotstep") }
      if let message = step.message { events.append(Self.words(of: bot, message)) }
      switch step.kind {
      case .rolled(let rolled): dice = rolled
      case .held(let held, let points):
        events.append(Self.roll(of: bot, step.dice ?? dice, held: held, points: points))
      case .farkled: events.append(Self.roll(of: bot, step.dice ?? dice, held: [], points: 0))
      case .goesOn: continue
      case .completed(let points):
        if points > 0 { events.append(Self.bank(of: bot, points)) }
        return
      }
    }
    throw .slowBot
  }

  private static func words(of bot: GamePlayer, _ message: String) -> RemoteEvent {
    RemoteEvent("bot-said", ["bot": bot.name, "text": message]) {
      $0.write(Styled(.strong, bot.name), ": ", message)
    }
  }

  private static func roll(
    of bot: GamePlayer, _ dice: [Int], held: [Int], points: Int
  ) -> RemoteEvent {
    let isFarkle = held.isEmpty
    return RemoteEvent(
      "bot-rolled",
      [
        "bot": bot.name, "round": bot.round, "dice": Value.integers(dice),
        "held": Value.integers(held), "points": points, "farkle": isFarkle,
      ]
    ) { text in
      func words(_ dice: [Int]) -> String { dice.map(String.init).joined(separator: " ") }
      text.write(Styled(.strong, bot.name), " rolls ", Styled(.strong, words(dice)))
      if isFarkle {
        text.write(": ", Styled(.bad, "farkle"), ".")
      } else {
        text.write(" and holds ", Styled(.strong, words(held)), " for ", Grouped(points), ".")
      }
    }
  }

  private static func bank(of bot: GamePlayer, _ points: Int) -> RemoteEvent {
    RemoteEvent("bot-banked", ["bot": bot.name, "round": bot.round, "points": points]) {
      $0.write(
        Styled(.strong, bot.name), " banks ", Styled(.good, Grouped(points)), " in round ",
        bot.round, ".")
    }
  }
}
