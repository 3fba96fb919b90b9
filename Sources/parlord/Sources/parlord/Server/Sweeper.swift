import Logging
import ServiceLifecycle
import Synchronization

/// Ends games and starts rounds of tournaments when they are due, in a database that several
/// servers share. The one that comes first does it for all, once a second.
///
/// With a database of its own, a server does so before each change instead.
struct Sweeper: Service {
  let backend: Backend
  let store: PostgresStore

  func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        do {
          try await store.sweep { database in
            try FarkleTenService.endDue(
              ActionContext(
                database: database, form: Form(), now: backend.now(), options: backend.options,
                random: backend.random, player: Player()))
          }
        } catch {
          backend.logger.error("sweep failed", metadata: ["error": "\(error)"])
        }
        try? await Task.sleep(for: .seconds(1))
      }
    }
  }
}

/// Tells balancers that the server stops, and lets it serve on for as long as they take to notice.
struct Drain: Service {
  let status: ServerStatus
  /// How long requests are served after the signal, in seconds.
  let seconds: Int

  func run() async throws {
    try? await gracefulShutdown()
    status.isDraining.store(true, ordering: .relaxed)
    try? await Task.sleep(for: .seconds(seconds))
  }
}
