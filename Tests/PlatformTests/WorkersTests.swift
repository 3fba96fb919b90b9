import Synchronization
import TestKit
import Testing

@testable import Platform

/// Work shared among threads.
@Suite(.blocking) struct WorkersTests {
  @Test(arguments: [0, 1, 2, 3, 100, 1000], [-1, 0, 1, 2, 7, 64])
  func `values stand in the order of their numbers`(count: Int, jobs: Int) {
    let calls = Mutex<[Int]>([])
    let values = parallelMap(count: count, jobs: jobs) { number in
      calls.withLock { $0.append(number) }
      return "\(number)"
    }
    #expect(values == (0..<count).map { "\($0)" })
    #expect(calls.withLock { $0.sorted() } == Array(0..<count))
  }

  @Test(arguments: [1, 4]) func `no more numbers are handed out once the caller stops`(jobs: Int) {
    var asked = 0
    let values = parallelMap(
      count: 1_000_000, jobs: jobs,
      isStopped: {
        asked += 1
        return asked == 3
      }
    ) { $0 }
    #expect(asked == 3)
    #expect(values.count >= 3 && values.count < 1_000_000)
    #expect(values == values.sorted())
  }

  @Test func `two jobs work on two numbers at once`() {
    let begun = Atomic(0)
    let met = parallelMap(count: 2, jobs: 2) { _ in
      begun.add(1, ordering: .relaxed)
      let end = ContinuousClock.now + .seconds(20)
      while begun.load(ordering: .relaxed) < 2, ContinuousClock.now < end {}
      return begun.load(ordering: .relaxed) == 2
    }
    #expect(met == [true, true])
  }

  @Test func `there is a core to work on`() { #expect(SystemInformation.coreCount >= 1) }
}
