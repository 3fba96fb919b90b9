import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

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
    let threads = (1..<min(jobs, count)).compactMap { _ in start(shared) }
    shared.run()
    for thread in threads { pthread_join(thread, nil) }
    return shared.values
  }

  /// Runs something on a thread of its own, for which nobody waits.
  ///
  /// - Returns: whether there was a thread left.
  package static func detach(_ body: @escaping @Sendable () -> Void) -> Bool {
    guard let thread = start(Errand(body)) else { return false }
    pthread_detach(thread)
    return true
  }

  /// Starts a thread with the stack of a main thread; nothing if the system has none left.
  private static func start(_ work: Runnable) -> pthread_t? {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, 8 << 20)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let context = Unmanaged.passRetained(work)
    let result = pthread_create(&thread, &attributes, body, context.toOpaque())
    if result == 0 { return thread }
    context.release()
    return nil
  }

  #if canImport(Darwin)
    private static let body: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? =
      {
        Unmanaged<Runnable>.fromOpaque($0).takeRetainedValue().run()
        return nil
      }
  #else
    private static let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
      {
        if let context = $0 { Unmanaged<Runnable>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }
  #endif
}

/// Something that a thread can run.
private class Runnable {
  func run() {}
}

/// Something that is done once.
private final class Errand: Runnable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  override func run() { body() }
}

/// Numbers that are handed out, and the values that come back.
private final class Shared<Value: Sendable>: Runnable {
  private let next = Atomic(0)
  private let count: Int
  private let work: @Sendable (Int) -> Value
  private let found = Mutex<[Int: Value]>([:])

  init(count: Int, _ work: @escaping @Sendable (Int) -> Value) {
    self.count = count
    self.work = work
  }

  override func run() {
    while true {
      let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
      if index >= count { return }
      let value = work(index)
      found.withLock { $0[index] = value }
    }
  }

  var values: [Value] { found.withLock { found in (0..<count).compactMap { found[$0] } } }
}
