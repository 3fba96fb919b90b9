#if Server
  import GRDB
  import Logging
  import Platform

  extension FarkleTenService {
    /// `login`: name or address and password, both as MD5.
    func login(_ form: Form, _ visit: Visit) async throws -> Answer {
      let (user, password) = (form["user"] ?? "", form["pass"] ?? "")
      guard Hex.isText(user.lowercased(), digits: 32) else { throw ActionError.wrongPassword }
      let found = try await backend.store.read { try Player.find(hash: user, in: $0) }
      let player = try await backend.checked(
        found, password: password, account: user, address: visit.address)
      guard let player else { throw ActionError.wrongPassword }
      return try await enter(player, visit)
    }

    /// `register`: a new account, and its first session.
    func register(_ form: Form, _ visit: Visit) async throws -> Answer {
      let (name, email) = (form["user"] ?? "", form["email"] ?? "")
      let password = form["pass"] ?? ""
      try AccountRules.check(name: name)
      guard Hex.isText(password.lowercased(), digits: 32) else {
        throw ActionError("A password is required.")
      }
      guard email.isEmpty || MailAddress.isValid(email) else {
        throw ActionError("Invalid email address.")
      }
      let now = backend.now()
      guard backend.logins.mayRegister(address: visit.address, at: now) else {
        throw ActionError("Too many accounts from this address. Try again later.")
      }
      let text = try await backend.passwords.text(of: password.lowercased())
      let player = try await backend.store.write { database in
        try Accounts.create(name: name, email: email, password: text, at: now, in: database)
      }
      return try await enter(player, visit)
    }

    /// Begins a session, which ends the one that the same device had.
    private func enter(_ player: Player, _ visit: Visit) async throws -> Answer {
      let (token, now) = (backend.random.token(), backend.now())
      try await backend.store.write { database in
        try database.execute(
          sql:
            "INSERT OR REPLACE INTO devices (playerId, device, token, created) VALUES (?, ?, ?, ?)",
          arguments: [player.number, visit.device, Secrets.digest(token), now.milliseconds])
        try Player.touch(player.number, at: now, in: database)
      }
      backend.logger.info(
        "login", metadata: ["player": "\(player.number)", "device": "\(visit.device)"])
      return Answer(
        value: [
          "username": .string(player.name), "playerid": .integer(player.number), "adminlevel": 0,
          "sessionid": nil,
        ], cookies: .login(player: player.number, token: token))
    }

    /// `logout`: ends the session.
    func logout(_ visit: Visit) async throws -> Answer {
      guard let token = visit.token else { throw ActionError.sessionExpired }
      try await backend.store.write { database in
        guard try Player.find(token: token, in: database) != nil else {
          throw ActionError.sessionExpired
        }
        try database.execute(
          sql: "DELETE FROM devices WHERE token = ?", arguments: [Secrets.digest(token)])
      }
      return Answer(value: 1, cookies: .logout)
    }

    /// `forgotpass`: nothing is ever mailed; the operator hands out codes.
    func forgetPassword(_ form: Form) async throws -> Answer {
      throw ActionError("This server sends no mail. Ask its operator for a reset code.")
    }

    /// `resetpass`: a new password for whoever has a code. All sessions end.
    func resetPassword(_ form: Form, _ visit: Visit) async throws -> Answer {
      let (code, password) = (form["code"] ?? "", (form["pass"] ?? "").lowercased())
      let wrong = ActionError("Invalid password reset code.")
      let now = backend.now()
      guard backend.logins.wait(address: visit.address, account: "reset", at: now) == 0 else {
        throw ActionError("Too many attempts. Try again later.")
      }
      guard Hex.isText(password, digits: 32) else { throw ActionError("A password is required.") }
      let owner = try await backend.store.read { database in
        try Player.fetchOne(
          database, sql: "SELECT * FROM players WHERE resetCode = ? AND resetExpires > ?",
          arguments: [Secrets.digest(code), now.milliseconds])
      }
      guard let owner else {
        backend.logins.fail(address: visit.address, account: "reset", at: now)
        throw wrong
      }
      let text = try await backend.passwords.text(of: password)
      try await backend.store.write { database in
        try database.execute(
          sql:
            "UPDATE players SET password = ?, resetCode = NULL, resetExpires = NULL WHERE id = ?",
          arguments: [text, owner.number])
        try database.execute(
          sql: "DELETE FROM devices WHERE playerId = ?", arguments: [owner.number])
        try database.execute(
          sql: "DELETE FROM logikTokens WHERE playerId = ?", arguments: [owner.number])
      }
      return Answer(value: ["Success": "1"])
    }
  }

  extension Backend {
    /// The account if the password is its own. Wrong ones are counted, and too many must wait.
    ///
    /// - Parameters:
    ///   - password: the MD5 of the password, which is what is kept.
    ///   - account: what the client calls the account.
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
