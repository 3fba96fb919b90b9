#if Server
  import Logging
  import Platform

  /// What all requests share: the database, the time, chance, the guards.
  struct Backend: Sendable {
    let store: Store
    /// The time of day.
    let now: @Sendable () -> Timestamp
    let random: RandomSource
    let options: ServerOptions
    let passwords: PasswordHasher
    let logins = LoginLimiter()
    let logger: Logger
  }
#endif
