import Synchronization

/// Lets so many things of a key happen in a span of time, and no more until the span is over.
///
/// It remembers a bounded number of keys, and forgets the oldest first.
final class RateLimiter: Sendable {
  /// The most keys that are remembered.
  static let maxKeys = 10_000

  private let limit: Int
  private let span: Int64
  private let table = Mutex(Table())

  private struct Table {
    var windows: [String: Window] = [:]
    /// The keys, the first remembered first.
    var order: [String] = []
    var oldest = 0

    mutating func remember(_ key: String, _ window: Window) {
      windows[key] = window
      order.append(key)
      guard order.count - oldest > RateLimiter.maxKeys else { return }
      windows[order[oldest]] = nil
      oldest += 1
      if oldest > RateLimiter.maxKeys {
        order.removeFirst(oldest)
        oldest = 0
      }
    }
  }

  private struct Window {
    var start: Int64
    var count: Int
  }

  /// - Parameters:
  ///   - limit: how often; 0 for no limit.
  ///   - span: in how many milliseconds.
  init(limit: Int, span: Int64) {
    self.limit = limit
    self.span = span
  }

  /// The milliseconds that a key must wait until it may go on; 0 if it may now.
  func wait(_ key: String, at now: Int64) -> Int64 {
    guard limit > 0 else { return 0 }
    return table.withLock { table in
      guard let window = table.windows[key], now - window.start < span, window.count >= limit
      else { return 0 }
      return span - (now - window.start)
    }
  }

  /// Counts something that happened, and says whether it was within the limit.
  @discardableResult
  func count(_ key: String, at now: Int64) -> Bool {
    guard limit > 0 else { return true }
    return table.withLock { table in
      if var window = table.windows[key] {
        if now - window.start >= span { window = Window(start: now, count: 0) }
        window.count = min(window.count + 1, limit + 1)
        table.windows[key] = window
        return window.count <= limit
      }
      table.remember(key, Window(start: now, count: 1))
      return true
    }
  }

  /// Forgets what a key did.
  func forgive(_ key: String) {
    table.withLock { $0.windows[key]?.count = 0 }
  }
}
