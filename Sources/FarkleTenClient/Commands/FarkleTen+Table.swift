import FarkleGame
import ParlorKit
import Platform
import RemoteTransport

extension FarkleTen {
  func roll(_ call: Call) throws(FarkleTenError) -> [FarkleTenEvent] {
    let events = try settle()
    let table = try playable()
    if table.turn.mustHold { throw .local(Turn.nothingHeld) }
    var parameters = [
      ("gameid", String(table.update.id)), ("saveddice", JSONWriter.text(table.savedDice)),
    ]
    if !call.integers.isEmpty {
      guard mayDictate else { throw .dictated }
      let needed = table.turn.diceToRoll
      guard call.integers.count == needed else {
        throw .wrongCount(needed: needed, given: call.integers.count)
      }
      parameters.append(("newdice", JSONWriter.text(table.dictation(call.integers))))
    }
    let answer = try act("farkleroll", parameters)
    guard let reply = RollReply(answer), let dice = Dice(reply.dice.filter { $0 > 0 }) else {
      self.table?.isDoubtful = true
      throw .unreadable(action: "farkleroll")
    }
    let round = table.me?.round ?? 1
    let isFarkle = reply.score == 0 || reply.update.players.first?.round != round
    return events + [.rolled(dice, isFarkle: isFarkle, round: round)]
      + take(reply.update, after: table)
  }

  func hold(_ call: Call) throws(FarkleTenError) -> [FarkleTenEvent] {
    let events = try settle()
    var table = try playable()
    let held = try FarkleTenError.local { () throws(GameError) in
      try table.turn.checkHold()
      let dice: DiceCounts
      switch call.form {
      case 0: dice = table.turn.loose
      case 1:
        dice =
          Table.scoring.bestHold(of: table.turn.loose, beside: table.turn.held)?.dice
          ?? DiceCounts()
      default: dice = DiceCounts(call.integers) ?? DiceCounts()
      }
      try table.hold(dice)
      return dice
    }
    self.table = table
    return events + [.held(held, points: table.turn.points)]
  }

  func bank() throws(FarkleTenError) -> [FarkleTenEvent] {
    let events = try settle()
    let table = try playable()
    if table.turn.roll.isEmpty { throw .local(Turn.nothingRolled) }
    if table.turn.mustHold { throw .local(Turn.nothingHeld) }
    let answer = try act(
      "farklepass",
      [("gameid", String(table.update.id)), ("saveddice", JSONWriter.text(table.savedDice))])
    guard let update = GameUpdate(answer), let me = update.players.first else {
      self.table?.isDoubtful = true
      throw .unreadable(action: "farklepass")
    }
    let banked = FarkleTenEvent.banked(
      points: table.turn.points, round: table.me?.round ?? 1, total: me.score)
    return events + [banked] + take(update, after: table)
  }

  /// Whether faces may be given: to a service in test mode only, to a cassette always, since
  /// nothing is sent to one.
  private var mayDictate: Bool {
    if case .cassette = address { true } else { surroundings.isTest }
  }

  /// Sends an action that must not be sent twice: if its answer gets lost, the service is asked
  /// how things stand before anything else is done at the table.
  private func act(
    _ action: String, _ parameters: [FarkleTenService.Parameter]
  ) throws(FarkleTenError) -> Value {
    do throws(FarkleTenError) {
      return try call(action, parameters)
    } catch {
      switch error {
      case .transport(let failure) where !failure.mayHaveArrived: break
      default: table?.isDoubtful = true
      }
      throw error
    }
  }

  /// Asks the service how things stand: if an answer got lost, and if there was nothing to play,
  /// for others may have brought the game into overtime.
  func settle() throws(FarkleTenError) -> [FarkleTenEvent] {
    guard let table, !table.update.isOver, table.isDoubtful || !table.canPlay else { return [] }
    let answer = try call("farklegetupdate", [("gameid", String(table.update.id))])
    return take(try update(answer, of: "farklegetupdate"), after: table)
  }

  /// The table, if the player can play there.
  private func playable() throws(FarkleTenError) -> Table {
    _ = try loggedIn()
    guard let table else { throw .noTable }
    if table.update.isOver { throw .over }
    guard table.canPlay else { throw .through }
    return table
  }

  /// Puts an update on the table, and tells what it brings.
  private func take(_ update: GameUpdate, after before: Table) -> [FarkleTenEvent] {
    table = Table(update)
    var events: [FarkleTenEvent] = []
    if !update.isOver, update.lastRound > before.update.lastRound {
      events.append(.overtime(round: update.lastRound))
    }
    if let result = GameResult(update) { events.append(.finished(result)) }
    return events + notices(update.achievement, update.level)
  }
}

extension ScoreQuery {
  /// The question of a call whose words are at most six faces.
  init(_ call: Call) { self.init(Dice(call.integers) ?? Dice(), Table.scoring) }
}
