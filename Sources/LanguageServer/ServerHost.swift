package import ParlorEngine
import Platform
import Synchronization

/// The parts of the program that the server uses.
package struct ServerHost: Sendable {
  /// The settings of a session that runs a file of a folder as data, as `parlor test` does.
  package var settings:
    @Sendable (_ folder: String, _ isStopped: @escaping @Sendable () -> Bool) -> Settings
  /// The milliseconds after which a command without a reply is stopped; 0 means never.
  package var timeout: Int
  /// The maximum milliseconds of the commands before a line for which help is requested.
  package var patience = 2000
  /// Whether advice is still being computed for commands that did not wait.
  package var isComputing: @Sendable () -> Bool = { false }
  /// The version of the program.
  package var version: String

  package init(
    timeout: Int, version: String,
    settings:
      @escaping @Sendable (
        _ folder: String, _ isStopped: @escaping @Sendable () -> Bool
      ) -> Settings
  ) {
    self.timeout = timeout
    self.version = version
    self.settings = settings
  }
}

/// Tells running work from another thread to stop.
package final class StopFlag: Sendable {
  private let flag = Atomic(false)

  package init() {}

  package var isRaised: Bool { flag.load(ordering: .relaxed) }

  package func set(_ isRaised: Bool) { flag.store(isRaised, ordering: .relaxed) }
}

/// The maximum time that a session may compute for a request.
final class TimeLimit: Sendable {
  private let end = Atomic<Int64>(.max)

  func restart(milliseconds: Int) {
    end.store(
      milliseconds > 0 ? SystemClock.monotonic + Int64(milliseconds) : .max, ordering: .relaxed)
  }

  var isOver: Bool { SystemClock.monotonic > end.load(ordering: .relaxed) }
}
