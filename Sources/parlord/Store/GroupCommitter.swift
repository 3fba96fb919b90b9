#if Server
  import GRDB

  /// Writes changes to the disk, those that wait together in one transaction.
  actor GroupCommitter {
    /// A change, and who waits for it.
    struct Job: Sendable {
      /// Makes the change; it throws only if the transaction is of no use any more.
      let run: @Sendable (Database) throws -> Void
      /// Called once, when the change is on the disk or has failed.
      let settle: @Sendable ((any Error)?) -> Void
    }

    /// The most changes of one transaction.
    private static let maxJobs = 256

    private let pool: DatabasePool
    private var waiting: [Job] = []
    private var isBusy = false

    init(_ pool: DatabasePool) { self.pool = pool }

    /// Takes a change. Whoever comes while nothing is under way writes for all who come meanwhile.
    func submit(_ job: Job) async {
      waiting.append(job)
      guard !isBusy else { return }
      isBusy = true
      while !waiting.isEmpty {
        let batch = Array(waiting.prefix(Self.maxJobs))
        waiting.removeFirst(batch.count)
        await commit(batch)
      }
      isBusy = false
    }

    private func commit(_ batch: [Job]) async {
      do {
        try await pool.write { database in
          for job in batch { try job.run(database) }
        }
        for job in batch { job.settle(nil) }
      } catch {
        for job in batch { job.settle(error) }
      }
    }
  }
#endif
