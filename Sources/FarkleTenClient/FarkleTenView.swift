import FarkleGame
package import ParlorKit
import RemoteTransport

/// What the player sees: the table, else the lobby, else how to get there.
package struct FarkleTenView: GameView {
  private let address: String?
  private let player: PlayerSession?
  private let lobby: Lobby?
  private let table: Table?
  private let watch: LobbyWatch.State

  init(_ client: FarkleTen) {
    address = client.address?.text
    player = client.player
    lobby = client.lobby
    table = client.table
    watch = client.watch.state
  }

  /// Who is logged in.
  package var caption: String { player?.name ?? "nobody logged in" }

  /// Who is logged in, and what is at stake at the table.
  package var prompt: String {
    guard let player else { return address == nil ? "not connected" : "not logged in" }
    guard let table else { return player.name }
    let points = table.turn.points
    return "\(player.name) \(table.update.id)" + (points > 0 ? " \(points.grouped)" : "")
  }

  /// All of it as data, without the token.
  package var fields: Fields {
    [
      "service": .optional(address),
      "player": player.map { .object(["id": .integer($0.id), "name": .string($0.name)]) } ?? .null,
      "watch": .string(watch.rawValue),
      "lobby": lobby.map { .object($0.fields(daily: nil, me: player?.id ?? 0)) } ?? .null,
      "table": table.map { .object($0.fields) } ?? .null,
    ]
  }

  /// Writes the table or the lobby.
  package func writeTable(to text: inout TextWriter) {
    if let table { return table.write(to: &text) }
    if let lobby { return lobby.write(daily: nil, me: player?.id ?? 0, to: &text) }
    text.write(Styled(.strong, "Farkle Ten"))
    if let address { text.write(" at ", address) }
    text.write(".")
  }

  /// Writes what can be done at the table, or how to get to the lobby.
  package func writeSituation(to text: inout TextWriter) {
    if let table { return table.writeSituation(to: &text) }
    if address == nil {
      text.write("`connect local`, `connect production` or `connect URL` chooses the service.")
    } else if player == nil {
      text.write("`login NAME` logs in, `register NAME EMAIL` makes an account.")
    } else if lobby == nil {
      text.write("`lobby` shows your games and friends.")
    }
  }
}
