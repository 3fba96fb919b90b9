import ParlorKit
import Platform

/// Which of the files that were found are run, and in what order they are begun.
package struct ScenarioSelection: Sendable {
  /// Texts of which a path must contain one; none for all paths.
  package var filters: [String] = []
  /// The files to choose from, by their real paths; nothing for all.
  package var files: Set<String>?
  /// The part that is run.
  package var shard: Shard?
  /// The seed of the order in which files are begun; nothing for the order of the report.
  package var shuffleSeed: UInt64?

  /// All files in order.
  package init() {}

  /// One of several parts of about the same size; together they are all files.
  package struct Shard: Sendable, Equatable {
    /// The part, from 1.
    package var number: Int
    /// How many parts there are.
    package var count: Int

    /// The part that `I/N` names.
    package init?(_ text: String) {
      let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count == 2, let number = parts[0], let count = parts[1], number >= 1,
        number <= count
      else { return nil }
      self.number = number
      self.count = count
    }
  }

  /// The targets that are run, in the order of the report.
  func targets(among all: [ScenarioTarget]) -> [ScenarioTarget] {
    var targets = all
    if !filters.isEmpty {
      targets.removeAll { target in !filters.contains { target.path.contains($0) } }
    }
    if let files {
      targets.removeAll { !files.contains(FileSystem.realPath(of: $0.path) ?? $0.path) }
    }
    guard let shard else { return targets }
    return targets.indices.filter { $0 % shard.count == shard.number - 1 }.map { targets[$0] }
  }

  /// The order in which so many targets are begun.
  func order(of count: Int) -> [Int] {
    var order = Array(0..<count)
    if let shuffleSeed {
      var chance = Chance(seed: shuffleSeed, draw: 0)
      chance.shuffle(&order)
    }
    return order
  }
}
