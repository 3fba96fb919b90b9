#if Server
  import Logging
  import ParlorKit
  import Platform
#endif

/// How the operator configures the Farkle Ten games.
struct ServerOptions: Sendable, Equatable {
  /// Whether clients may choose their dice. For tests of clients only, because players could cheat.
  var allowsDictatedDice = false
  /// Whether a new tournament is announced whenever there is none.
  var holdsTournaments = false
  /// Whether all experience points are doubled.
  var doublesExperience = false
}

#if Server
  /// What all requests share: database, clock, randomness, options and the protection of passwords.
  struct Backend: Sendable {
    let store: Store
    /// Returns the current time.
    let now: @Sendable () -> Timestamp
    let random: RandomSource
    let options: ServerOptions
    let passwords: PasswordHasher
    let logins = LoginLimiter()
    let logger: Logger

    /// Checks a password. Wrong passwords are counted, and too many lock the account and the address
    /// for some minutes.
    ///
    /// - Parameters:
    ///   - password: the MD5 of the password.
    ///   - account: the name under which wrong passwords are counted.
    /// - Returns: the player if the password is right, otherwise `nil`.
    func checked(
      _ player: Player?, password: String, account: String, address: String
    ) async throws -> Player? {
      let wait = logins.wait(address: address, account: account, at: now())
      guard wait == 0 else {
        throw ActionError("Too many attempts. Try again in \(wait) seconds.")
      }
      guard try await passwords.matches(password.lowercased(), player?.password), let player else {
        logins.fail(address: address, account: account, at: now())
        logger.notice("wrong password", metadata: ["address": "\(address)"])
        return nil
      }
      logins.succeed(account: account)
      return player
    }
  }
#endif
