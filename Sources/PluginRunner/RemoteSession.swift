import Platform

/// What the host tells a remote game of the session.
package final class RemoteSession {
  /// Whether the session's clock moves only by what the host tells.
  package let isVirtual: Bool
  /// A folder that outlives the plugin; nothing if nothing is to be kept.
  package internal(set) var stateFolder: String?
  /// Where files that lines name are read from.
  package let readFolder: String
  /// Where files that lines name are written to.
  package let writeFolder: String

  /// The time that the host told last, and the time of the machine when it did.
  private var told: Int64 = 0
  private var machine: Int64 = 0

  /// A session.
  package init(
    isVirtual: Bool, stateFolder: String? = nil, readFolder: String = ".",
    writeFolder: String = "."
  ) {
    self.isVirtual = isVirtual
    self.stateFolder = stateFolder
    self.readFolder = readFolder
    self.writeFolder = writeFolder
    machine = SystemClock.monotonic
  }

  /// The time of the session's clock in milliseconds.
  package var now: Int64 {
    isVirtual ? told : told + max(0, SystemClock.monotonic - machine)
  }

  /// Sets the clock.
  package func tell(_ time: Int64) {
    told = max(isVirtual ? told : 0, time)
    machine = SystemClock.monotonic
  }
}
