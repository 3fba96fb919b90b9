import ParlorKit

extension LobbyChange {
  /// Writes the change in one line.
  func write(name: String, me: Int, to text: inout TextWriter) {
    switch self {
    case .newGame(let game):
      text.write("New game ", game.id, ", ", game.opponents(of: name), ": ")
      game.writeSituation(me: me, to: &text)
    case .game(let game):
      text.write("Game ", game.id, ", ", game.opponents(of: name), ": ")
      game.writeSituation(me: me, to: &text)
    case .gone(let game):
      text.write("Game ", game.id, ", ", game.opponents(of: name), ", is gone.")
    case .friend(let friend):
      text.write(Styled(.strong, friend.name), " is here. ", Styled(.faint, friend.status))
    case .left(let friend): text.write(friend.name, " has left.")
    case .tournament(let id): text.write("Tournament ", id, " is on.")
    }
  }

  /// The change as data.
  func fields(me: Int) -> Fields {
    switch self {
    case .newGame(let game): Self.fields("new-game", game.fields(me: me))
    case .game(let game): Self.fields("game", game.fields(me: me))
    case .gone(let game): Self.fields("gone", game.fields(me: me))
    case .friend(let friend): Self.fields("friend", friend.fields)
    case .left(let friend): Self.fields("left", friend.fields)
    case .tournament(let id): Self.fields("tournament", ["tournament": .integer(id)])
    }
  }

  private static func fields(_ kind: String, _ what: Fields) -> Fields {
    ["change": .string(kind), "what": .object(what)]
  }
}
