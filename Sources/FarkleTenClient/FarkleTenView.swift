import FarkleGame
package import ParlorKit
import RemoteTransport

/// The player's view: the table, otherwise the lobby, otherwise how to connect.
package struct FarkleTenView: GameView {
  private let address: String?
  private let player: PlayerSession?
  private let lobby: Lobby?
  private let daily: DailyProgress?
  /// The saved login that `resume` would use.
  private let kept: LoginStore.Entry?
  private let table: Table?
  private let watch: LobbyWatch.State

  init(_ client: FarkleTen) {
    address = client.address?.text
    player = client.player
    lobby = client.lobby
    daily = client.daily
    kept =
      client.service == nil
      ? client.environment.latestSession(FarkleTen.description)?.entry : nil
    table = client.table
    watch = client.watch.state
  }

  package var caption: String { player?.name ?? "not logged in" }

  /// The player, the number of the game, and the points at stake.
  package var prompt: String {
    guard let player else { return address == nil ? "not connected" : "not logged in" }
    guard let table else { return player.name }
    let points = table.turn.points
    return "\(player.name) \(table.update.id)" + (points > 0 ? " \(points.grouped)" : "")
  }

  /// The data does not contain the token.
  package var fields: Fields {
    [
      "service": .optional(address),
      "player": player.map { .object(["id": .integer($0.id), "name": .string($0.name)]) } ?? .null,
      "watch": .string(watch.rawValue),
      "lobby": lobby.map { .object($0.fields(daily: daily, me: player?.id ?? 0)) } ?? .null,
      "table": table.map { .object($0.fields) } ?? .null,
    ]
  }

  package func writeTable(to text: inout TextWriter) {
    if let table { return table.write(to: &text) }
    if let lobby { return lobby.write(daily: daily, me: player?.id ?? 0, to: &text) }
    text.write(Styled(.strong, "Farkle Ten"))
    if let address { text.write(" at ", address) }
    text.write(".")
  }

  /// Writes what the player can do at the table, or how to reach the lobby.
  package func writeSituation(to text: inout TextWriter) {
    if let table { return table.writeSituation(to: &text) }
    if address == nil {
      text.write("Connect first: `connect local`, `connect production` or `connect URL`.")
      if let kept {
        text.write(" `resume` continues as ", PlainText.of(kept.name), " at ", kept.service, ".")
      }
    } else if player == nil {
      text.write("Log in with `login NAME`, or make an account with `register NAME EMAIL`.")
    } else if lobby == nil {
      text.write("`lobby` shows your games and friends.")
    }
  }
}
