import Logging
import ParlorKit

/// How the operator configures the Farkle Ten games.
struct ServerOptions: Sendable, Equatable {
  /// Whether clients may choose their dice. For tests of clients only, because players could cheat.
  var allowsDictatedDice = false
  /// Whether a new tournament is announced whenever there is none.
  var holdsTournaments = false
  /// Whether all experience points are doubled.
  var doublesExperience = false
  /// Whether a ``Sweeper`` ends what is due, rather than each request before its change.
  var sweeps = false
}

/// What all requests share: database, clock, randomness, options and the protection of passwords.
struct Backend: Sendable {
  let store: any Store
  /// Returns the current time.
  let now: @Sendable () -> Timestamp
  let random: RandomSource
  let options: ServerOptions
  let passwords: PasswordHasher
  var logins = LoginLimiter()
  let status = ServerStatus()
  let logger: Logger

  /// Checks a password. Each attempt counts as wrong until it is checked; too many lock the address
  /// and slow down the account.
  ///
  /// - Parameters:
  ///   - player: the player whose account it is; `nil` if there is none.
  ///   - password: the MD5 of the password.
  ///   - account: the name under which wrong passwords are counted if there is no account.
  /// - Returns: the player if the password is right, otherwise `nil`.
  func checked(
    _ player: Player?, password: String, account: String, client: ClientInfo
  ) async throws -> Player? {
    let account = player.map { String($0.number) } ?? "unknown \(account.lowercased())"
    let wait = logins.begin(
      address: ClientNetwork.of(client.address), account: account, at: now())
    guard wait == 0 else {
      throw ActionError.tooMany(wait: wait)
    }
    let isRight = try await passwords.matches(
      password.lowercased(), player?.password, for: client)
    guard isRight, let player else {
      logger.notice("wrong password", metadata: ["address": "\(client.address)"])
      return nil
    }
    logins.succeed(address: ClientNetwork.of(client.address), account: account)
    return player
  }
}
