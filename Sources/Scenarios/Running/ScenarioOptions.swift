import ParlorKit
import Platform

/// The settings of a run.
package struct ScenarioOptions: Sendable {
  /// The number of files that run at the same time. The report does not depend on it.
  package var jobs = 1
  /// How often each file is run.
  package var rounds = 1
  /// The milliseconds after which a command without a reply is stopped; 0 means never.
  package var timeout = 60_000
  /// The number of failing files after which no more are run; `nil` means no limit.
  package var maxFailures: Int?
  /// Whether an unexpected pass is a failure.
  package var isStrict = false
  package var selection = ScenarioSelection()
  /// Whether failing expectations are rewritten.
  package var blesses = false
  /// Whether blessed files are written beside the files, as `NAME.new`.
  package var isPending = false
  /// Whether words that vary become placeholders in a blessed reply.
  package var redacts = false
  /// Decides whether the expectation of a failure is rewritten; `nil` rewrites all.
  package var approves: (@Sendable (ScenarioFailure) -> Bool)?
  /// Changes an approved command with its new reply before it is written; `nil` leaves it
  /// unchanged.
  package var edits: (@Sendable (ScenarioPlace, [UInt8]) -> [UInt8]?)?
  /// Whether the environment variable `CI` is set, which disables blessing.
  package var isInCI = false
  /// The texts of files that are open in an editor, by their paths; they replace those on the disk.
  package var texts: [String: [UInt8]] = [:]
  /// Receives each blessed file, which is then not written.
  package var onBlessed: (@Sendable (_ path: String, _ bytes: [UInt8]) -> Void)?
  /// Whether to stop early, with unusable results. Any thread asks.
  package var isStopped: @Sendable () -> Bool = { false }
  /// Receives the number of files before the first is run.
  package var onPlan: (@Sendable (Int) -> Void)?
  /// Receives the result of each file, on any thread and in any order.
  package var onResult: (@Sendable (ScenarioResult) -> Void)?

  package init() {}
}

extension ScenarioOptions {
  /// The bytes of a file: those of the editor if it is open there.
  func read(_ path: String) throws(FileError) -> [UInt8] {
    if let text = texts[path] { return text }
    return try FileSystem.read(path)
  }

  /// Replaces a file by its blessed form, writes that beside it, or passes it on.
  ///
  /// - Parameter original: what the file held when it was read.
  func save(
    _ bytes: [UInt8], of path: String, replacing original: [UInt8]
  ) throws(ScenarioError.Reason) {
    if let onBlessed {
      onBlessed(path, bytes)
    } else if isPending {
      try PendingFile.write(bytes, of: path)
    } else {
      try Scenario.save(bytes, to: path, replacing: original)
    }
  }

  /// Where the blessed form of a file is written.
  func blessedPath(of path: String) -> String { isPending ? path + PendingFile.suffix : path }
}

/// The files to run, and the order in which they start.
package struct ScenarioSelection: Sendable {
  /// A path must contain one of these texts, unless there are none.
  package var filters: [String]
  /// A file must have one of these tags, unless there are none.
  package var tags: [String]
  /// A file must have none of these tags.
  package var excludedTags: [String]
  /// The real paths of the files to choose from; `nil` means all.
  package var files: Set<String>?
  package var shard: Shard?
  /// Shuffles the order in which files are started, but not the report.
  package var shuffleSeed: UInt64?

  package init(
    filters: [String] = [], tags: [String] = [], excludedTags: [String] = [], shard: Shard? = nil,
    shuffleSeed: UInt64? = nil
  ) {
    self.filters = filters
    self.tags = tags
    self.excludedTags = excludedTags
    self.shard = shard
    self.shuffleSeed = shuffleSeed
  }

  /// Whether paths or tags exclude files.
  var isNarrow: Bool { !filters.isEmpty || !tags.isEmpty || !excludedTags.isEmpty }

  var isByTags: Bool { !tags.isEmpty || !excludedTags.isEmpty }

  /// The selected targets, in the order of the report.
  func targets(among all: [ScenarioTarget]) -> [ScenarioTarget] {
    var targets = all
    if !filters.isEmpty {
      targets.removeAll { target in !filters.contains { target.path.contains($0) } }
    }
    if !tags.isEmpty || !excludedTags.isEmpty {
      targets.removeAll { target in
        let own = target.tags
        return !tags.isEmpty && !tags.contains(where: own.contains)
          || excludedTags.contains(where: own.contains)
      }
    }
    if let files {
      targets.removeAll { !files.contains(FileSystem.realPath(of: $0.path) ?? $0.path) }
    }
    guard let shard else { return targets }
    return targets.indices.filter { $0 % shard.count == shard.number - 1 }.map { targets[$0] }
  }

  /// The order in which `count` targets are started.
  func order(of count: Int) -> [Int] {
    var order = Array(0..<count)
    if let shuffleSeed {
      var chance = Chance(seed: shuffleSeed, draw: 0)
      chance.shuffle(&order)
    }
    return order
  }
}
