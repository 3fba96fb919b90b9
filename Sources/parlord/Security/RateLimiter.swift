import ParlorKit
import Platform
import Synchronization

/// Limits how often something may happen for a key, such as an address, in a period of time.
///
/// A period starts with the first event of a key. The number of keys is bounded; the oldest is dropped
/// first.
final class RateLimiter: Sendable {
  /// The maximum number of keys.
  static let maxKeys = 10_000

  private let limit: Int
  private let period: Int64
  private let table = Mutex(Table())

  private struct Table {
    var windows: [String: Window] = [:]
    /// The keys, the oldest first, from index `oldest` on.
    var order: [String] = []
    var oldest = 0

    mutating func insert(_ key: String, _ window: Window) {
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
  ///   - limit: the number of events in a period; 0 for no limit.
  ///   - period: the length of a period in milliseconds.
  init(limit: Int, period: Int64) {
    self.limit = limit
    self.period = period
  }

  /// The milliseconds until another event is allowed; 0 if it is allowed now.
  func wait(_ key: String, at now: Int64) -> Int64 {
    guard limit > 0 else { return 0 }
    return table.withLock { table in
      guard let window = table.windows[key], now - window.start < period, window.count >= limit
      else { return 0 }
      return period - (now - window.start)
    }
  }

  /// Counts an event and returns whether it is within the limit.
  @discardableResult
  func count(_ key: String, at now: Int64) -> Bool {
    guard limit > 0 else { return true }
    return table.withLock { table in
      if var window = table.windows[key] {
        if now - window.start >= period { window = Window(start: now, count: 0) }
        window.count = min(window.count + 1, limit + 1)
        table.windows[key] = window
        return window.count <= limit
      }
      table.insert(key, Window(start: now, count: 1))
      return true
    }
  }

  /// Starts counting again from zero for a key.
  func reset(_ key: String) {
    table.withLock { $0.windows[key]?.count = 0 }
  }
}

/// Limits guessing of passwords to ten wrong ones in ten minutes, for each address and for each
/// account, and limits registrations to sixty an hour for each address.
struct LoginLimiter: Sendable {
  private let failures = RateLimiter(limit: 10, period: 600_000)
  private let registrations = RateLimiter(limit: 60, period: 3_600_000)

  /// The seconds until another attempt is allowed; 0 if it is allowed now.
  func wait(address: String, account: String, at now: Timestamp) -> Int {
    let keys = ["address \(address)", "account \(account)"]
    let longest = keys.map { failures.wait($0, at: now.milliseconds) }.max() ?? 0
    return Int((longest + 999) / 1000)
  }

  /// Counts a wrong password.
  func fail(address: String, account: String, at now: Timestamp) {
    failures.count("address \(address)", at: now.milliseconds)
    failures.count("account \(account)", at: now.milliseconds)
  }

  /// Clears the wrong passwords of an account. Those of the address still count.
  func succeed(account: String) { failures.reset("account \(account)") }

  /// Counts a registration and returns whether it is within the limit.
  func mayRegister(address: String, at now: Timestamp) -> Bool {
    registrations.count(address, at: now.milliseconds)
  }
}
