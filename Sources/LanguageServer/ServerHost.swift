package import ParlorEngine
import Platform
import Synchronization

/// What the server gets of the program it is a part of.
package struct ServerHost: Sendable {
  /// The settings of a session that runs a file of a folder as data, as `parlor test` does.
  package var settings:
    @Sendable (_ folder: String, _ isStopped: @escaping @Sendable () -> Bool) -> Settings
  /// The milliseconds after which a command without a reply is given up; 0 means never.
  package var timeout: Int
  /// The milliseconds that the commands before a line may take when help is asked for at that line.
  package var patience = 2000
  /// Whether advice is being computed for which commands did not wait.
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

/// Says from another thread that what is running is to stop.
package final class StopFlag: Sendable {
  private let flag = Atomic(false)

  package init() {}

  package var isRaised: Bool { flag.load(ordering: .relaxed) }

  package func set(_ isRaised: Bool) { flag.store(isRaised, ordering: .relaxed) }
}

/// Until when a session may compute to answer a request.
final class TimeLimit: Sendable {
  private let end = Atomic<Int64>(.max)

  func restart(milliseconds: Int) {
    end.store(
      milliseconds > 0 ? SystemClock.monotonic + Int64(milliseconds) : .max, ordering: .relaxed)
  }

  var isOver: Bool { SystemClock.monotonic > end.load(ordering: .relaxed) }
}
