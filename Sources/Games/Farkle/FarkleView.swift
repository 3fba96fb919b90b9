public import ParlorKit

/// The players' view, which is everything.
public struct FarkleView: GameView {
  /// The game in progress.
  public let state: FarkleState

  init(_ state: FarkleState) { self.state = state }

  /// The names of the players: `Ann, Bob`.
  public var caption: String { state.match.names.joined(separator: ", ") }

  /// Whose turn it is and what is at stake: `Ann`, `Ann 350`.
  public var prompt: String {
    if state.isOver { return "over" }
    let points = state.turn.points
    return points > 0 ? "\(state.playerName) \(points.grouped)" : state.playerName
  }
}

extension FarkleView {
  /// The whole game as data.
  public var fields: Fields {
    let rounds = state.rules.rounds
    return [
      "phase": .string(state.phase.rawValue),
      "round": .integer(state.round),
      "rounds": rounds > 0 ? .integer(rounds) : .null,
      "target": rounds > 0 ? .null : .integer(state.rules.target),
      "overtimes": .integer(state.overtimes),
      "players": .array(state.seats.indices.map(player)),
      "turn": state.isOver ? .null : turn,
      "queue": names(state.queue.seats),
      "leader": state.phase == .finalRound ? name(state.leader) : .null,
      "winners": state.outcome.map { names($0.winners.seats) } ?? .null,
      "reason": state.outcome.map { .string($0.reason.rawValue) } ?? .null,
      "rules": .object(state.match.ruleFields),
      "seed": state.visibleSeed.map { .integer($0) } ?? .null,
    ]
  }

  private func player(_ index: Int) -> Value {
    let seat = state.seats[index]
    return .object([
      "name": name(index), "score": .integer(seat.score), "onBoard": .bool(seat.isOnBoard),
      "highestTurn": .integer(seat.highestTurn), "farklesInRow": .integer(seat.farklesInRow),
      "resigned": .bool(seat.hasLeft),
    ])
  }

  private var turn: Value {
    let turn = state.turn
    return .object([
      "player": name(state.player), "points": .integer(turn.points),
      "roll": turn.roll.value, "held": turn.held.value, "heldPoints": .integer(turn.heldScore),
      "diceToRoll": turn.mustHold ? .integer(0) : .integer(turn.diceToRoll),
      "leastBank": .integer(state.leastBank),
    ])
  }

  private func name(_ seat: Int) -> Value { .string(state.match.names[seat]) }

  private func names(_ seats: some Sequence<Int>) -> Value { .array(seats.map(name)) }
}

extension FarkleView {
  /// The scores, and the dice of the turn.
  public var picture: Picture? {
    var rows = Scoreboard(state).rows.map { row in
      Picture.Row(row.name, note: row.score.grouped, isMarked: row.isTurn)
    }
    var held = state.turn.held
    let dice = state.turn.roll.map { face -> Picture.Piece in
      guard held[face] > 0, let one = DiceCounts([face]) else { return .die(face) }
      held = held - one
      return .heldDie(face)
    }
    if let outcome = state.outcome {
      let winners = outcome.winners.seats.map { state.match.names[$0] }
      let verb = winners.count == 1 ? "wins" : "win"
      rows.append(
        Picture.Row(note: winners.isEmpty ? "over" : "\(Names(winners).text) \(verb)"))
    } else {
      let points = state.turn.points
      rows.append(Picture.Row("", dice, note: points > 0 ? "\(points.grouped) at stake" : ""))
    }
    return Picture(rows)
  }

  /// The dice of the roll are picked and held. Without a pick, Enter does only what must be done;
  /// real dice are typed.
  public var controls: Controls? {
    let isTyped = state.rules.isPhysical
    let roll = isTyped ? "roll N" : "roll"
    let mayHold = state.legalMoves.moves.contains { if case .hold = $0 { true } else { false } }
    var enter = Controls.Key("Enter", label: mayHold ? "hold" : "roll")
    if mayHold { enter.lines.append("hold D…") }
    if state.turn.mustHold {
      enter.lines.append("hold best")
    } else if isTyped || !mayHold && !state.mayBank {
      enter.lines.append(roll)
    }
    let points = isTyped && !state.turn.mustHold ? [Controls.Key("p", "points N")] : []
    return Controls(
      .dice(row: Scoreboard(state).rows.count),
      (enter.lines.isEmpty ? [] : [enter]) + [Controls.Key("r", roll), Controls.Key("b", "bank")]
        + points)
  }
}

extension FarkleView {
  /// Writes the round, the scoreboard and the dice on the table.
  public func writeTable(to text: inout TextWriter) {
    switch state.phase {
    case .playing where state.rules.hasRounds:
      text.write("Round ", state.round, " of ", state.rules.rounds, ".")
    case .playing: text.write("Round ", state.round, ".")
    case .finalRound: text.write(Styled(.notice, "Final round."))
    case .overtime: text.write(Styled(.notice, "Overtime "), state.overtimes, ".")
    case .over where state.rules.hasRounds:
      text.write("Game over after ", Plural(state.round, "round"), ".")
    case .over: text.write("Game over.")
    }
    if !state.rules.hasRounds { text.write(" First to ", Grouped(state.rules.target), ".") }
    if let name = state.match.houseRules { text.write(" Rules: ", name, ".") }
    if state.phase == .finalRound || state.phase == .overtime {
      text.write(" Turns left: ")
      let left = [state.player] + state.queue.seats
      text.write(left.map { state.match.names[$0] }, separator: ", ")
      text.write(".")
    }
    text.breakLine()
    Scoreboard(state).write(to: &text)
    if !state.turn.roll.isEmpty { text.write(byte: UInt8(ascii: "\n")) }
    writeRecap(to: &text)
  }

  /// Writes the dice of the turn: `Dice: 1 1 5 2 3 4, held: 1 1 for 200, at stake: 500.`
  public func writeRecap(to text: inout TextWriter) {
    let turn = state.turn
    guard !turn.roll.isEmpty else { return }
    text.write("Dice: ", Styled(.strong, turn.roll))
    if !turn.held.isEmpty {
      text.write(", held: ", Styled(.strong, turn.held), " for ", Grouped(turn.heldScore))
    }
    if turn.points > turn.heldScore {
      text.write(", at stake: ", Styled(.good, Grouped(turn.points)))
    }
    text.write(".")
  }
}

extension FarkleView {
  /// Writes what the player can do now, or who won.
  public func writeSituation(to text: inout TextWriter) {
    if let outcome = state.outcome {
      write(outcome, to: &text)
      text.write(" `new` plays again.")
    } else if state.turn.roll.isEmpty {
      writeStart(to: &text)
    } else if state.turn.held.isEmpty {
      state.turn.writeHolds(state.match.scoring, to: &text)
    } else {
      writeChoice(to: &text)
    }
  }

  /// `Ann to roll.`
  private func writeStart(to text: inout TextWriter) {
    text.write(Styled(.strong, state.playerName), " to roll")
    if state.phase == .finalRound, state.leader != state.player {
      text.write(", ", Grouped(state.seats[state.leader].score), " to beat")
    }
    text.write(".")
  }

  /// `Roll 3 dice or bank 200.`
  private func writeChoice(to text: inout TextWriter) {
    let turn = state.turn
    let missing = state.leastBank - turn.points
    text.write("Roll ", Plural(turn.diceToRoll, "die", "dice"))
    if turn.isHot, state.rules.mustRollHot {
      text.write("; ", Grouped(turn.points), " at stake.")
    } else if missing > 0 {
      text.write("; ", Grouped(turn.points), " at stake, ", Grouped(missing), " short of a bank.")
    } else {
      text.write(" or bank ", Styled(.good, Grouped(turn.points)), ".")
    }
  }

  /// `Ann wins with 10,200.`
  private func write(_ outcome: Outcome, to text: inout TextWriter) {
    let winners = outcome.winners.seats.map { state.match.names[$0] }
    let first = state.seats[outcome.winners.seats.min() ?? 0]
    if winners.isEmpty {
      text.write("The game is over.")
      if outcome.reason == .solo {
        text.write(" ", state.match.names[0], " has ", Grouped(first.score), ".")
      }
      return
    }
    text.write(Styled(.good, Names(winners)), winners.count == 1 ? " wins" : " win")
    if outcome.reason == .lastLeft { return text.write(": everybody else has left.") }
    text.write(" with ", Grouped(first.score))
    switch outcome.reason {
    case .reachedFirst: text.write(", reached first")
    case .highestTurn: text.write(" and the highest turn, ", Grouped(first.highestTurn))
    default: if winners.count > 1 { text.write(" each") }
    }
    text.write(".")
  }
}

/// Names in a sentence: `Ann, Bob and Cy`.
struct Names: TextWritable {
  private let names: [String]

  init(_ names: [String]) { self.names = names }

  func write(to text: inout TextWriter) {
    for (index, name) in names.enumerated() {
      if index > 0 { text.write(index == names.count - 1 ? " and " : ", ") }
      text.write(name)
    }
  }
}
