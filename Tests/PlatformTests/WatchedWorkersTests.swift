import Synchronization
import TestKit
import Testing

@testable import Platform

/// Jobs, some of which hang.
@Suite(.blocking) struct WatchedWorkersTests {
  @Test(arguments: [0, 1, 2, 3, 100, 1000], [-1, 1, 2, 7, 64])
  func `values stand in the order of their numbers`(count: Int, jobs: Int) {
    let calls = Mutex<[Int]>([])
    let workers = WatchedWorkers<String, Int>(jobs: jobs, timeout: 60_000) { number, heartbeat in
      heartbeat.during(0) { calls.withLock { $0.append(number) } }
      return "\(number)"
    } giveUp: { _, _ in
      "given up"
    }
    #expect(workers.map(count: count) == (0..<count).map { "\($0)" })
    #expect(calls.withLock { $0.sorted() } == Array(0..<count))
  }

  @Test func `numbers are begun in order`() {
    let calls = Mutex<[Int]>([])
    let workers = WatchedWorkers<Void, Int>(jobs: 1, timeout: 0) { number, _ in
      calls.withLock { $0.append(number) }
    } giveUp: { _, _ in
    }
    _ = workers.map(count: 50)
    #expect(calls.withLock { $0 } == Array(0..<50))
  }

  /// Every third number hangs until it is told to stop, or to the end of the test.
  @Test(arguments: [1, 2, 5], [true, false])
  func `what hangs is given up`(jobs: Int, stops: Bool) throws {
    let pipes = try (0..<9).map { _ in try #require(WakeupPipe()) }
    let workers = WatchedWorkers<String, Int>(jobs: jobs, timeout: 2_000) { number, heartbeat in
      heartbeat.publish(number)
      heartbeat.during(number) { if number % 3 == 1 { pipes[number].wait(milliseconds: -1) } }
      return "\(number)"
    } giveUp: { number, heartbeat in
      "gave up \(number), task \(heartbeat.task), \(heartbeat.context ?? -1)"
    } stop: { heartbeat in
      if stops { pipes[heartbeat.task].wake() }
    }
    let values = workers.map(count: 9)
    for pipe in pipes { pipe.wake() }
    let expected = (0..<9).map { $0 % 3 == 1 ? "gave up \($0), task \($0), \($0)" : "\($0)" }
    #expect(values == expected)
  }
}
