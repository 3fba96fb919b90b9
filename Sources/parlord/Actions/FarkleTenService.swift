#if Server
  import GRDB
  import Logging
  import Platform

  /// The service behind `farkle_fetch.php`.
  struct FarkleTenService: Sendable {
    let backend: Backend

    /// Carries out the action that a form names.
    func answer(_ form: Form, for visit: Visit) async -> Answer {
      guard let name = form["action"] else { return Answer() }
      do {
        switch name {
        case "register": return try await register(form, visit)
        case "login": return try await login(form, visit)
        case "forgotpass": return try await forgetPassword(form)
        case "resetpass": return try await resetPassword(form, visit)
        case "logout": return try await logout(visit)
        default: return Answer(value: try await act(name, form, visit))
        }
      } catch let fault as ActionError {
        return Answer(value: fault.value)
      } catch {
        // The text of a database error names tables and values; it stays in the log.
        backend.logger.error(
          "action failed", metadata: ["action": "\(name)", "error": "\(type(of: error))"])
        backend.logger.debug("action failed", metadata: ["detail": "\(error)"])
        return Answer(value: ["Error": "Game Error."])
      }
    }

    private func act(_ name: String, _ form: Form, _ visit: Visit) async throws -> JSONValue? {
      guard let action = Action.all[name] else {
        _ = try await backend.store.read { try visit.player(in: $0) }
        throw ActionError.unknownAction
      }
      let (backend, now) = (backend, backend.now())
      guard action.changes else {
        return try await backend.store.read { database in
          try action.run(
            Desk(
              database: database, form: form, now: now, policy: backend.policy,
              random: backend.random, player: visit.player(in: database)))
        }
      }
      // What time has brought about stays, even if the action is then refused.
      return try await backend.store.write { database -> Result<JSONValue?, any Error> in
        var desk = Desk(
          database: database, form: form, now: now, policy: backend.policy,
          random: backend.random, player: try visit.player(in: database))
        try desk.runTournaments()
        try desk.endExpiredGames()
        desk.player = try visit.player(in: database)
        var outcome = Result<JSONValue?, any Error>.success(nil)
        try database.inSavepoint {
          outcome = Result { try action.run(desk) }
          if case .failure = outcome { return .rollback }
          return .commit
        }
        return outcome
      }.get()
    }
  }

  extension Visit {
    /// The player whose session it is.
    fileprivate func player(in database: Database) throws -> Player {
      guard let token, let player = try Player.find(token: token, in: database) else {
        throw ActionError.sessionExpired
      }
      return player
    }
  }
#endif
