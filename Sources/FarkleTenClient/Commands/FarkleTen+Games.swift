import ParlorKit
import Platform
import RemoteTransport

extension FarkleTen {
  func create(_ call: Call) throws(FarkleTenError) -> [FarkleTenEvent] {
    _ = try loggedIn()
    guard let player else { throw .notLoggedIn }
    var players: [Int?] = [player.id]
    var more: [FarkleTenService.Parameter] = []
    switch call.form {
    case 0: more.append(("gamewith", "2"))
    case 1: more += [("gamewith", "0"), ("rp", call.word(0) ?? "2")]
    default:
      for (index, name) in call.words.enumerated() {
        let id = try number(of: name, at: index)
        if !players.contains(id) { players.append(id) }
      }
      more.append(("gamewith", "1"))
    }
    let answer = try self.call(
      "startgame",
      [("players", JSONWriter.text(players)), ("breakin", "0"), ("playto", "10000")] + more
        + [("gamemode", "2")])
    return sit(try update(answer, of: "startgame"))
  }

  func join(_ call: Call) throws(FarkleTenError) -> [FarkleTenEvent] {
    let id = call.integer(0) ?? 0
    let update = try update(
      self.call("farklegetupdate", [("gameid", String(id))]), of: "farklegetupdate")
    guard let player, update.players.first?.id == player.id else { throw .notMyGame(id) }
    return sit(update)
  }

  func quit(_ call: Call) throws(FarkleTenError) -> [FarkleTenEvent] {
    _ = try loggedIn()
    guard let id = call.integer(0) ?? table?.update.id else { throw .noTable }
    guard try self.call("quitgame", [("gameid", String(id))]).something != nil else {
      throw .refusedSilently(action: "quitgame")
    }
    if table?.update.id == id { table = nil }
    return [.quit(id)]
  }

  /// Sits down at a table.
  private func sit(_ update: GameUpdate) -> [FarkleTenEvent] {
    table = Table(update)
    return [.joined(update)] + (GameResult(update).map { [.finished($0)] } ?? [])
      + notices(update.achievement, update.level)
  }

  /// Reads the update that an action answers.
  func update(
    _ value: Value, of action: String
  ) throws(FarkleTenError) -> GameUpdate {
    guard let update = GameUpdate(value) else { throw .unreadable(action: action) }
    return update
  }
}

extension Call {
  /// All words of the call.
  var words: [String] { arguments.indices.compactMap { word($0) } }
}
