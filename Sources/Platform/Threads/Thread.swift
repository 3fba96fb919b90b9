import LibC

/// A thread with the stack of a main thread.
package struct Thread {
  private let handle: pthread_t

  /// Starts a thread; nothing if the system has none left.
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

  /// Waits for its end.
  func join() { pthread_join(handle, nil) }

  /// Lets it end by itself, or never.
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
