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
      } catch let fault as ActionFault {
        return Answer(value: fault.value)
      } catch {
        // The text of a database error names tables and values; it stays in the log.
        backend.logger.error(
          "action failed", metadata: ["action": "\(name)", "error": "\(type(of: error))"])
        backend.logger.debug("action failed", metadata: ["detail": "\(error)"])
        return Answer(value: ["Error": "Game Error."])
      }
    }

    private func act(_ name: String, _ form: Form, _ visit: Visit) async throws -> WireValue? {
      let now = backend.now()
      let action = Action.all[name]
      let carryOut: @Sendable (Database) throws -> WireValue? = { [backend] database in
        guard let token = visit.token, let player = try Player.find(token: token, in: database)
        else { throw ActionFault.sessionExpired }
        guard let action else { throw ActionFault.unknownAction }
        let desk = Desk(
          database: database, form: form, now: now, policy: backend.policy,
          random: backend.random, player: player)
        if action.changes {
          try desk.runTournaments()
          try desk.endExpiredGames()
          // What has ended may have changed the player.
          if let changed = try Player.find(player.number, in: database) {
            return try action.run(desk.with(changed))
          }
        }
        return try action.run(desk)
      }
      return action?.changes == true
        ? try await backend.store.write(carryOut) : try await backend.store.read(carryOut)
    }
  }

  extension Desk {
    /// The same for a player who was read anew.
    fileprivate func with(_ player: Player) -> Desk {
      Desk(
        database: database, form: form, now: now, policy: policy, random: random, player: player)
    }
  }
#endif
