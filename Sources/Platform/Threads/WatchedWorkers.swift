import Synchronization

/// Work shared among threads, one of which may hang without holding up the others.
package struct WatchedWorkers<Value: Sendable>: Sendable {
  /// How many threads work at the same time.
  private let jobs: Int
  /// After how many milliseconds a task is given up; 0 never.
  private let patience: Int
  private let work: @Sendable (Int, Pulse) -> Value
  private let giveUp: @Sendable (Int, Pulse) -> Value
  private let stop: @Sendable (Pulse) -> Void

  /// - Parameters:
  ///   - work: works out the value of a number, and runs what may hang by `Pulse.during`.
  ///   - giveUp: the value in the place of one that is given up. The thread is left behind, and a
  ///     new one goes on with the numbers after it.
  ///   - stop: tells a task that was given up to end, if it can.
  package init(
    jobs: Int, patience: Int, work: @escaping @Sendable (Int, Pulse) -> Value,
    giveUp: @escaping @Sendable (Int, Pulse) -> Value,
    stop: @escaping @Sendable (Pulse) -> Void = { _ in }
  ) {
    self.jobs = max(1, jobs)
    self.patience = max(0, patience)
    self.work = work
    self.giveUp = giveUp
    self.stop = stop
  }

  /// Works out one value for each number below a count; they are begun in order.
  package func map(count: Int) -> [Value] {
    guard count > 0, let wakeup = WakeupPipe() else { return (0..<count).map { work($0, Pulse()) } }
    let queue = Queue(count: count, work: work, wakeup: wakeup)
    var workers = (0..<min(jobs, count)).compactMap { _ in queue.startWorker() }
    if workers.isEmpty { return (0..<count).map { work($0, Pulse()) } }
    // Looked at often enough that what hangs is given up soon after its time.
    let interval = patience == 0 ? -1 : max(1, patience / 8)
    while !workers.isEmpty {
      wakeup.wait(milliseconds: interval)
      workers.removeAll { $0.hasEnded }
      if patience == 0 { continue }
      let now = SystemClock.monotonic
      for (place, worker) in workers.enumerated().reversed() {
        guard worker.isOverdue(at: now, patience: patience) else { continue }
        guard queue.abandon(worker, giveUp) else { continue }
        stop(worker.pulse)
        workers.remove(at: place)
        if let next = queue.startWorker() { workers.append(next) }
      }
    }
    return queue.values(orElse: { work($0, Pulse()) })
  }
}

/// Numbers that are handed out in order, and the values that come back.
private final class Queue<Value: Sendable>: Sendable {
  private let next = Atomic(0)
  private let found: Mutex<[Value?]>
  private let count: Int
  private let work: @Sendable (Int, Pulse) -> Value
  private let wakeup: WakeupPipe

  init(count: Int, work: @escaping @Sendable (Int, Pulse) -> Value, wakeup: WakeupPipe) {
    self.count = count
    self.work = work
    self.wakeup = wakeup
    found = Mutex([Value?](repeating: nil, count: count))
  }

  /// Starts a thread that takes numbers until there are none left.
  func startWorker() -> WatchedWorker? {
    guard next.load(ordering: .relaxed) < count else { return nil }
    let worker = WatchedWorker()
    let thread = Thread.start { [self] in
      run(worker)
      worker.end()
      wakeup.wake()
    }
    thread?.detach()
    return thread == nil ? nil : worker
  }

  private func run(_ worker: WatchedWorker) {
    while true {
      let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
      if index >= count { return }
      worker.begin(index)
      let value = work(index, worker.pulse)
      let isTaken = found.withLock { found in
        if found[index] != nil { return false }
        found[index] = value
        return true
      }
      // Somebody else has given up on it, and started another worker.
      if !isTaken { return }
    }
  }

  /// Gives up what a worker does.
  ///
  /// - Returns: false if it has just come to an end.
  func abandon(_ worker: WatchedWorker, _ value: @Sendable (Int, Pulse) -> Value) -> Bool {
    let index = worker.index
    let substitute = value(index, worker.pulse)
    return found.withLock { found in
      if found[index] != nil { return false }
      found[index] = substitute
      return true
    }
  }

  /// The values; those that no thread could be had for are worked out now.
  func values(orElse make: (Int) -> Value) -> [Value] {
    let values = found.withLock { $0 }
    return values.enumerated().map { $0.element ?? make($0.offset) }
  }
}
