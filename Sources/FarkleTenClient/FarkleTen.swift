import FarkleGame
package import ParlorKit
import PluginRunner
package import RemoteTransport

/// Farkle Ten: a client of the service that plays Farkle in ten rounds against others.
///
/// The service is the judge. What is kept here is what it told last, the dice that are set aside
/// but not yet sent, and when the lobby is to be looked at again.
package final class FarkleTen: RemoteGame {
  let surroundings: ClientEnvironment
  /// Where the service is.
  var address: ServiceAddress?
  /// The service, once it is connected.
  var service: FarkleTenService?
  /// Who is logged in.
  var player: PlayerSession?
  /// The lobby as it was last seen.
  var lobby: Lobby?
  /// The game that the player sits at.
  var table: Table?
  /// The polling of the lobby.
  var watch = LobbyWatch()
  /// Whether the last look at the lobby failed, which is told once.
  var isBlind = false
  /// What the player was told of and the service knows it.
  var acknowledged = Acknowledgements()

  /// A client that is not connected.
  package init(_ surroundings: ClientEnvironment) { self.surroundings = surroundings }

  /// The milliseconds of the session's clock.
  var now: Int64 { surroundings.session.now }

  /// Begins without a service.
  package func open(_ setup: GameConfiguration<OptionValues>) throws(GameError) -> [any Event] {
    []
  }

  /// Runs a command.
  package func run(_ call: Call) throws(GameError) -> [any Event] {
    do throws(FarkleTenError) {
      guard let command = Self.commands[call.verb] else { return [] }
      return try command(self, call)
    } catch {
      throw error.refusal
    }
  }

  /// What each command does.
  typealias Command = @Sendable (FarkleTen, Call) throws(FarkleTenError) -> [FarkleTenEvent]

  private static let commands: [String: Command] = [
    "connect": { client, call throws(FarkleTenError) in try client.connect(call) },
    "record-cassette": { client, call throws(FarkleTenError) in try client.record(call) },
    "login": { client, call throws(FarkleTenError) in try client.logIn(call) },
    "register": { client, call throws(FarkleTenError) in try client.register(call) },
    "logout": { client, _ throws(FarkleTenError) in try client.logOut() },
    "lobby": { client, _ throws(FarkleTenError) in try client.showLobby() },
    "watch": { client, call throws(FarkleTenError) in try client.watch(call) },
    "create": { client, call throws(FarkleTenError) in try client.create(call) },
    "join": { client, call throws(FarkleTenError) in try client.join(call) },
    "roll": { client, call throws(FarkleTenError) in try client.roll(call) },
    "hold": { client, call throws(FarkleTenError) in try client.hold(call) },
    "bank": { client, _ throws(FarkleTenError) in try client.bank() },
    "score": { _, call throws(FarkleTenError) in [.score(ScoreQuery(call))] },
    "quit-game": { client, call throws(FarkleTenError) in try client.quit(call) },
    "profile": { client, call throws(FarkleTenError) in try client.showProfile(call) },
    "friends": { client, call throws(FarkleTenError) in try client.friends(call) },
    "leaderboard": { client, call throws(FarkleTenError) in try client.showLeaderboard(call) },
    "tournament": { client, call throws(FarkleTenError) in try client.tournament(call) },
    "achievements": { client, _ throws(FarkleTenError) in try client.showAchievements() },
    "instructions": { _, _ throws(FarkleTenError) in [.instructions] },
  ]

  /// What the player sees.
  package var view: any GameView { FarkleTenView(self) }

  /// What can be typed now.
  package var legal: LegalMoves<String> {
    if service == nil { return LegalMoves(forms: ["connect WHERE"]) }
    if player == nil { return LegalMoves(forms: ["login NAME PASSWORD"]) }
    guard let table, table.canPlay else { return LegalMoves(forms: ["lobby", "join ID"]) }
    return LegalMoves(moves: table.legalLines)
  }

  /// When the lobby is to be looked at again.
  package var nextWake: Int64? { watch.due }

  /// Becomes readable when the lobby has come.
  package var wakeDescriptor: Int32? {
    guard let service, service.connection.isBusy else { return nil }
    return service.connection.descriptor
  }

  /// Looks at the lobby if it is time, and tells what has changed.
  package func wake() -> [any Event] { look() }
}
