import Synchronization

/// Work shared among threads.
package enum Workers {
  /// Works out one value for each number below a count.
  ///
  /// - Parameters:
  ///   - jobs: how many threads work, the caller's among them.
  ///   - work: is called once for each number, in any order.
  /// - Returns: the values in the order of their numbers.
  package static func map<Value: Sendable>(
    count: Int, jobs: Int, _ work: @escaping @Sendable (Int) -> Value
  ) -> [Value] {
    if jobs <= 1 || count <= 1 { return (0..<count).map(work) }
    let shared = Shared(count: count, work)
    let threads = (1..<min(jobs, count)).compactMap { _ in Thread.start { shared.run() } }
    shared.run()
    for thread in threads { thread.join() }
    return shared.values
  }
}

/// Numbers that are handed out, and the values that come back.
private final class Shared<Value: Sendable>: Sendable {
  private let next = Atomic(0)
  private let count: Int
  private let found: Mutex<[Value?]>
  private let work: @Sendable (Int) -> Value

  init(count: Int, _ work: @escaping @Sendable (Int) -> Value) {
    self.count = count
    self.work = work
    found = Mutex([Value?](repeating: nil, count: count))
  }

  func run() {
    while true {
      let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
      if index >= count { return }
      let value = work(index)
      found.withLock { $0[index] = value }
    }
  }

  var values: [Value] { found.withLock { found in (0..<count).compactMap { found[$0] } } }
}
