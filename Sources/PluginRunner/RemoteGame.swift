package import ParlorKit
import Platform

/// A remote game: its moves cannot be repeated or undone.
package protocol RemoteGame: AnyObject {
  /// Opens the game and returns the events.
  func open(_ setup: GameConfiguration<OptionValues>) throws(GameError) -> [any Event]

  /// Runs a command; it may take as long as a request over a network.
  func run(_ call: Call) throws(GameError) -> [any Event]

  /// The view of the player.
  var view: any GameView { get }
  /// Whose turn it is, or how the game ended.
  var status: GameStatus { get }
  /// The legal lines.
  var legal: LegalMoves<String> { get }

  /// The time of the session's clock, in milliseconds, at which ``wake()`` is due.
  var nextWake: Int64? { get }
  /// A descriptor that is readable when ``wake()`` has something to do. It is ignored while the
  /// session's clock is virtual.
  var wakeDescriptor: Int32? { get }
  /// Does the due work and returns the news.
  func wake() -> [any Event]
}

extension RemoteGame {
  package var status: GameStatus { .playing(turn: 0) }
  package var legal: LegalMoves<String> { LegalMoves() }
  package var nextWake: Int64? { nil }
  package var wakeDescriptor: Int32? { nil }
  package func wake() -> [any Event] { [] }
}

/// The facts about its session that a remote game needs.
package final class RemoteSession {
  /// Whether the clock of the session moves only when the host says so.
  package let isVirtual: Bool
  /// The folder for files that outlive the plugin; `nil` if the session keeps nothing.
  package internal(set) var stateFolder: String?
  /// The folder for relative paths of files to read.
  package let readFolder: String
  /// The folder for relative paths of files to write.
  package let writeFolder: String

  /// The last time from the host, and the time of the machine when it came.
  private var hostTime: Int64 = 0
  private var machine: Int64 = 0

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
    isVirtual ? hostTime : hostTime + max(0, SystemClock.monotonic - machine)
  }

  /// Sets the clock.
  package func setTime(_ time: Int64) {
    hostTime = max(isVirtual ? hostTime : 0, time)
    machine = SystemClock.monotonic
  }
}
