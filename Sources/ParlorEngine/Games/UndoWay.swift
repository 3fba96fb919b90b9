import ParlorKit

// Undo and redo: the ways along the log, and the amendments on them.
extension Timeline {
  /// The way along the log that an `undo` or a `redo` takes.
  struct Way {
    /// The log that it leads to.
    fileprivate var log: MoveRecord<Rules.Move>
    /// How many moves are in force at its end.
    fileprivate var place: Int
    /// The amendments on it.
    private(set) var amended = 0
    /// The moves on it that `undo` stops at, and the amendments.
    fileprivate(set) var stops = 0
    /// The moves on it, in the order of the log; those up to ``edge`` are still to be added.
    fileprivate(set) var moves: [LoggedMove] = []
    fileprivate var edge: Int
    /// The place of the first move that it takes back.
    fileprivate(set) var first: Int
    /// Where the log ended before the last amendment that is undone, if nothing else is undone
    /// before.
    fileprivate(set) var endOfLog: Int?

    fileprivate init(_ log: MoveRecord<Rules.Move>, from place: Int) {
      self.log = log
      self.place = place
      edge = place
      first = place
    }

    /// Goes over to the log on the other side of an amendment.
    fileprivate mutating func cross(_ amendment: Amendment) {
      log = amendment.log
      place = amendment.left
      edge = place
      amended += 1
      stops += 1
    }
  }

  /// The way back over steps. Moves that are no undo stop are undone with the stop before them. An
  /// amendment that is undone leaves the log as it was before, with such moves at its end.
  ///
  /// - Parameter seats: the bots, whose moves are no steps as long as a person plays.
  mutating func wayBack(_ steps: Int, passing seats: [String: Seat]) throws(CommandError) -> Way {
    var way = Way(log, from: moveCount)
    var found = 0
    var decisions = decisions(in: log, seats)
    while found < steps || way.place > 0 && !isStop(way.log.moves[way.place - 1]) {
      if isAmended, let amendment = amendments.dropLast(way.amended).last,
        amendment.place == way.place
      {
        guard found < steps else { break }
        way.moves = movesAtEdge(of: way) + way.moves
        let line = line(of: amendment, isInForce: way.amended == 0)
        way.moves.insert(LoggedMove(line: line), at: 0)
        way.cross(amendment)
        found += 1
        if found == steps { way.endOfLog = way.place }
        decisions = self.decisions(in: way.log, seats)
        continue
      }
      guard way.place > 0 else { break }
      way.place -= 1
      guard isStop(way.log.moves[way.place]) else { continue }
      way.stops += 1
      if decisions?[way.place] ?? true { found += 1 }
    }
    guard found == steps else { throw .nothingToUndo(possible: found) }
    if way.amended == 0, way.edge == way.place + 1 {
      way.moves = [LoggedMove(number: way.edge, line: visibleLine(of: log.moves[way.place]))]
    } else if way.endOfLog == nil {
      way.moves = movesAtEdge(of: way) + way.moves
    }
    way.first = way.endOfLog ?? way.place
    if way.amended > 0 {
      for amendment in amendments.suffix(way.amended) {
        way.first = min(way.first, amendment.places.lowerBound)
      }
    }
    return way
  }

  /// The way forward over undone steps.
  mutating func wayForward(_ steps: Int, passing seats: [String: Seat]) throws(CommandError) -> Way
  {
    var way = Way(log, from: moveCount)
    var found = 0
    var decisions = decisions(in: log, seats)
    while found < steps {
      if let stop = nextStop(on: way) {
        way.place = stop + 1
        way.stops += 1
        // What bots did after a move comes with it.
        while let next = nextStop(on: way), !(decisions?[next] ?? true) {
          way.place = next + 1
          way.stops += 1
        }
      } else if isAmended, let amendment = undoneAmendments.dropLast(way.amended).last {
        way.moves += movesAtEdge(of: way)
        way.moves.append(LoggedMove(line: line(of: amendment, isInForce: false)))
        way.cross(amendment)
        decisions = self.decisions(in: way.log, seats)
      } else {
        break
      }
      found += 1
    }
    guard found == steps else { throw .nothingToRedo(possible: found) }
    // Moves after the last stop go with it.
    if nextStop(on: way) == nil { way.place = way.log.moves.count }
    way.moves += movesAtEdge(of: way)
    return way
  }

  // These are no functions within the others: those would copy the timeline.

  /// The place of the next move after the end of a way that `undo` stops at.
  private func nextStop(on way: Way) -> Int? {
    var place = way.place
    while place < way.log.moves.count {
      if isStop(way.log.moves[place]) { return place }
      place += 1
    }
    return nil
  }

  /// The moves between the edge of a way and its end.
  private func movesAtEdge(of way: Way) -> [LoggedMove] {
    let places = min(way.place, way.edge)..<max(way.place, way.edge)
    return moves(places, of: way.amended == 0 ? nil : way.log)
  }

  /// Goes a way back.
  ///
  /// - Returns: the undone moves in the order in which they were made.
  mutating func undo(_ way: Way, policy: UndoPolicy) -> [LoggedMove] {
    for _ in 0..<way.amended {
      guard let amendment = amendments.popLast() else { break }
      let undone = cross(amendment)
      undoneAmendments.append(undone)
    }
    goBack(to: way.place, policy: policy)
    var undone = way.moves
    // Who made a single move is known without a replay.
    if way.amended == 0, undone.count == 1 {
      undone[0].player = player(of: log.moves[way.place])
    }
    return undone
  }

  /// Goes a way forward.
  mutating func redo(_ way: Way) {
    for _ in 0..<way.amended {
      guard let amendment = undoneAmendments.popLast() else { break }
      let redone = cross(amendment)
      amendments.append(redone)
    }
    advance(to: way.place)
  }

  /// Puts the log on the other side of an amendment in place of this one.
  ///
  /// - Returns: the amendment with the log that was left.
  private mutating func cross(_ amendment: Amendment) -> Amendment {
    var other = amendment
    other.log = log
    log = amendment.log
    driver = checkpoints.last(before: amendment.places.lowerBound)
    readDriver()
    swap(&other.place, &other.left)
    advance(to: other.place)
    return other
  }

  /// The name of the player whose move it would be now, if several play and it is part of a turn.
  func player(of move: Rules.Move) -> String? {
    state.traits(of: move).contains(.changesPlayers) ? nil : player(toMoveIn: driver)
  }

  /// The line of `amend` that did it.
  private func line(of amendment: Amendment, isInForce: Bool) -> String {
    AmendedPlaces(amendment.places).line(
      amendment.move.map { visibleLine(of: $0, isInForce: isInForce) })
  }

  /// For each move of a log whether a person made it, as the seats are now; nil if that makes no
  /// difference.
  private func decisions(
    in log: MoveRecord<Rules.Move>, _ seats: [String: Seat]
  ) -> [Bool]? {
    guard !seats.isEmpty else { return nil }
    let players = players
    guard players.contains(where: { seats[$0] == nil }) else { return nil }
    var replayed = start
    return (0..<log.moves.count).map { place in
      let turn = replayed.status.turn
      let names = self.players(in: replayed.state)
      Rules.replay(log, to: place + 1, in: &replayed)
      guard let turn, names.indices.contains(turn) else { return true }
      return seats[names[turn]] == nil
    }
  }
}
