import FarkleGame
import ParlorKit
import RemoteTransport

/// Playing the game that the player has joined.
extension FarkleTen {
  static let tableCommands: [Command<FarkleTen>] = [
    Command(
      "roll", "roll the dice that are not held",
      details: ["Hold at least one die of each roll before the next one."],
      examples: ["roll"],
      Form(help: "send the held dice and roll the others", run: FarkleTen.roll),
      Form(
        .dice(1...6), help: "choose the dice, in test mode and with a cassette",
        run: FarkleTen.roll)),
    Command(
      "hold", "hold dice of the roll for points",
      details: [
        "Every die must be part of a combination that scores. The next `roll` or `bank` sends the"
          + " held dice."
      ], examples: ["hold 1 5 5", "hold best"],
      Form("all", help: "hold every die of the roll", run: FarkleTen.holdAll),
      Form(
        "best", help: "hold the dice that score most, as few as possible",
        run: FarkleTen.holdBest),
      Form(.dice(1...6), help: "hold these dice", run: FarkleTen.holdDice)),
    Command(
      "bank", "send the held dice, and end the round with its points", examples: ["bank"],
      Form(run: FarkleTen.bank)),
    Command(
      "score", "show the points of dice", isQuestion: true, examples: ["score 1 5 5 2 3 6"],
      Form(.dice(1...6), run: FarkleTen.score)),
    Command(
      "react", "send an emoji to the other player after a game", isQuestion: true,
      details: ["ID is the number of a finished game, by default the one you have joined."],
      examples: ["react 👏", "react 🎉 3"],
      Form(
        .choice("EMOJI", Reaction.all), .optional(.integer("ID", 1...Int(Int32.max))),
        run: FarkleTen.react)),
    Command(
      "quit-game", "leave a game, by default the one you have joined",
      details: ["After the first round, leaving a game means losing it."],
      examples: ["quit-game", "quit-game 3"],
      Form(.optional(.integer("ID", 1...Int(Int32.max))), run: FarkleTen.quit)),
  ]

  // MARK: Rolling

  private func roll() throws(ServiceError) -> [any Event] { try roll([]) }

  /// Rolls.
  ///
  /// - Parameter faces: the dice to be rolled, in tests; none to let the service roll.
  private func roll(_ faces: [Int]) throws(ServiceError) -> [any Event] {
    let (news, isEnough) = try catchUp(before: "roll")
    if isEnough { return news }
    let events = try news + refreshTable()
    let table = try playable()
    if table.turn.mustHold { throw ServiceError(Turn.nothingHeld) }
    var parameters = [
      ("gameid", String(table.update.id)), ("saveddice", JSONWriter.text(table.savedDice)),
    ]
    if !faces.isEmpty {
      guard mayDictate else { throw .dictated }
      let needed = table.turn.diceToRoll
      guard faces.count == needed else {
        throw .wrongCount(needed: needed, given: faces.count)
      }
      parameters.append(("newdice", JSONWriter.text(table.dictation(faces))))
    }
    let response = try act("farkleroll", parameters)
    guard let reply = RollReply(response), let dice = Dice(reply.dice.filter { $0 > 0 }) else {
      self.table?.isStale = true
      throw .unreadable("farkleroll")
    }
    let round = table.me?.round ?? 1
    let isFarkle = reply.score == 0 || reply.update.players.first?.round != round
    let rolled = RemoteEvent("rolled", ["dice": dice, "farkle": isFarkle, "round": round]) { text in
      text.write("You roll ", Styled(.strong, dice))
      if isFarkle {
        text.write(": ", Styled(.bad, "farkle"), ". Round ", round, " scores nothing")
      }
      text.write(".")
    }
    return events + [rolled] + take(reply.update, after: table)
  }

  /// Whether the player may choose the dice: with a service only in test mode, with a cassette
  /// always, since nothing is sent.
  private var mayDictate: Bool {
    if case .cassette = address { true } else { environment.isTest }
  }

  // MARK: Holding and banking

  private func holdAll() throws(ServiceError) -> [any Event] {
    try hold { $0.loose }
  }

  private func holdBest() throws(ServiceError) -> [any Event] {
    try hold { Table.scoring.bestHold(of: $0.loose, beside: $0.held)?.dice ?? DiceCounts() }
  }

  private func holdDice(_ faces: [Int]) throws(ServiceError) -> [any Event] {
    try hold { _ in DiceCounts(faces) ?? DiceCounts() }
  }

  private func hold(_ choose: (Turn) -> DiceCounts) throws(ServiceError) -> [any Event] {
    let (news, isEnough) = try catchUp(before: "hold")
    if isEnough { return news }
    let events = try news + refreshTable()
    var table = try playable()
    let dice = try ServiceError.wrap { () throws(GameError) in
      try table.turn.checkHold()
      let dice = choose(table.turn)
      try table.hold(dice)
      return dice
    }
    self.table = table
    let points = table.turn.points
    let held = RemoteEvent("held", ["dice": dice, "points": points]) {
      $0.write("You hold ", Styled(.strong, dice), "; ", Grouped(points), " at stake.")
    }
    return events + [held]
  }

  private func bank() throws(ServiceError) -> [any Event] {
    let (news, isEnough) = try catchUp(before: "bank")
    if isEnough { return news }
    let events = try news + refreshTable()
    let table = try playable()
    if table.turn.roll.isEmpty { throw ServiceError(Turn.nothingRolled) }
    if table.turn.mustHold { throw ServiceError(Turn.nothingHeld) }
    let response = try act(
      "farklepass",
      [("gameid", String(table.update.id)), ("saveddice", JSONWriter.text(table.savedDice))])
    guard let update = GameUpdate(response), let me = update.players.first else {
      self.table?.isStale = true
      throw .unreadable("farklepass")
    }
    let (points, round, total) = (table.turn.points, table.me?.round ?? 1, me.score)
    let banked = RemoteEvent("banked", ["points": points, "round": round, "total": total]) {
      $0.write(
        "You bank ", Styled(.good, Grouped(points)), " in round ", round, " and have ",
        Grouped(total), ".")
    }
    return events + [banked] + take(update, after: table)
  }

  private func score(_ faces: [Int]) throws(ServiceError) -> [any Event] {
    let query = ScoreQuery(Dice(typed: faces), Table.scoring)
    return [RemoteEvent("score", fields: query.fields) { query.write(to: &$0) }]
  }

  private func quit(_ number: Int?) throws(ServiceError) -> [any Event] {
    _ = try loggedIn()
    guard let id = number ?? table?.update.id else { throw .noTable }
    let isLost = isLoss(leaving: id)
    let answer: Value
    do throws(ServiceError) {
      answer = try call("quitgame", [("gameid", String(id))])
    } catch {
      if error.mayHaveArrived, table?.update.id == id { table?.isStale = true }
      throw error
    }
    // The service returns the same empty answer for a refusal and for a game that ends with its
    // only player.
    if answer.isNothing, try requestLobby().games.contains(where: { $0.id == id }) {
      throw .refusedSilently("quitgame")
    }
    if table?.update.id == id { table = nil }
    return [
      RemoteEvent("quit", ["game": id, "lost": isLost]) {
        $0.write("You have left game ", id, isLost ? " and lost it." : ".")
      }
    ]
  }

  /// Whether leaving a game means losing it: against others, after the first round.
  private func isLoss(leaving id: Int) -> Bool {
    if let table, table.update.id == id {
      return table.update.players.count > 1 && (table.me?.round ?? 1) > 1
    }
    guard let card = lobby?.games.first(where: { $0.id == id }) else { return false }
    return card.players > 1 && card.round > 1 && card.situation != .finished
  }

  private func react(_ emoji: String, _ number: Int?) throws(ServiceError) -> [any Event] {
    _ = try loggedIn()
    guard let id = number ?? table?.update.id else { throw .noTable }
    let answer = try call("submitemoji", [("gameid", String(id)), ("emoji", emoji)])
    guard answer["success"]?.looseFlag == true else { throw .unreadable("submitemoji") }
    // The service accepts one reaction per game and says so in words.
    if table?.update.id == id { table?.noteReaction() }
    let isRepeated = answer["message"]?.something != nil
    return [
      RemoteEvent("reacted", ["game": id, "emoji": emoji, "new": !isRepeated]) { text in
        if isRepeated {
          text.write("You have reacted to game ", id, " before; this is not sent.")
        } else {
          text.write("You send ", emoji, " for game ", id, ".")
        }
      }
    ]
  }

  // MARK: The state of the table

  /// Sends an action that must not be sent twice. If its response is lost, the table is stale: it
  /// is requested before the next action.
  private func act(
    _ action: String, _ parameters: [FarkleTenService.Parameter]
  ) throws(ServiceError) -> Value {
    do throws(ServiceError) {
      return try call(action, parameters)
    } catch {
      if error.mayHaveArrived { table?.isStale = true }
      throw error
    }
  }

  /// Requests the game again if the response to an action was lost.
  ///
  /// - Returns: what has happened, and whether it replaces the command, which was meant for another
  ///   situation.
  private func catchUp(
    before verb: String
  ) throws(ServiceError) -> (events: [any Event], isEnough: Bool) {
    guard let table, table.isStale else { return ([], false) }
    let update = try currentUpdate(of: table)
    let development = table.development(in: update)
    let events = take(update, after: table)
    guard let development else {
      if let now = self.table, !now.update.isOver, !now.isStale {
        self.table = table.continued(by: now.update)
      }
      return (events, update.isOver)
    }
    return ([development.event(before: verb)] + events, true)
  }

  /// Requests the game again if the player had nothing to play, since others may have brought the
  /// game into overtime, and lets bots play.
  private func refreshTable() throws(ServiceError) -> [any Event] {
    guard let table, !table.update.isOver else { return [] }
    if table.canPlay { return playBots() }
    return take(try currentUpdate(of: table), after: table)
  }

  /// The game at a table. If it is gone, so is the table.
  private func currentUpdate(of table: Table) throws(ServiceError) -> GameUpdate {
    let id = table.update.id
    do throws(ServiceError) {
      let update = try update(of: id)
      guard update.players.first?.id == player?.id else { throw .notMyGame(id) }
      return update
    } catch {
      guard error.isRefusal || error == .notMyGame(id) else { throw error }
      self.table = nil
      throw .gone(id, because: error)
    }
  }

  /// The state of a game.
  func update(of id: Int) throws(ServiceError) -> GameUpdate {
    try update(call("farklegetupdate", [("gameid", String(id))]), of: "farklegetupdate")
  }

  /// The table, if the player can play there.
  private func playable() throws(ServiceError) -> Table {
    _ = try loggedIn()
    guard let table else { throw .noTable }
    if table.update.isOver { throw .over }
    guard table.canPlay else { throw .allRoundsPlayed }
    return table
  }

  /// Reads the game in the response to an action.
  func update(_ value: Value, of action: String) throws(ServiceError) -> GameUpdate {
    guard let update = GameUpdate(value) else { throw .unreadable(action) }
    return update
  }

  /// Puts a new state on the table, reports other news, and lets bots play.
  ///
  /// - Parameter experience: the experience from a finished game; `nil` to find it out.
  func take(
    _ update: GameUpdate, after before: Table, experience: Int? = nil
  ) -> [any Event] {
    show(update, after: before, experience: experience) + playBots()
  }

  /// Puts a new state on the table, and reports other news.
  func show(
    _ update: GameUpdate, after before: Table, experience: Int? = nil
  ) -> [any Event] {
    table = Table(update)
    var events: [any Event] = []
    if !update.isOver, update.lastRound > before.update.lastRound {
      let round = update.lastRound
      events.append(
        RemoteEvent("overtime", ["round": round]) {
          $0.write(Styled(.notice, "A tie"), ": overtime, round ", round, ".")
        })
    }
    events += notices(update.achievement, update.level)
    guard update.isOver else { return events }
    let experience = experience ?? earnedExperience()
    if let result = GameResult(update, experience: experience) {
      events.insert(result.event, at: 0)
    }
    return events
  }

  /// The experience earned since the lobby was seen: the gain that the service gives for a game is
  /// only a part of it.
  private func earnedExperience() -> Int? {
    guard let before = lobby?.card, let after = try? requestLobby().card else { return nil }
    return after.gain(since: before)
  }
}
