import FarkleGame
package import ParlorKit
import PluginRunner
package import RemoteTransport

/// Farkle Ten: a client of the service that plays Farkle in ten rounds against others.
///
/// The service decides everything. The client keeps its latest response, the dice that are held
/// but not yet sent, and the time of the next request for the lobby.
package final class FarkleTen: ServiceClient {
  package let environment: ClientEnvironment
  var address: ServiceAddress?
  var service: FarkleTenService?
  /// The logged-in player.
  var player: PlayerSession?
  /// The latest lobby.
  var lobby: Lobby?
  /// The player's progress today, according to the latest lobby.
  var daily: DailyProgress?
  /// The game that the player has joined.
  var table: Table? { didSet { keepTable() } }
  /// The number of the game that is saved with the login; 0 for none.
  private var keptGame = 0
  /// The numbers of players who were seen on a board or in a tournament, by their names in lower
  /// case.
  var strangers: [String: Int] = [:]
  /// The polling of the lobby.
  var watch = LobbyWatch()
  /// Whether the last request of the watch failed, which is reported once.
  var isBlind = false
  /// The notices already shown in this session; each is shown once.
  var shown = (achievements: Set<Int>(), levels: Set<Int>())

  /// A client that is not connected.
  package init(_ environment: ClientEnvironment) { self.environment = environment }

  package static let description = FarkleTenService.description

  /// The game as data.
  package static let definition = GameDefinition(
    name: "farkle-ten", title: "Farkle Ten",
    summary: "Farkle in ten rounds against others, at a service on the network.",
    commands: commands.map(\.declaration), traits: [.endless])

  /// The commands in the order of help; each file of the folder `Commands` has some of them.
  private static let commands =
    accountCommands + lobbyCommands + tableCommands + peopleCommands

  package var connection: Connection? { service?.connection }

  /// The milliseconds of the session's clock.
  var now: Int64 { environment.session.now }

  /// Opens the game without a service.
  package func open(_ setup: GameConfiguration<OptionValues>) throws(GameError) -> [any Event] {
    []
  }

  package func run(_ call: Call) throws(GameError) -> [any Event] {
    try Self.commands.run(call, self)
  }

  package var view: any GameView { FarkleTenView(self) }

  package var legal: LegalMoves<String> {
    if service == nil {
      return LegalMoves(
        forms: ["connect WHERE"]
          + (environment.latestSession(Self.description) == nil ? [] : ["resume"]))
    }
    if player == nil { return LegalMoves(forms: ["login NAME PASSWORD"]) }
    guard let table, table.canPlay else { return LegalMoves(forms: ["lobby", "join ID"]) }
    return LegalMoves(moves: table.legalLines)
  }

  /// When the next request for the lobby is due.
  package var nextWake: Int64? { watch.due }

  /// Becomes readable when a response with the lobby has arrived.
  package var wakeDescriptor: Int32? {
    guard let service, service.connection.isBusy else { return nil }
    return service.connection.descriptor
  }

  /// Requests the lobby if that is due, and reports its changes.
  package func wake() -> [any Event] { pollLobby() }

  /// The service, for a logged-in player.
  func loggedIn() throws(ServiceError) -> (service: FarkleTenService, player: PlayerSession) {
    guard let service else { throw .notConnected(Self.description) }
    guard let player else { throw .notLoggedIn }
    return (service, player)
  }

  /// Sends an action. If the session has expired, logs out here too.
  func call(
    _ action: String, _ parameters: [FarkleTenService.Parameter] = []
  ) throws(ServiceError) -> Value {
    let service = try loggedIn().service
    do throws(ServiceError) {
      return try service.call(action, parameters)
    } catch {
      if error == .sessionExpired { forgetLogin() }
      throw error
    }
  }

  /// Sends an action whose response is empty if the service refuses it.
  func confirm(
    _ action: String, _ parameters: [FarkleTenService.Parameter]
  ) throws(ServiceError) {
    guard try call(action, parameters).something != nil else { throw .refusedSilently(action) }
  }

  /// Logs out here and deletes the saved login.
  func forgetLogin() {
    if let address, let player {
      environment.forget(
        Self.description, at: address, name: player.name, token: player.token)
    }
    endSession()
  }

  /// Saves the number of the game at the table with the login, so that `connect` and `resume` bring
  /// it back.
  private func keepTable() {
    let id = table.flatMap { $0.update.isOver ? nil : $0.update.id } ?? 0
    guard id != keptGame, let player, let address else { return }
    keptGame = id
    environment.keep(
      game: id == 0 ? .null : .integer(id), of: Self.description, at: address,
      name: player.name, token: player.token)
  }

  /// Discards the player's data.
  func endSession() {
    player = nil
    service?.token = nil
    lobby = nil
    daily = nil
    table = nil
    keptGame = 0
    strangers = [:]
    watch.stop()
    isBlind = false
    shown = ([], [])
  }
}
