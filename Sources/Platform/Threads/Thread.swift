import LibC
import Synchronization

/// A POSIX thread with a stack of 8 MiB, as the main thread has.
package struct Thread {
  private let handle: pthread_t

  /// A number of the thread that asks, which no other thread has meanwhile.
  package static var current: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }

  /// Starts a thread; `nil` if the system refuses.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Thread? {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, 8 << 20)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let context = Unmanaged.passRetained(Body(body))
    guard pthread_create(&thread, &attributes, entry, context.toOpaque()) == 0 else {
      context.release()
      return nil
    }
    #if canImport(Darwin)
      return thread.map(Thread.init)
    #else
      return Thread(handle: thread)
    #endif
  }

  /// Waits until the thread has ended.
  package func join() { pthread_join(handle, nil) }

  /// Lets the thread end by itself; it cannot be joined.
  package func detach() { pthread_detach(handle) }

  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  #if canImport(Darwin)
    private static let entry: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? =
      {
        Unmanaged<Body>.fromOpaque($0).takeRetainedValue().run()
        return nil
      }
  #else
    private static let entry:
      @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
        if let context = $0 { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }
  #endif
}

/// Computes one value for each number below a count, on several threads.
///
/// - Parameters:
///   - jobs: the number of threads, including the caller's.
///   - isStopped: asked on the caller's thread after each of its values. Once it is true, no more
///     numbers are handed out, and the values of the rest are missing.
///   - work: called once for each number, in any order.
/// - Returns: the values in the order of their numbers.
package func parallelMap<Value: Sendable>(
  count: Int, jobs: Int, isStopped: () -> Bool = { false },
  _ work: @escaping @Sendable (Int) -> Value
) -> [Value] {
  let queue = WorkQueue(count: count, work)
  let threads = (1..<max(1, min(jobs, count))).compactMap { _ in
    Thread.start { while queue.runNext() {} }
  }
  while queue.runNext() { if isStopped() { queue.stop() } }
  for thread in threads { thread.join() }
  return queue.values
}

/// Hands out numbers and collects their values.
private final class WorkQueue<Value: Sendable>: Sendable {
  private let next = Atomic(0)
  private let count: Int
  private let found: Mutex<[Value?]>
  private let work: @Sendable (Int) -> Value

  init(count: Int, _ work: @escaping @Sendable (Int) -> Value) {
    self.count = count
    self.work = work
    found = Mutex([Value?](repeating: nil, count: count))
  }

  /// Works on the next number; false if there is none.
  func runNext() -> Bool {
    let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
    if index >= count { return false }
    let value = work(index)
    found.withLock { $0[index] = value }
    return true
  }

  /// Hands out no more numbers.
  func stop() { next.store(count, ordering: .relaxed) }

  var values: [Value] { found.withLock { found in (0..<count).compactMap { found[$0] } } }
}
