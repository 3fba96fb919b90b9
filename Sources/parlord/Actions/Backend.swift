#if Server
  import Logging
  import Platform

  /// What all requests share: the database, the time, chance, the guards.
  struct Backend: Sendable {
    let store: Store
    /// The time of day.
    let now: @Sendable () -> Timestamp
    let random: RandomSource
    let policy: Policy
    let passwords: PasswordBench
    let logins = LoginGuard()
    let logger: Logger
  }
#endif
