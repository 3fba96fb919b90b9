#if Server
  import Platform

  /// Slows down whoever guesses passwords: ten wrong ones in ten minutes for an address, and as many
  /// for an account.
  struct LoginLimiter: Sendable {
    private let failures = RateLimiter(limit: 10, span: 600_000)
    private let entrances = RateLimiter(limit: 60, span: 3_600_000)

    /// The seconds that must pass before another attempt; 0 if it may be made now.
    func wait(address: String, account: String, at now: Timestamp) -> Int {
      let keys = ["address \(address)", "account \(account)"]
      let longest = keys.map { failures.wait($0, at: now.milliseconds) }.max() ?? 0
      return Int((longest + 999) / 1000)
    }

    /// Notes a wrong password.
    func fail(address: String, account: String, at now: Timestamp) {
      failures.count("address \(address)", at: now.milliseconds)
      failures.count("account \(account)", at: now.milliseconds)
    }

    /// Notes a right password; other accounts tried from the address still count.
    func succeed(account: String) { failures.forgive("account \(account)") }

    /// Whether an address may make another account: sixty an hour.
    func mayRegister(address: String, at now: Timestamp) -> Bool {
      entrances.count(address, at: now.milliseconds)
    }
  }
#endif
