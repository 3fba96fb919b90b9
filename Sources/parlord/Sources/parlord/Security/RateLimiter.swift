import ParlorKit
import Synchronization

/// Limits how often something may happen for a key, such as an address, in a period of time.
///
/// A period starts with the first event of a key. The number of keys is bounded; the oldest is
/// dropped first.
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

  /// Takes back an event that was counted.
  func uncount(_ key: String) {
    table.withLock { table in
      guard let count = table.windows[key]?.count, count > 0 else { return }
      table.windows[key]?.count = count - 1
    }
  }

  /// Starts counting again from zero for a key.
  func reset(_ key: String) {
    table.withLock { $0.windows[key]?.count = 0 }
  }
}

/// Limits guessing of passwords, and limits registrations to sixty an hour for each address.
///
/// Ten wrong passwords in ten minutes lock an address until the ten minutes are over. An account is
/// never locked, since anyone could lock it: after ten wrong passwords it takes one attempt every
/// five seconds. An attempt counts as wrong until its password is checked, so that attempts at the
/// same time cannot pass the limit.
///
/// Where several servers share a database, each counts for itself and allows its part.
struct LoginLimiter: Sendable {
  private let failures: RateLimiter
  private let spacing: RateLimiter
  private let registrations: RateLimiter

  /// - Parameter nodes: the number of servers that share the database.
  init(nodes: Int = 1) {
    failures = RateLimiter(limit: max(1, 10 / nodes), period: 600_000)
    spacing = RateLimiter(limit: 1, period: 5_000 * Int64(nodes))
    registrations = RateLimiter(limit: max(1, 60 / nodes), period: 3_600_000)
  }

  /// Begins an attempt unless a limit is reached.
  ///
  /// - Returns: the seconds until another attempt is allowed; 0 if this one is.
  func begin(address: String, account: String, at now: Timestamp) -> Int {
    let now = now.milliseconds
    let (address, account) = (Self.key(address: address), Self.key(account: account))
    var wait = failures.wait(address, at: now)
    if wait == 0, failures.wait(account, at: now) > 0 {
      wait = spacing.wait(account, at: now)
      if wait == 0 { spacing.count(account, at: now) }
    }
    if wait == 0 {
      failures.count(address, at: now)
      failures.count(account, at: now)
    }
    return Int((wait + 999) / 1000)
  }

  /// Ends an attempt with the right password. The wrong passwords of the account are forgotten;
  /// those of the address still count.
  func succeed(address: String, account: String) {
    failures.uncount(Self.key(address: address))
    failures.reset(Self.key(account: account))
  }

  /// Counts a registration and returns whether it is within the limit.
  func mayRegister(address: String, at now: Timestamp) -> Bool {
    registrations.count(address, at: now.milliseconds)
  }

  private static func key(address: String) -> String { "address \(address)" }

  private static func key(account: String) -> String { "account \(account)" }
}
