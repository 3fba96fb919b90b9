package import FarkleGame
package import ParlorKit
import RemoteTransport

/// The game that the player has joined, with the dice that are held but not yet sent.
package struct Table: Sendable, Equatable {
  /// The latest state from the service.
  package private(set) var update: GameUpdate
  /// The current round.
  package private(set) var turn: Turn
  /// The face of each of the six dice, 0 for those held before the last roll; empty before
  /// the first roll.
  private var dice: [Int]
  /// Whether each die is held and not yet sent.
  private var isHeld: [Bool]
  /// Whether the service may have a newer state, because a response was lost.
  package var isStale = false

  /// The scores of dice in this game.
  package static let scoring = ScoringRules.preset("farkle-ten") ?? .standard

  /// A table with a state from the service.
  package init(_ update: GameUpdate) {
    self.update = update
    // The service still sends the last dice to a player who has played all rounds.
    dice = Self.canPlay(update) && update.dice.contains { $0 > 0 } ? update.dice : []
    isHeld = dice.map { _ in false }
    // Before the first roll of a round the service may still send the points of the previous round.
    turn = Turn(earlier: dice.isEmpty ? 0 : update.players.first?.roundScore ?? 0)
    if let loose = Dice(dice.filter { $0 > 0 }), !loose.isEmpty { turn.roll(loose) }
  }

  /// The logged-in player.
  package var me: GamePlayer? { update.players.first }

  /// Whether the player has rounds left.
  package var canPlay: Bool { Self.canPlay(update) }

  private static func canPlay(_ update: GameUpdate) -> Bool {
    guard let me = update.players.first else { return false }
    return !update.isOver && me.round <= update.lastRound
  }

  /// Whether the lobby lists all games, but not this one.
  package func isGone(from lobby: Lobby) -> Bool {
    lobby.games.count < Lobby.maxGames && !lobby.games.contains { $0.id == update.id }
  }

  /// Records that the player has sent an emoji.
  mutating func noteReaction() { update.asksForReaction = false }

  /// The table with a later state of the game in which the round is unchanged: held dice stay.
  func continued(by later: GameUpdate) -> Table {
    var table = self
    table.update = later
    table.isStale = false
    return table
  }

  /// The development of this table's round, according to a later state of the game; `nil` if there
  /// is none.
  func development(in later: GameUpdate) -> RoundDevelopment? {
    guard let me, let now = later.players.first else { return nil }
    guard now.round == me.round else {
      let played = later.rounds.last { $0.player == me.id && $0.number == me.round }
      return RoundDevelopment(
        round: me.round, points: played?.score ?? max(0, now.score - me.score),
        dice: played?.hands.last ?? [], total: now.score)
    }
    let dice = later.dice.filter { $0 > 0 }
    guard !dice.isEmpty, later.dice != update.dice else { return nil }
    return RoundDevelopment(round: me.round, points: nil, dice: dice, total: now.score)
  }

  /// Whether the lobby has a newer state of this game.
  package func isBehind(_ lobby: Lobby) -> Bool {
    guard let card = lobby.games.first(where: { $0.id == update.id }), !update.isOver else {
      return false
    }
    return card.situation == .finished || card.lastRound > update.lastRound
  }

  /// The parameter `saveddice`: 0 for a die to roll, the face of one that is held now, 10 for one
  /// that was held before.
  package var savedDice: [Int] {
    guard !dice.isEmpty else { return [0, 0, 0, 0, 0, 0] }
    return zip(dice, isHeld).map { face, held in face == 0 ? 10 : held ? face : 0 }
  }

  /// The parameter `newdice`, which sets the dice of the next roll in tests: null for the held
  /// ones, a face for the others in order.
  package func dictation(_ faces: [Int]) -> [Int?] {
    guard !turn.isHot, !dice.isEmpty else { return faces.map { $0 } }
    var rest = faces[...]
    return savedDice.map { $0 == 0 ? rest.popFirst() : nil }
  }

  /// Holds dice.
  ///
  /// - Throws: an error of the rules, if these dice cannot be held.
  package mutating func hold(_ held: DiceCounts) throws(GameError) {
    let score = try turn.score(holding: held, Self.scoring)
    turn.hold(held, score: score)
    for face in held.ascending {
      if let index = dice.indices.first(where: { dice[$0] == face && !isHeld[$0] }) {
        isHeld[index] = true
      }
    }
  }

  /// The lines that are legal now.
  var legalLines: [String] {
    if turn.roll.isEmpty { return ["roll"] }
    let holds = Self.scoring.holds(of: turn.loose, beside: turn.held).map { hold in
      var line = TextWriter()
      line.write("hold ", hold.dice)
      return line.string
    }
    return turn.mustHold ? holds : ["roll", "bank"] + holds
  }

  /// Writes the game, its players, and the dice on the table.
  func write(to text: inout TextWriter) {
    update.writeHeading(to: &text)
    update.writePlayers(to: &text)
    update.writeLastRounds(to: &text)
    guard !turn.roll.isEmpty else { return }
    text.write("\nDice: ", Styled(.strong, turn.roll))
    if !turn.held.isEmpty { text.write(", held: ", Styled(.strong, turn.held)) }
    if turn.points > 0 { text.write(", at stake: ", Styled(.good, Grouped(turn.points))) }
    text.write(".")
  }

  /// Writes what the player can do now.
  func writeSituation(to text: inout TextWriter) {
    if isStale {
      text.write(
        Styled(.notice, "The last response was lost"),
        ": the next command asks for the state of the game first. ")
    }
    if update.isOver {
      if update.asksForReaction { text.write("`react 👏` sends an emoji to the other player. ") }
      return text.write("`lobby` shows your games.")
    }
    guard let me, canPlay else {
      let late = update.players.dropFirst().filter { $0.round <= update.lastRound }.map(\.name)
      if late.isEmpty { return text.write("You have played all your rounds.") }
      return text.write(
        "You have played all your rounds. Waiting for ", late.joined(separator: ", "), ".")
    }
    if turn.roll.isEmpty {
      text.write("Round ", me.round, " of ", update.lastRound, ": roll.")
    } else if turn.mustHold {
      turn.writeHolds(Self.scoring, to: &text)
    } else {
      text.write("Roll ", Plural(turn.diceToRoll, "die", "dice"))
      text.write(" or bank ", Styled(.good, Grouped(turn.points)), ".")
    }
  }

  /// The table as data.
  var fields: Fields {
    var fields = update.fields
    fields["turn"] = .object([
      "roll": turn.roll.value, "held": turn.held.value, "points": .integer(turn.points),
      "diceToRoll": .integer(turn.mustHold ? 0 : turn.diceToRoll), "canPlay": .bool(canPlay),
    ])
    return fields
  }
}

/// The development of a round whose response was lost.
struct RoundDevelopment: Sendable, Equatable {
  let round: Int
  /// The points of the round, 0 for a farkle; `nil` if it continues.
  let points: Int?
  /// The dice of the last roll, if the service sends them.
  let dice: [Int]
  /// The points of the game.
  let total: Int

  /// The event, with the command that was not carried out because of it.
  func event(before verb: String) -> RemoteEvent {
    RemoteEvent(
      "caught-up",
      [
        "round": round, "points": points, "dice": Value.integers(dice),
        "farkle": points == 0, "command": verb,
      ]
    ) { text in
      let dice = dice.map(String.init).joined(separator: " ")
      switch points {
      case nil: text.write("Meanwhile you have rolled ", Styled(.strong, dice))
      case 0:
        text.write(
          "Meanwhile round ", round, " has ended with a ", Styled(.bad, "farkle"),
          " and scores nothing")
      case let points?:
        text.write(
          "Meanwhile you have banked ", Styled(.good, Grouped(points)), " in round ", round,
          " and have ", Grouped(total))
      }
      text.write(". `", verb, "` was not sent.")
    }
  }
}
