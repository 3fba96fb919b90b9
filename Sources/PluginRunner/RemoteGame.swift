package import ParlorKit
import Platform

/// A game that is played somewhere else: what happens there cannot be repeated or taken back.
package protocol RemoteGame: AnyObject {
  /// Opens the game.
  ///
  /// - Returns: what is reported.
  func open(_ setup: GameConfiguration<OptionValues>) throws(GameError) -> [any Event]

  /// Runs a command; it may take as long as a request over a network does.
  func run(_ call: Call) throws(GameError) -> [any Event]

  /// What the player sees.
  var view: any GameView { get }
  /// Whose turn it is, or how the game ended.
  var status: GameStatus { get }
  /// What can be typed now, as lines.
  var legal: LegalMoves<String> { get }

  /// The time of the session's clock, in milliseconds, at which ``wake()`` is due.
  var nextWake: Int64? { get }
  /// A descriptor that is readable when ``wake()`` has something to do; only a real clock heeds it.
  var wakeDescriptor: Int32? { get }
  /// Does what is due.
  ///
  /// - Returns: the news.
  func wake() -> [any Event]
}

extension RemoteGame {
  package var status: GameStatus { .playing(turn: 0) }
  package var legal: LegalMoves<String> { LegalMoves() }
  package var nextWake: Int64? { nil }
  package var wakeDescriptor: Int32? { nil }
  package func wake() -> [any Event] { [] }
}

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
