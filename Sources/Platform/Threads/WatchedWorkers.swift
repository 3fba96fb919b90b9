import Synchronization

/// Runs numbered jobs on several threads and gives up a job that hangs, so that the others
/// continue.
///
/// `Context` describes a job so that the supervisor can report or stop it. A job publishes it
/// through its ``Heartbeat``.
package struct WatchedWorkers<Value: Sendable, Context: Sendable>: Sendable {
  private let threadCount: Int
  private let timeout: Int
  private let work: @Sendable (Int, Heartbeat<Context>) -> Value
  private let giveUp: @Sendable (Int, Heartbeat<Context>) -> Value
  private let stop: @Sendable (Heartbeat<Context>) -> Void

  /// - Parameters:
  ///   - jobs: the number of threads.
  ///   - timeout: the milliseconds after which a task is given up; 0 means never.
  ///   - work: returns the value of a job. It runs whatever may hang inside
  ///     ``Heartbeat/during(_:_:)``.
  ///   - giveUp: returns the value of a job that hangs. Its thread is abandoned and a new one
  ///     continues with the remaining jobs.
  ///   - stop: asks a task that was given up to end.
  package init(
    jobs: Int, timeout: Int, work: @escaping @Sendable (Int, Heartbeat<Context>) -> Value,
    giveUp: @escaping @Sendable (Int, Heartbeat<Context>) -> Value,
    stop: @escaping @Sendable (Heartbeat<Context>) -> Void = { _ in }
  ) {
    threadCount = max(1, jobs)
    self.timeout = max(0, timeout)
    self.work = work
    self.giveUp = giveUp
    self.stop = stop
  }

  /// Runs the jobs 0 to `count` - 1, started in this order, and returns their values.
  package func map(count: Int) -> [Value] {
    guard count > 0, let wakeup = WakeupPipe() else {
      return (0..<count).map { work($0, Heartbeat()) }
    }
    let queue = Queue(count: count, work: work, wakeup: wakeup)
    var workers = (0..<min(threadCount, count)).compactMap { _ in queue.startWorker() }
    if workers.isEmpty { return (0..<count).map { work($0, Heartbeat()) } }
    while !workers.isEmpty {
      // Checks eight times per timeout, so that a hanging job is given up at most an eighth late.
      let shortest = workers.map { $0.heartbeat.timeout ?? timeout }.filter { $0 > 0 }.min()
      wakeup.wait(milliseconds: shortest.map { max(1, $0 / 8) } ?? -1)
      workers.removeAll { $0.hasEnded }
      let now = SystemClock.monotonic
      for (place, worker) in workers.enumerated().reversed() {
        guard worker.isOverdue(at: now, timeout: timeout) else { continue }
        guard queue.abandon(worker, giveUp) else { continue }
        stop(worker.heartbeat)
        workers.remove(at: place)
        if let next = queue.startWorker() { workers.append(next) }
      }
    }
    return queue.values(orElse: { work($0, Heartbeat()) })
  }
}

/// What a worker is doing, readable from the supervisor's thread.
///
/// It costs the worker two atomic additions per task and no clock; only the supervisor reads the
/// time.
package final class Heartbeat<Context: Sendable>: Sendable {
  /// Incremented when a task starts and when it ends, so it is odd while one is running.
  private let count = Atomic(0)
  private let number = Atomic(0)
  private let published = Mutex<Context?>(nil)
  /// The timeout of the job's tasks, in milliseconds; -1 for that of the workers.
  private let ownTimeout = Atomic(-1)
  private let wakeup: WakeupPipe?

  /// - Parameter wakeup: wakes the supervisor.
  package init(wakeup: WakeupPipe? = nil) { self.wakeup = wakeup }

  /// Gives the tasks of the job their own timeout, in milliseconds; 0 means never.
  package func limit(toMilliseconds timeout: Int) {
    ownTimeout.store(timeout, ordering: .releasing)
    wakeup?.wake()
  }

  fileprivate func beginJob() { ownTimeout.store(-1, ordering: .releasing) }

  fileprivate var timeout: Int? {
    let timeout = ownTimeout.load(ordering: .acquiring)
    return timeout < 0 ? nil : timeout
  }

  /// Publishes the context of the following tasks.
  package func publish(_ context: Context) { published.withLock { $0 = context } }

  /// The context that was published last.
  package var context: Context? { published.withLock { $0 } }

  /// The number of the task that was started last.
  package var task: Int { number.load(ordering: .acquiring) }

  /// Runs a task that may hang.
  package func during<Result>(_ task: Int, _ body: () -> Result) -> Result {
    number.store(task, ordering: .releasing)
    count.wrappingAdd(1, ordering: .acquiringAndReleasing)
    defer { count.wrappingAdd(1, ordering: .acquiringAndReleasing) }
    return body()
  }

  /// A number that stays the same while one task runs; `nil` between tasks.
  fileprivate var beat: Int? {
    let beat = count.load(ordering: .acquiring)
    return beat % 2 == 1 ? beat : nil
  }
}

/// A thread that runs jobs, as the supervisor sees it.
private final class Worker<Context: Sendable>: Sendable {
  let heartbeat: Heartbeat<Context>
  private let current = Atomic(0)
  private let isOver = Atomic(false)
  /// The beat that the supervisor saw last, and the time when it saw it first.
  private let seen = Mutex<(beat: Int?, since: Int64)>((nil, 0))

  init(wakeup: WakeupPipe) { heartbeat = Heartbeat(wakeup: wakeup) }

  /// The job that the thread runs.
  var index: Int { current.load(ordering: .acquiring) }
  var hasEnded: Bool { isOver.load(ordering: .acquiring) }

  func begin(_ index: Int) {
    heartbeat.beginJob()
    current.store(index, ordering: .releasing)
  }

  func end() { isOver.store(true, ordering: .releasing) }

  /// Whether the same task has been running for longer than the timeout.
  func isOverdue(at now: Int64, timeout usual: Int) -> Bool {
    let timeout = heartbeat.timeout ?? usual
    let beat = heartbeat.beat
    return seen.withLock { seen in
      guard let beat, beat == seen.beat else {
        seen = (beat, now)
        return false
      }
      return timeout > 0 && now - seen.since >= Int64(timeout)
    }
  }
}

/// Hands out the numbers of jobs in order and collects their values.
private final class Queue<Value: Sendable, Context: Sendable>: Sendable {
  private let next = Atomic(0)
  private let found: Mutex<[Value?]>
  private let count: Int
  private let work: @Sendable (Int, Heartbeat<Context>) -> Value
  private let wakeup: WakeupPipe

  init(count: Int, work: @escaping @Sendable (Int, Heartbeat<Context>) -> Value, wakeup: WakeupPipe)
  {
    self.count = count
    self.work = work
    self.wakeup = wakeup
    found = Mutex([Value?](repeating: nil, count: count))
  }

  /// Starts a thread that runs jobs until none are left.
  func startWorker() -> Worker<Context>? {
    guard next.load(ordering: .relaxed) < count else { return nil }
    let worker = Worker<Context>(wakeup: wakeup)
    let thread = Thread.start { [self] in
      run(worker)
      worker.end()
      wakeup.wake()
    }
    thread?.detach()
    return thread == nil ? nil : worker
  }

  private func run(_ worker: Worker<Context>) {
    while true {
      let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
      if index >= count { return }
      worker.begin(index)
      let value = work(index, worker.heartbeat)
      let isFirst = found.withLock { found in
        if found[index] != nil { return false }
        found[index] = value
        return true
      }
      // The supervisor has given up this job and started another worker.
      if !isFirst { return }
    }
  }

  /// Gives up the job that a worker runs.
  ///
  /// - Returns: false if the job has ended in the meantime.
  func abandon(
    _ worker: Worker<Context>, _ substitute: @Sendable (Int, Heartbeat<Context>) -> Value
  ) -> Bool {
    let index = worker.index
    let value = substitute(index, worker.heartbeat)
    return found.withLock { found in
      if found[index] != nil { return false }
      found[index] = value
      return true
    }
  }

  /// The values; jobs for which no thread could be started are run now.
  func values(orElse make: (Int) -> Value) -> [Value] {
    let values = found.withLock { $0 }
    return values.enumerated().map { $0.element ?? make($0.offset) }
  }
}
