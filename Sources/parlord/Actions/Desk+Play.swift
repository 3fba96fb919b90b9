#if Server
  import GRDB
  import ParlorKit
  import Platform

  extension Desk {
    /// `farkleroll`: sets aside what was chosen of the last roll, and rolls what is left.
    ///
    /// The reply is the update of the game, the points of the best part of the new roll, the points
    /// set aside, the number of dice set aside, and the new roll.
    func roll() throws -> JSONValue {
      let stranger = ActionError("Cannot roll because you are not sitting at this table.")
      guard let game = try Game.find(try number("gameid", or: stranger), in: database),
        var seat = try game.seat(of: me, in: database)
      else { throw stranger }
      guard !game.isOver, seat.round <= game.lastRound else {
        throw ActionError("It is not your turn to roll.")
      }
      var sets = try seat.sets(of: seat.round, in: database)
      var fresh = DiceSet(hand: 1, rolled: Array(repeating: 1, count: 6))
      var (setScore, setAside) = (0, 0)
      if !sets.isEmpty {
        try setAsideLast(of: &sets, of: seat)
        let last = sets[sets.count - 1]
        setScore = last.score
        setAside = last.saved.count { $0 != 0 }
        if last.score == 0 {
          try end(round: &seat, of: game, with: 0, isFarkle: true)
          return try answer(game, [0, 0, .integer(setAside), .integers(last.rolled)])
        }
        fresh = DiceSet(
          hand: last.isHot ? last.hand + 1 : last.hand,
          rolled: last.saved.map { last.isHot || $0 == 0 ? 1 : 0 })
        if last.isHot { try award([19], to: me) }
      }
      throwDice(of: &fresh)
      try seat.put(fresh, round: seat.round, number: sets.count + 1, in: database)
      try database.execute(
        sql: "UPDATE players SET rolls = rolls + 1 WHERE id = ?", arguments: [me])
      let thrown = fresh.rolled.filter { $0 != 0 }
      let score = TenRules.score(of: thrown)
      if score == 0 {
        if sets.isEmpty { try award([12], to: me) }
        try end(round: &seat, of: game, with: 0, isFarkle: true)
      } else if thrown.count == 1 {
        try award([20], to: me)
      }
      let figures: [JSONValue] = [.integer(score), .integer(setScore), .integer(setAside)]
      return try answer(game, figures + [.integers(fresh.rolled)])
    }

    /// `farklepass`: sets aside what was chosen of the last roll and banks the round. Whoever banks
    /// without a roll gives the round away.
    func bank() throws -> JSONValue {
      let stranger = ActionError("Cannot roll because you are not sitting at this table.")
      guard let game = try Game.find(try number("gameid", or: stranger), in: database),
        var seat = try game.seat(of: me, in: database)
      else { throw stranger }
      // Somebody who taps too often after the last round is only told how the game stands.
      guard !game.isOver, seat.round <= game.lastRound else {
        return try update(of: game, isNew: false)
      }
      var sets = try seat.sets(of: seat.round, in: database)
      if sets.isEmpty {
        try end(round: &seat, of: game, with: 0, isFarkle: false)
      } else {
        try setAsideLast(of: &sets, of: seat)
        let isFarkle = sets[sets.count - 1].score == 0
        let score = isFarkle ? 0 : sets.reduce(0) { $0 + $1.score }
        try end(round: &seat, of: game, with: score, isFarkle: isFarkle)
      }
      return try answer(game, nil)
    }

    /// Sets aside of the last roll what the client chose, and keeps that.
    private func setAsideLast(of sets: inout [DiceSet], of seat: Seat) throws {
      let last = sets.count - 1
      do throws(SelectionFault) {
        try sets[last].setAside(form.integers("saveddice") ?? [])
      } catch {
        switch error {
        case .nothing: throw ActionError("You must select at least one dice.")
        case .mismatch: throw ActionError("Network error.")
        }
      }
      try seat.put(sets[last], round: seat.round, number: sets.count, in: database)
      try award(Milestones.dice(sets[last].kept), to: me)
    }

    /// Throws the dice at the places that are not empty: by chance, or as the client says if that is
    /// allowed.
    private func throwDice(of set: inout DiceSet) {
      var chance = random.chance()
      let dictated = policy.allowsDictatedDice ? form.integers("newdice") ?? [] : []
      for place in set.rolled.indices where set.rolled[place] != 0 {
        let wish = dictated.indices.contains(place) ? dictated[place] : 0
        set.rolled[place] = 1...6 ~= wish ? wish : chance.die()
      }
    }

    /// The reply to a move: the update of the game as it stands after it, and figures beside it.
    private func answer(_ game: Game, _ figures: [JSONValue]?) throws -> JSONValue {
      guard let game = try Game.find(game.number, in: database) else {
        throw ActionError("Game not found.")
      }
      let update = try update(of: game, isNew: false)
      return figures.map { .array([update] + $0) } ?? update
    }
  }
#endif
