#if Server
  import GRDB
  import Platform

  /// Accounts as they are made.
  enum Accounts {
    /// Makes an account.
    ///
    /// - Parameter password: what ``PasswordHash`` made of it.
    static func create(
      name: String, email: String, password: String, at now: Timestamp, in database: Database
    ) throws -> Player {
      let emailHash = email.isEmpty ? nil : Secrets.md5(email.lowercased())
      let isTaken = try Bool.fetchOne(
        database, sql: "SELECT 1 FROM players WHERE name = ? OR emailHash = ?",
        arguments: [name, emailHash])
      guard isTaken == nil else {
        throw ActionError(
          "Username or email already exists. If you forgot your information, "
            + "try the Forgot my Farkle Password link on the home page.")
      }
      var player = Player(
        name: name, nameHash: Secrets.md5(name), email: email, emailHash: emailHash,
        password: password, lastPlayed: now.milliseconds, created: now.milliseconds)
      try player.insert(database)
      return player
    }

    /// Lets the owner of an account choose another password with a code, for a day.
    ///
    /// - Returns: whether there is such an account.
    static func setResetCode(
      _ code: String, for name: String, at now: Timestamp, in database: Database
    ) throws -> Bool {
      try database.execute(
        sql: "UPDATE players SET resetCode = ?, resetExpires = ? WHERE name = ?",
        arguments: [Secrets.digest(code), now.milliseconds + 86_400_000, name])
      return database.changesCount > 0
    }
  }
#endif
