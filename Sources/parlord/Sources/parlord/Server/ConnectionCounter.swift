import Synchronization

/// Counts all connections and those of each address.
final class ConnectionCounter: Sendable {
  private let limit: Int
  private let perAddress: Int
  private let counts = Mutex<(all: Int, byAddress: [String: Int])>((0, [:]))

  /// - Parameters:
  ///   - limit: the maximum number of all connections.
  ///   - perAddress: the maximum number of connections of one address; 0 for no limit.
  init(limit: Int, perAddress: Int) {
    self.limit = limit
    self.perAddress = perAddress
  }

  /// Adds a connection unless a limit is reached, and returns whether it was added.
  func add(_ address: String) -> Bool {
    counts.withLock { counts in
      let own = counts.byAddress[address, default: 0]
      guard counts.all < limit, perAddress == 0 || own < perAddress else { return false }
      counts.all += 1
      counts.byAddress[address] = own + 1
      return true
    }
  }

  /// Removes a connection that was added.
  func remove(_ address: String) {
    counts.withLock { counts in
      counts.all -= 1
      let rest = counts.byAddress[address, default: 1] - 1
      counts.byAddress[address] = rest > 0 ? rest : nil
    }
  }
}
