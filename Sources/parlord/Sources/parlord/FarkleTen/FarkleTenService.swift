import Logging
import ParlorKit

/// Answers the requests to `farkle_fetch.php`.
struct FarkleTenService: Sendable {
  let backend: Backend

  /// The action that a form names, or `unknown`: one of few names.
  static func name(of form: Form) -> String {
    let name = form["action"] ?? ""
    let others = ["register", "login", "resetpass", "forgotpass", "logout"]
    return Action.all[name] != nil || others.contains(name) ? name : "unknown"
  }

  /// Runs the action that a form names.
  func respond(to form: Form, from client: ClientInfo) async -> ActionResponse {
    guard let name = form["action"] else { return ActionResponse() }
    let accounts = Accounts(backend)
    do {
      switch name {
      case "register", "login", "resetpass":
        // Another site must not log a browser in either, as somebody else.
        guard !client.isForeign else { throw ActionError.crossSite }
      default: break
      }
      switch name {
      case "register": return try await accounts.register(form, client)
      case "login": return try await accounts.login(form, client)
      case "forgotpass": return try accounts.forgetPassword()
      case "resetpass": return try await accounts.resetPassword(form, client)
      case "logout":
        guard client.mayChange else { throw ActionError.crossSite }
        return try await accounts.logout(client)
      default: return ActionResponse(value: try await run(name, form, client))
      }
    } catch let error as ActionError {
      return ActionResponse(value: error.value)
    } catch {
      // The text of a database error contains table names and values, so only the log gets it.
      backend.logger.error(
        "action failed", metadata: ["action": "\(name)", "error": "\(error.loggable)"])
      backend.logger.debug("action failed", metadata: ["detail": "\(error)"])
      return ActionResponse(value: ["Error": "Game Error."])
    }
  }

  private func run(
    _ name: String, _ form: Form, _ client: ClientInfo
  ) async throws -> Value? {
    guard let action = Action.all[name] else {
      _ = try await backend.store.read { try client.player(in: $0) }
      throw ActionError.unknownAction
    }
    guard client.mayChange || !action.isChange else { throw ActionError.crossSite }
    let (backend, now) = (backend, backend.now())
    @Sendable func makeContext(_ database: any Database) throws -> ActionContext {
      ActionContext(
        database: database, form: form, now: now, options: backend.options,
        random: backend.random, player: try client.player(in: database))
    }
    guard action.isWrite else {
      return try await backend.store.read { try action.run(makeContext($0)) }
    }
    // Expired games and tournament rounds stay ended even if the action itself then fails.
    @Sendable func runAfterDue(
      _ database: any Database, isRead: Bool
    ) throws -> Result<Value?, any Error> {
      var context = try makeContext(database)
      try Self.endDue(context)
      // What was due may have changed the player, and a read has changed nothing.
      if !isRead { context.player = try client.player(in: database) }
      var outcome = Result<Value?, any Error>.success(nil)
      try database.inSavepoint {
        outcome = Result { try action.run(context) }
        if case .failure = outcome { return false }
        return true
      }
      return outcome
    }
    if backend.options.sweeps {
      @Sendable func run(_ database: any Database) throws -> Value? {
        try action.run(makeContext(database))
      }
      if !action.isChange {
        do { return try await backend.store.read(run) } catch DatabaseError.readOnly {}
      }
      return try await backend.store.write(run)
    }
    if !action.isChange {
      // Nearly always nothing is due and a question changes nothing. Where it would, the
      // database refuses in a read, and the question is asked again in a write.
      do {
        return try await backend.store.read { try runAfterDue($0, isRead: true) }.get()
      } catch DatabaseError.readOnly {}
    }
    return try await backend.store.write { try runAfterDue($0, isRead: false) }.get()
  }

  /// Ends games whose time is over, and starts and ends rounds of tournaments.
  static func endDue(_ context: ActionContext) throws {
    try TournamentRounds(context).runDue()
    try GameResults(context).endExpiredGames()
  }
}

extension ClientInfo {
  /// The player whose session the token belongs to.
  fileprivate func player(in database: any Database) throws -> Player {
    guard let token, let player = try Player.find(token: token, in: database) else {
      throw ActionError.sessionExpired
    }
    return player
  }
}
